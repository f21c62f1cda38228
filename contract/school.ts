import * as z from 'zod/mini';
import { code, comments, flag, requiredText, text, version, whole } from './fields.ts';
import { type FormValues, form } from './form.ts';
import { inOrder } from './rules.ts';

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
  { rules: [inOrder('yearStart', 'yearEnd')], readOnly: ['lastModified', 'schoolUciNetId'] },
);
export type SchoolForm = FormValues<typeof schoolForm>;

export const school = z.object({
  schoolCode: z.string(),
  title: z.string(),
  title8: z.nullable(z.string()),
  yearStart: z.nullable(z.int()),
  yearEnd: z.nullable(z.int()),
  sortCode: z.nullable(z.int()),
  active: z.boolean(),
  comments: z.nullable(z.string()),
  version: z.int(),
  lastModified: z.iso.datetime(),
  schoolUciNetId: z.string(),
});
export type School = z.output<typeof school>;

/** The code of the school that every graduate major belongs to besides its own school (spec 3, report note). */
export const GRADUATE_SCHOOL = '00';
