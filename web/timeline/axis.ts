import { quarterOf } from '../../contract/runningTerm.ts';
import { type Bounds, type Moment } from '../../contract/spans.ts';

/** A time interval, in years: 2018.75 is the start of F18. */
export interface Interval {
  from: number;
  to: number;
}

const QUARTER = 0.25;
const FALL = 0.75;
/** The number of years that the axis extends beyond today. */
const AHEAD = 4;
/** The number of years between two ticks. On an axis shorter than `SHORT` years, each fall term has a tick. */
const STEP = 5;
const SHORT_STEP = 1;
const SHORT = 12;

/** The start of a term or a year, in years. */
export const startOf = (moment: Moment): number =>
  typeof moment === 'number' ? moment : Number(moment.slice(0, 4)) + quarterOf(moment) * QUARTER;

/** Its end. A year ends with its last day. */
export const endOf = (moment: Moment): number => startOf(moment) + (typeof moment === 'number' ? 1 : QUARTER);

/** The middle of a term, where its line is drawn. */
export const middleOf = (term: string): number => startOf(term) + QUARTER / 2;

/**
 * The interval of the axis: from the fall term before the earliest start to four years after today, or to a year after a
 * later end. `lines` are the terms that have a line of their own.
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

/** The terms of the ticks: every fifth fall term, or on a short axis every fall term. */
export function ticksOf({ from, to }: Interval): string[] {
  const step = to - from < SHORT ? SHORT_STEP : STEP;
  const ticks: string[] = [];
  for (let year = Math.ceil((from - FALL) / step) * step; year + FALL < to; year += step)
    ticks.push(`${year}92`);
  return ticks;
}

/** A position on the axis, in percent of its width. Positions outside are moved to the edge. */
export const percentOf = ({ from, to }: Interval, place: number): number =>
  Math.min(1, Math.max(0, (place - from) / (to - from))) * 100;
