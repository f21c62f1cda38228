import type { Rule } from './field.ts';

/** What must hold between several fields of a form. */
export interface FormRule<Name extends string = string> {
  /** All that it looks at; its error stands at the last. */
  fields: readonly Name[];
  /** The last part of its error's code. */
  code: Rule;
  message(labelOf: (name: Name) => string): string;
  /** Of values that their fields have read, or that are stored. It is asked only where none of them is wrong by itself. */
  holds(values: Readonly<Record<Name, unknown>>): boolean;
}

/** Of two terms or years the second must not come before the first. */
export const inOrder = <Name extends string>(first: Name, second: Name): FormRule<Name> => ({
  fields: [first, second],
  code: 'ORDER',
  message: (labelOf) => `${labelOf(second)} must not be before ${labelOf(first)}`,
  holds: ({ [first]: one, [second]: other }) => isInOrder(one, other),
});

/** Term codes (`yyyyst`) sort as text; years as numbers. An end without a start is in order. */
function isInOrder(first: unknown, second: unknown): boolean {
  if (typeof first === 'string' && typeof second === 'string') return first <= second;
  if (typeof first === 'number' && typeof second === 'number') return first <= second;
  return true;
}
