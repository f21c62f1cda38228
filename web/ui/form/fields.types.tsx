import { departmentKeys, flag, text, whole } from '../../../contract/fields.ts';
import { form } from '../../../contract/form.ts';
import { plainFieldsOf } from './fields.tsx';

/** A compile-time test: correct uses must compile and wrong ones must not. Nothing imports this file. */
const F = plainFieldsOf(
  form('SCHOOL', {
    title: text('Title', 50),
    year: whole('Year', 1, 9),
    active: flag('Active', true),
    keys: departmentKeys('Keys'),
  }),
);

export const right = [
  <F.Text key={1} name="title" />,
  <F.Whole key={2} name="year" />,
  <F.Flag key={3} name="active" />,
  <F.SeveralOf key={4} name="keys" options={[]} read={Number} />,
];

export const wrong = [
  // @ts-expect-error -- the form has no such field
  <F.Text key={1} name="titel" />,
  // @ts-expect-error -- a number is not a text
  <F.Text key={2} name="year" />,
  // @ts-expect-error -- a text is not a flag
  <F.Flag key={3} name="title" />,
  // @ts-expect-error -- keys are numbers
  <F.SeveralOf key={5} name="keys" options={[]} read={String} />,
  // @ts-expect-error -- the name is required
  <F.Whole key={4} />,
];
