import { flag, text, whole } from './fields.ts';
import { form } from './form.ts';
import { termsInOrder, yearsInOrder } from './rules.ts';

/** A compile-time test: correct rules must compile and wrong ones must not. Nothing imports this file. */
const fields = {
  first: text('First', 6),
  second: text('Second', 6),
  year: whole('Year', 1, 9),
  active: flag('Active', true),
};

export const right = form('SCHOOL', fields, { rules: [termsInOrder('first', 'second')] });

export const wrong = [
  // @ts-expect-error -- the form has no such field
  form('SCHOOL', fields, { rules: [termsInOrder('first', 'third')] }),
  // @ts-expect-error -- a year is not a term
  form('SCHOOL', fields, { rules: [termsInOrder('first', 'year')] }),
  // @ts-expect-error -- terms are not years
  form('SCHOOL', fields, { rules: [yearsInOrder('first', 'second')] }),
];
