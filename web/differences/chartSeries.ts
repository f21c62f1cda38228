import type { TermCount } from '../../contract/differences.ts';
import { GRADUATE_SCHOOL, type School } from '../../contract/school.ts';

/** What is counted. */
export type Measure = 'majors' | 'degrees';

/** A school, or all others together, with its count for each fall. */
export interface Series {
  /** A school's code; null for the others together. */
  code: string | null;
  title: string;
  counts: readonly number[];
}

/** What a chart shows: the falls as term codes, the layers from the bottom up, and the whole, each item counted once. */
export interface Counted {
  falls: readonly string[];
  layers: readonly Series[];
  whole: readonly number[];
}

/** How many schools have a layer of their own. */
const OWN = 6;

/**
 * The counts of each school, in the order of the list, and those of the whole. Without the school of all graduate majors, in
 * which each would count once more.
 */
export function countedOf(
  counts: readonly TermCount[],
  schools: readonly School[],
  measure: Measure,
): Counted {
  const falls = [...new Set(counts.map(({ term }) => term))];
  const byCode = Map.groupBy(counts, ({ schoolCode }) => schoolCode);
  const countsOf = (code: string | null) => (byCode.get(code) ?? []).map((count) => count[measure]);
  const layers = schools
    .filter(({ schoolCode }) => schoolCode !== GRADUATE_SCHOOL && byCode.has(schoolCode))
    .map(({ schoolCode, title, title8 }) => ({
      code: schoolCode,
      title: title8 || title,
      counts: countsOf(schoolCode),
    }));
  return { falls, layers, whole: countsOf(null) };
}

/**
 * The largest schools from the bottom up, by their majors in a fall, and on top the others together. The same for majors
 * and degrees.
 */
export function stackSeries(counted: Counted, largest: readonly string[]): Counted {
  const own = largest.flatMap((code) => counted.layers.filter((layer) => layer.code === code));
  const others = counted.layers.filter((layer) => !own.includes(layer));
  if (others.length === 0) return { ...counted, layers: own };
  const totals = counted.falls.map((_fall, at) =>
    others.reduce((sum, { counts }) => sum + (counts[at] ?? 0), 0),
  );
  return { ...counted, layers: [...own, { code: null, title: 'Other schools', counts: totals }] };
}

/** The codes of the schools with the most items in a fall, the largest first. */
export function largestIn({ falls, layers }: Counted, fall: string): string[] {
  const at = falls.indexOf(fall);
  const countOf = ({ counts }: Series) => counts.at(at) ?? 0;
  return layers
    .toSorted((one, other) => countOf(other) - countOf(one))
    .slice(0, OWN)
    .flatMap(({ code }) => code ?? []);
}

/** An area between two edges, each with a height per fall. */
export interface Area {
  lower: readonly number[];
  upper: readonly number[];
}

/** The layers stacked on each other. */
export function stacked(layers: readonly Series[]): Area[] {
  let lower: readonly number[] = layers[0]?.counts.map(() => 0) ?? [];
  return layers.map(({ counts }) => {
    const area = { lower, upper: lower.map((height, at) => height + (counts[at] ?? 0)) };
    lower = area.upper;
    return area;
  });
}

/** A path of steps, one wide each, because a count holds for the whole year. Heights are measured from `top` down. */
export const stepsOf = (heights: readonly number[], top: number): string =>
  heights.map((height, at) => `${at === 0 ? `M0 ${top - height}` : `V${top - height}`}H${at + 1}`).join('');

/** The outline of an area, from its upper edge back along its lower one. */
export function outlineOf({ lower, upper }: Area, top: number): string {
  const back = lower.map((height, at) => `V${top - height}H${at}`).toReversed();
  return `${stepsOf(upper, top)}${back.join('')}Z`;
}

/** Round numbers from 0 to beyond a height, at most seven. */
export function marksOf(most: number): number[] {
  const raw = Math.max(1, most) / 6;
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = Math.max(1, [1, 2, 5, 10].map((times) => times * power).find((size) => size >= raw) ?? raw);
  return Array.from({ length: Math.ceil(most / step) + 1 }, (_none, at) => at * step);
}

/**
 * Places labels near where they want to be, from the bottom up in their order, at least `apart` from each other and all
 * between 0 and `top`, if there is room.
 */
export function spread(wanted: readonly number[], apart: number, top: number): number[] {
  const placed: number[] = [];
  for (const place of wanted) placed.push(Math.max(place, (placed.at(-1) ?? -apart) + apart));
  for (let at = placed.length - 1, limit = top; at >= 0; at -= 1, limit -= apart)
    placed[at] = Math.min(placed[at] ?? limit, limit);
  return placed;
}
