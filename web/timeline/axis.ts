import { quarterOf } from '../../contract/runningTerm.ts';
import type { Moment } from '../../contract/spans.ts';
import type { Bounds } from '../terms/periods.ts';

/** A part of time, in years: 2018.75 is the start of F18. */
export interface Interval {
  from: number;
  to: number;
}

const QUARTER = 0.25;
const FALL = 0.75;
/** How many years the axis goes on after today. */
const AHEAD = 4;
/** How many years lie between two ticks, and on an axis that is shorter than `SHORT` years. */
const STEP = 5;
const SHORT_STEP = 1;
const SHORT = 12;

/** Where a term or a year begins, in years. */
export const startOf = (moment: Moment): number =>
  typeof moment === 'number' ? moment : Number(moment.slice(0, 4)) + quarterOf(moment) * QUARTER;

/** Where it ends. A year ends with its last day. */
export const endOf = (moment: Moment): number => startOf(moment) + (typeof moment === 'number' ? 1 : QUARTER);

/** The middle of a term, where its line is drawn. */
export const middleOf = (term: string): number => startOf(term) + QUARTER / 2;

/**
 * The part of time that is drawn: from the fall before all that is shown to four years after today, or to a year after
 * what is still later. `lines` are the terms that have a line of their own.
 */
export function axisOf(spans: readonly Bounds[], today: string, lines: readonly string[]): Interval {
  const known = spans.flatMap(({ start, end }) => [
    ...(start === null ? [] : [startOf(start)]),
    ...(end === null ? [] : [endOf(end)]),
  ]);
  const places = [...known, ...lines.map(startOf)];
  const first = Math.min(startOf(today), ...places);
  const last = Math.max(startOf(today) + AHEAD - 1, ...places);
  return { from: Math.ceil(first - FALL) - QUARTER, to: last + 1 };
}

/** Every fifth fall on the axis, and on a short one every fall, as terms. */
export function ticksOf({ from, to }: Interval): string[] {
  const step = to - from < SHORT ? SHORT_STEP : STEP;
  const ticks: string[] = [];
  for (let year = Math.ceil((from - FALL) / step) * step; year + FALL < to; year += step)
    ticks.push(`${year}92`);
  return ticks;
}

/** Where a place is on the axis, in percent of its width. What is not on it is at its edge. */
export const percentOf = ({ from, to }: Interval, place: number): number =>
  Math.min(1, Math.max(0, (place - from) / (to - from))) * 100;
