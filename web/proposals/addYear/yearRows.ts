import type { Term } from '../../../contract/lookups.ts';
import type { ProposalRow } from '../../../contract/proposals.ts';

/** A year to add, and the rows for its terms. */
export interface AddedYear {
  year: number;
  rows: readonly ProposalRow[];
}

const yearOf = ({ termYyyyst }: Term) => Number(termYyyyst.slice(0, 4));
const sessionOf = ({ termYyyyst }: Term) => termYyyyst.slice(4);

/**
 * The terms of the year after the last complete one: those with the same sessions that the lookup does not have yet, in
 * chronological order. A year is complete if it has every session of the year before it. Null without any term.
 */
export function yearRows(terms: readonly Term[]): AddedYear | null {
  const byYear = Map.groupBy(terms, yearOf);
  const years = [...byYear.keys()].toSorted((one, other) => other - one);
  const termsOf = (year: number | undefined) => byYear.get(year ?? 0) ?? [];
  const isComplete = (year: number) => {
    const sessions = termsOf(year).map(sessionOf);
    return termsOf(year - 1).every((term) => sessions.includes(sessionOf(term)));
  };
  const last = years.find(isComplete);
  if (last === undefined) return null;
  const year = last + 1;
  const known = new Set(termsOf(year).map(({ termYyyyst }) => termYyyyst));
  const rows = termsOf(last)
    .map((term) => ({ termYyyyst: `${year}${sessionOf(term)}`, termLetterYear: labelIn(year, term) }))
    .filter(({ termYyyyst }) => !known.has(termYyyyst))
    .toSorted((one, other) => (one.termYyyyst < other.termYyyyst ? -1 : 1))
    .map(({ termYyyyst, termLetterYear }) => ({
      kind: 'term',
      ref: { termYyyyst },
      values: { termLetterYear },
    }));
  return { year, rows };
}

/** The label of the term with the same session in another year: F30 becomes F31. Without a year in it, the code of the term. */
function labelIn(year: number, term: Term): string {
  const { termLetterYear } = term;
  const before = String(yearOf(term));
  for (const digits of [4, 2]) {
    const old = before.slice(-digits);
    const at = termLetterYear.lastIndexOf(old);
    if (at >= 0)
      return termLetterYear.slice(0, at) + String(year).slice(-digits) + termLetterYear.slice(at + digits);
  }
  return `${year}${sessionOf(term)}`;
}
