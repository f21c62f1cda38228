import { departmentKeys, flag, text, whole } from '../../contract/fields.ts';
import { form } from '../../contract/form.ts';
import { plainFieldsOf } from './fields.tsx';

/** Held by the compiler alone: what must not compile does not, and what must, does. Nothing imports this. */
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
  // @ts-expect-error -- a number is no text
  <F.Text key={2} name="year" />,
  // @ts-expect-error -- a text is no flag
  <F.Flag key={3} name="title" />,
  // @ts-expect-error -- keys are numbers
  <F.SeveralOf key={5} name="keys" options={[]} read={String} />,
  // @ts-expect-error -- a field has to be named
  <F.Whole key={4} />,
];
