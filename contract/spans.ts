import { type ItemKind, type Items, itemKinds, type Span } from './kinds.ts';
import type { Relationship } from './relationships.ts';

/** The span fields of every relationship. */
export const relationshipSpan = {
  start: 'startTerm',
  end: 'endTerm',
  of: 'terms',
} as const satisfies Span<keyof Relationship>;

/** A term code or a year. */
export type Moment = string | number;

/** The start and end of a period: term codes or years, null if open. */
export interface Bounds {
  start: Moment | null;
  end: Moment | null;
}

export function boundsOf<K extends ItemKind>(kind: K, item: Items[K]): Bounds {
  const names = itemKinds[kind].span;
  const values = item as object as Record<string, Moment | null>;
  return { start: values[names.start] ?? null, end: values[names.end] ?? null };
}

/**
 * The state of a span in a term (contract 10): in effect, including its start and end, still to come, or ended. A year is
 * compared with the first four digits of the term.
 */
export function termStateIn({ start, end }: Bounds, term: string): 'to come' | 'in effect' | 'ended' {
  if (start !== null && isBefore(term, start)) return 'to come';
  return end !== null && isAfter(term, end) ? 'ended' : 'in effect';
}

/** Whether a span contains a term. The same in SQL: `derived.in_effect` and `derived.year_in_effect`. */
export const inEffect = (span: Bounds, term: string): boolean => termStateIn(span, term) === 'in effect';

const isBefore = (term: string, moment: Moment) =>
  typeof moment === 'number' ? yearOf(term) < moment : term < moment;

const isAfter = (term: string, moment: Moment) =>
  typeof moment === 'number' ? yearOf(term) > moment : term > moment;

const yearOf = (term: string) => Number(term.slice(0, 4));
