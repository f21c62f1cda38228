import * as z from 'zod/mini';
import { award, awards, choice, comments, flag, requiredText, term, text, version } from './fields.ts';
import { type FormValues, form } from './form.ts';
import { termLabel } from './lookups.ts';
import { termsInOrder } from './rules.ts';
import { response, stamp, storedFields } from './stored.ts';

/** The credential levels of NSLDS program-level enrollment reporting. */
const credentialLevels = [
  { value: '01', label: '01 Undergraduate certificate or diploma' },
  { value: '02', label: "02 Associate's degree" },
  { value: '03', label: "03 Bachelor's degree" },
  { value: '04', label: '04 Post-baccalaureate certificate' },
  { value: '05', label: "05 Master's degree" },
  { value: '06', label: '06 Doctoral degree' },
  { value: '07', label: '07 First professional degree' },
  { value: '08', label: '08 Graduate or professional certificate' },
  { value: '99', label: '99 Non-credential program' },
] as const;

/** The credential level of a degree, and of those that get an award type. */
export const credentialLevel = () => choice('Program Credential Level', credentialLevels);

const named = {
  degreeTitleRc: requiredText('Title', 60),
  degreeTitleAbbr: text('Abbreviated Title', 50),
  degreeStartTermYyyyst: term('Start Term'),
  degreeEndTermYyyyst: term('End Term'),
};
const others = {
  degreeActive: flag('Active', true),
  degreeComplete: flag('Complete', false),
  degreeComments: comments(),
  programCredLevel: credentialLevel(),
  version: version(),
};
const rules = [termsInOrder('degreeStartTermYyyyst', 'degreeEndTermYyyyst')];
const readOnly = ['lastModified', 'degreeUciNetId', 'startTerm', 'endTerm', 'degreeShort', 'degreeCode'];

/** The form to create degrees, one for each of several awards (spec 5, Degree). */
export const degreeCreateForm = form(
  'DEGREE',
  { degreeListAwarded: awards('Award'), ...named, ...others },
  { rules, readOnly },
);
export type DegreeCreateForm = FormValues<typeof degreeCreateForm>;

/** The form to edit a degree (spec 5, Degree). */
export const degreeForm = form(
  'DEGREE',
  { degreeAwarded: award('Award'), ...named, ...others },
  { rules, readOnly },
);
export type DegreeForm = FormValues<typeof degreeForm>;

/** A degree in a response, with the names of its award and its terms. */
export const degree = response(
  { degreeKey: z.int(), degreeAwarded: z.string(), degreeShort: z.string(), degreeCode: z.string() },
  storedFields(named),
  { startTerm: z.nullable(termLabel), endTerm: z.nullable(termLabel) },
  storedFields(others),
  stamp('degreeUciNetId'),
);
export type Degree = z.output<typeof degree>;
