import type { TermCount } from '../../contract/differences.ts';
import { GRADUATE_SCHOOL, type School } from '../../contract/school.ts';

/** The kind of item that a chart counts. */
export type Measure = 'majors' | 'degrees';

/** A school with its count for each fall term. */
export interface Series {
  code: string;
  title: string;
  counts: readonly number[];
}

/** The counts of a measure: the fall terms as codes, the schools, and the totals, in which each item counts once. */
export interface CountedSeries {
  fallTerms: readonly string[];
  series: readonly Series[];
  totals: readonly number[];
}

/**
 * The counts of each school, in the order of the list, and the totals. Excludes the school of all graduate majors, in which
 * each would count a second time.
 */
export function countedOf(
  counts: readonly TermCount[],
  schools: readonly School[],
  measure: Measure,
): CountedSeries {
  const fallTerms = [...new Set(counts.map(({ term }) => term))];
  const byCode = Map.groupBy(counts, ({ schoolCode }) => schoolCode);
  const countsOf = (code: string | null) => (byCode.get(code) ?? []).map((count) => count[measure]);
  const series = schools
    .filter(({ schoolCode }) => schoolCode !== GRADUATE_SCHOOL && byCode.has(schoolCode))
    .map(({ schoolCode, title, title8 }) => ({
      code: schoolCode,
      title: title8 || title,
      counts: countsOf(schoolCode),
    }));
  return { fallTerms, series, totals: countsOf(null) };
}

/** A path of steps, each 1 wide, because a count applies to the whole year. Heights are measured from `top` down. */
export const stepsOf = (heights: readonly number[], top: number): string =>
  heights.map((height, at) => `${at === 0 ? `M0 ${top - height}` : `V${top - height}`}H${at + 1}`).join('');

/** Round tick values from 0 to above the maximum, at most seven. */
export function marksOf(most: number): number[] {
  const raw = Math.max(1, most) / 6;
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = Math.max(1, [1, 2, 5, 10].map((times) => times * power).find((size) => size >= raw) ?? raw);
  return Array.from({ length: Math.ceil(most / step) + 1 }, (_none, at) => at * step);
}
