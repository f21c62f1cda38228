import type { Rule } from './field.ts';

/** A rule that must hold between several fields of a form. `Values` are the types of these fields. */
// oxlint-disable-next-line typescript/no-explicit-any -- a rule of any fields
export interface FormRule<Values extends object = any> {
  /** All fields that the rule checks. Its error is reported for the last field. */
  fields: readonly (keyof Values & string)[];
  /** The last part of the error code, and of the name of the check constraint. */
  code: Rule;
  message: (labelOf: (name: keyof Values & string) => string, values: Readonly<Values>) => string;
  /** Checks parsed or stored values. Called only if each value is valid by itself. */
  holds: (values: Readonly<Values>) => boolean;
}

/** The second of two values must not be before the first. If either is missing, as in a body that is no object, they are in order. */
const inOrder =
  <Value extends string | number>() =>
  <First extends string, Second extends string>(
    first: First,
    second: Second,
  ): FormRule<Record<First | Second, Value | null>> => ({
    fields: [first, second],
    code: 'ORDER',
    message: (labelOf) => `${labelOf(second)} must not be before ${labelOf(first)}`,
    holds: ({ [first]: start, [second]: end }) => start == null || end == null || start <= end,
  });

/** Two terms in order. Term codes (`yyyyst`) are compared as text. */
export const termsInOrder = inOrder<string>();

/** Two years in order. */
export const yearsInOrder = inOrder<number>();
