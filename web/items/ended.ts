import { inEffect, type Moment } from '../../contract/spans.ts';
import { useFieldValue } from '../form/fields.tsx';
import { type Quarter, useQuarter } from '../lookups/lookups.ts';
import { runningTerm } from '../runningTerm.ts';

/** True of an end that has passed. Real data has items that are over while their Active flag is on. */
const hasPassed = (end: Moment | null) => !inEffect({ start: null, end }, runningTerm);

/** 'Ended F15' when that term has passed. */
export const endedIn = (term: string | null, quarter: Quarter): string | null =>
  hasPassed(term) ? `Ended ${quarter(term)}` : null;

/** 'Ended 2015' when that year has passed. */
export const endedInYear = (year: number | null): string | null => (hasPassed(year) ? `Ended ${year}` : null);

/** What the end term of the form that is being filled in says. */
export function useEndedHere(name: string): string | null {
  return endedIn(useFieldValue(name) as string | null, useQuarter());
}
