import { hasPassed } from '../detail/ended.ts';
import { useFieldValue } from '../form/fields.tsx';
import { type Quarter, useQuarter } from '../lookups.ts';

/** 'Ended F15' when that term has passed. */
export const endedIn = (term: string | null, quarter: Quarter): string | null =>
  hasPassed(term) ? `Ended ${quarter(term)}` : null;

/** 'Ended 2015' when that year has passed. */
export const endedInYear = (year: number | null, today = new Date()): string | null =>
  year !== null && year < today.getFullYear() ? `Ended ${year}` : null;

/** What the end term of the form that is being filled in says. */
export function useEndedHere(name: string): string | null {
  return endedIn(useFieldValue(name) as string | null, useQuarter());
}
