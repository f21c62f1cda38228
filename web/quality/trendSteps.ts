import type { TrendPoint } from '../../contract/quality.ts';

/** The size of the drawing, and the space above and below the line. */
const WIDTH = 100;
const HEIGHT = 24;
const MARGIN = 3;

/** The line of a trend as an SVG path. A number holds until the next day that has one, so the line has steps. */
export function stepsOfTrend(points: readonly TrendPoint[]): string {
  const times = points.map(({ day }) => Date.parse(day));
  const [start = 0, end = 0] = [times[0], times.at(-1)];
  const top = Math.max(1, ...points.map(({ open }) => open));
  const steps = points.map(({ open }, at) => {
    const x = (((times[at] ?? 0) - start) / Math.max(1, end - start)) * WIDTH;
    const y = HEIGHT - MARGIN - (open / top) * (HEIGHT - 2 * MARGIN);
    return { x: rounded(x), y: rounded(y) };
  });
  return steps.map(({ x, y }, at) => (at === 0 ? `M${x} ${y}` : `H${x}V${y}`)).join('');
}

const rounded = (number: number) => Math.round(number * 10) / 10;

/** The points at which the number is another than before. */
export const changesIn = (points: readonly TrendPoint[]): TrendPoint[] =>
  points.filter(({ open }, at) => open !== points[at - 1]?.open);
