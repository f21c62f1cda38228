import type { Rule } from './field.ts';

/** A rule that must hold between several fields of a form. */
export interface FormRule<Name extends string = string> {
  /** All fields that the rule checks. Its error is reported for the last field. */
  fields: readonly Name[];
  /** The last part of the error code. */
  code: Rule;
  message(labelOf: (name: Name) => string): string;
  /** Checks parsed or stored values. Called only if each value is valid by itself. */
  holds(values: Readonly<Record<Name, unknown>>): boolean;
}

/** The second of two terms or years must not be before the first. */
export const inOrder = <Name extends string>(first: Name, second: Name): FormRule<Name> => ({
  fields: [first, second],
  code: 'ORDER',
  message: (labelOf) => `${labelOf(second)} must not be before ${labelOf(first)}`,
  holds: ({ [first]: start, [second]: end }) => isInOrder(start, end),
});

/** Compares term codes (`yyyyst`) as text and years as numbers. If either value is missing, they are in order. */
function isInOrder(first: unknown, second: unknown): boolean {
  if (typeof first === 'string' && typeof second === 'string') return first <= second;
  if (typeof first === 'number' && typeof second === 'number') return first <= second;
  return true;
}
