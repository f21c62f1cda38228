import * as z from 'zod/mini';
import { code, comments, flag, requiredText, text, version, whole } from './fields.ts';
import { type FormValues, form } from './form.ts';
import { yearsInOrder } from './rules.ts';
import { response, stamp, storedFields } from './stored.ts';

/** The form of a school (spec 5, School). The code is the key: a PUT may repeat it but not change it. */
export const schoolForm = form(
  'SCHOOL',
  {
    schoolCode: code('School Code', 2),
    title: requiredText('Title', 50),
    title8: text('Title 8', 8),
    yearStart: whole('Year Start', 1965, 2100),
    yearEnd: whole('Year End', 1965, 2100),
    sortCode: whole('Sort Code', 1, 999999),
    active: flag('Active', true),
    comments: comments(),
    version: version(),
  },
  { rules: [yearsInOrder('yearStart', 'yearEnd')], readOnly: ['lastModified', 'schoolUciNetId'] },
);
export type SchoolForm = FormValues<typeof schoolForm>;

/** A school in a response. */
export const school = response(storedFields(schoolForm.fields), stamp('schoolUciNetId'));
export type School = z.output<typeof school>;

/** The code of the school that every graduate major belongs to besides its own school (spec 3, report note). */
export const GRADUATE_SCHOOL = '00';
