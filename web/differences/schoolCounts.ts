import type { CountedSeries, Measure } from './chartSeries.ts';
import type { Side, Sides } from './differencesUrl.ts';
import { fallTermOf } from './fallTerms.ts';

/** A school with its counts in the falls of two terms. `code` is null for all schools together. */
export type SchoolCounts = { code: string | null; title: string } & Record<Measure, Record<Side, number>>;

/**
 * All schools together, then each school that has an item in one of the falls, the one with the most majors in the later
 * fall first. A fall without counts has zeros.
 */
export function schoolCounts(
  { majors, degrees }: Record<Measure, CountedSeries>,
  terms: Sides,
): SchoolCounts[] {
  const at = (side: Side) => majors.fallTerms.indexOf(fallTermOf(terms[side]));
  const [from, to] = [at('from'), at('to')];
  const pair = (counts: readonly number[] = []) => ({ from: counts[from] ?? 0, to: counts[to] ?? 0 });
  const degreesOf = new Map(degrees.series.map(({ code, counts }) => [code, counts]));
  const schools = majors.series
    .map(({ code, title, counts }) => ({
      code,
      title,
      majors: pair(counts),
      degrees: pair(degreesOf.get(code)),
    }))
    .filter((row) => row.majors.from + row.majors.to + row.degrees.from + row.degrees.to > 0)
    .toSorted((one, other) => other.majors.to - one.majors.to || other.degrees.to - one.degrees.to);
  return [
    { code: null, title: 'All schools', majors: pair(majors.totals), degrees: pair(degrees.totals) },
    ...schools,
  ];
}
