import type { TermCount } from '../../contract/differences.ts';
import { GRADUATE_SCHOOL, type School } from '../../contract/school.ts';

/** The kind of item that a chart counts. */
export type Measure = 'majors' | 'degrees';

/** A school, or all other schools together, with its count for each fall term. */
export interface Series {
  /** A school's code; null for the other schools together. */
  code: string | null;
  title: string;
  counts: readonly number[];
}

/**
 * The data of a chart: the fall terms as codes, the series from the bottom up, and the totals, in which each item counts
 * once.
 */
export interface CountedSeries {
  fallTerms: readonly string[];
  series: readonly Series[];
  totals: readonly number[];
}

/** The number of schools with a series of their own. */
const OWN_SERIES = 6;

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

/**
 * The largest schools from the bottom up, by their majors in a fall term, and on top the other schools together. The same
 * for majors and degrees.
 */
export function stackSeries(counted: CountedSeries, largest: readonly string[]): CountedSeries {
  const own = largest.flatMap((code) => counted.series.filter((layer) => layer.code === code));
  const others = counted.series.filter((layer) => !own.includes(layer));
  if (others.length === 0) return { ...counted, series: own };
  const otherCounts = counted.fallTerms.map((_fall, at) =>
    others.reduce((sum, { counts }) => sum + (counts[at] ?? 0), 0),
  );
  return { ...counted, series: [...own, { code: null, title: 'Other schools', counts: otherCounts }] };
}

/** The codes of the schools with the most items in a fall term, largest first. */
export function largestIn({ fallTerms, series }: CountedSeries, fallTerm: string): string[] {
  const at = fallTerms.indexOf(fallTerm);
  const countOf = ({ counts }: Series) => counts.at(at) ?? 0;
  return series
    .toSorted((one, other) => countOf(other) - countOf(one))
    .slice(0, OWN_SERIES)
    .flatMap(({ code }) => code ?? []);
}

/** An area between two edges, each with a height per fall term. */
export interface Area {
  lower: readonly number[];
  upper: readonly number[];
}

/** The areas of stacked series. */
export function stacked(series: readonly Series[]): Area[] {
  let lower: readonly number[] = series[0]?.counts.map(() => 0) ?? [];
  return series.map(({ counts }) => {
    const area = { lower, upper: lower.map((height, at) => height + (counts[at] ?? 0)) };
    lower = area.upper;
    return area;
  });
}

/** A path of steps, each 1 wide, because a count applies to the whole year. Heights are measured from `top` down. */
export const stepsOf = (heights: readonly number[], top: number): string =>
  heights.map((height, at) => `${at === 0 ? `M0 ${top - height}` : `V${top - height}`}H${at + 1}`).join('');

/** The outline of an area, from its upper edge back along its lower one. */
export function outlineOf({ lower, upper }: Area, top: number): string {
  const back = lower.map((height, at) => `V${top - height}H${at}`).toReversed();
  return `${stepsOf(upper, top)}${back.join('')}Z`;
}

/** Round tick values from 0 to above the maximum, at most seven. */
export function marksOf(most: number): number[] {
  const raw = Math.max(1, most) / 6;
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = Math.max(1, [1, 2, 5, 10].map((times) => times * power).find((size) => size >= raw) ?? raw);
  return Array.from({ length: Math.ceil(most / step) + 1 }, (_none, at) => at * step);
}

/**
 * Places labels near their wanted positions, in order from the bottom up, at least `apart` from each other and all between 0
 * and `top`, if there is room.
 */
export function spread(wanted: readonly number[], apart: number, top: number): number[] {
  const placed: number[] = [];
  for (const place of wanted) placed.push(Math.max(place, (placed.at(-1) ?? -apart) + apart));
  for (let at = placed.length - 1, limit = top; at >= 0; at -= 1, limit -= apart)
    placed[at] = Math.min(placed[at] ?? limit, limit);
  return placed;
}
