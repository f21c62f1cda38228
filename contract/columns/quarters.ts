import type { Term } from '../lookups.ts';

/** The quarter label of a response's term, or the code itself if it is not mapped. */
export const quarterOf = (term: Term | null, code: string | null) => term?.termLetterYear ?? code;

/** Converts a term code to its quarter label. An unmapped code stays unchanged (spec 3). */
export type Quarter = (code: string | null) => string | null;

/** The quarter labels of these terms. */
export function quartersOf(terms: readonly Term[]): Quarter {
  const labels = new Map(terms.map(({ termYyyyst, termLetterYear }) => [termYyyyst, termLetterYear]));
  return (code) => (code === null ? null : (labels.get(code) ?? code));
}
