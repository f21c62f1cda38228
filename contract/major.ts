import * as z from 'zod/mini';
import {
  choice,
  code,
  comments,
  flag,
  pattern,
  requiredChoice,
  requiredText,
  term,
  text,
  version,
  whole,
} from './fields.ts';
import { type FormValues, form } from './form.ts';
import { termsInOrder } from './rules.ts';
import { response, stamp, storedFields } from './stored.ts';

export const segments = [
  { value: 'U', label: 'U Undergraduate' },
  { value: 'G', label: 'G Graduate' },
  { value: 'M', label: 'M Medical' },
] as const;

const campusIndicators = [
  { value: 'G', label: 'G General campus' },
  { value: 'H', label: 'H Health sciences' },
] as const;

/** The form of a major (spec 5, Major). A new form on the screen preselects U and G; the API requires the segment. */
export const majorForm = form(
  'MAJOR',
  {
    majorSegment: requiredChoice('Segment', segments),
    campusIndicator: choice('Campus Indicator', campusIndicators),
    majorCode: code('Major Code', 3),
    title7: text('Title 7', 7),
    title20: requiredText('Title 20', 20),
    titleLong: text('Title Long', 60),
    academicYearApproved: whole('Academic Year Approved', 1965, 2100),
    startTermYyyyst: term('Start Term'),
    endTermYyyyst: term('End Term'),
    ucDiscipline: pattern('UC Discipline', /^\d{3}$/, '3-digit (###) UC discipline code', {
      valid: ['012', '345'],
      invalid: ['12', '0x2', '0١2', '0122', '01 '],
    }),
    hegisCode: text('HEGIS Code', 6),
    cipCode: pattern(
      'CIP Code',
      /^\d{2}\.\d{4}$/,
      '6-digit (##.####) CIP code',
      {
        valid: ['01.0203', '26.0406'],
        invalid: ['1.0203', '0x.0203', '0١.0203', '01,0203', '01.020', '01.020 '],
      },
      7,
    ),
    sortCode: whole('Sort Code', 1, 999999),
    complete: flag('Complete', false),
    active: flag('Active', true),
    comments: comments(),
    version: version(),
  },
  { rules: [termsInOrder('startTermYyyyst', 'endTermYyyyst')], readOnly: ['lastModified', 'majorUciNetId'] },
);
export type MajorForm = FormValues<typeof majorForm>;

/** A major in a response. */
export const major = response({ majorKey: z.int() }, storedFields(majorForm.fields), stamp('majorUciNetId'));
export type Major = z.output<typeof major>;
