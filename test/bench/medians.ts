/**
 * Prints the table of docs/performance.md: the medians of several runs of the benchmark, with the lowest and the highest value
 * and ratio. `node scripts/run.mjs test/bench/medians.ts FILE…`, with the files of `npm run bench -- --json FILE`.
 */
import { readFileSync } from 'node:fs';
import type { EngineName } from '../support/engines.ts';
import type { Figure } from './case.ts';
import { formatNumber } from './support/formatNumber.ts';

type Row = Figure & { engine: EngineName; times: number };

const runs = process.argv.slice(2).map((file) => JSON.parse(readFileSync(file, 'utf8')) as Row[]);
const rows = new Map<string, Row[]>();
for (const row of runs.flat()) {
  // The sizes of responses in parentheses differ from run to run.
  const name = [row.engine, row.times, row.measured.replace(/ \([\d.]+ MB\)/, '')].join();
  rows.set(name, [...(rows.get(name) ?? []), row]);
}

console.log(
  '| measured | engine | × | median | lowest to highest | compared with | ratio | lowest to highest | goal |',
);
console.log('|---|---|---|---|---|---|---|---|---|');
for (const same of rows.values()) console.log(lineOf(same));

function lineOf(same: readonly Row[]): string {
  const [{ engine, times, measured, unit, limit, of, atLeast, atMost }] = same as [Row];
  const values = sorted(same.map(({ value }) => value));
  const ratios = sorted(same.flatMap(({ value, limit }) => (limit === undefined ? [] : [value / limit])));
  const cells = [
    measured,
    engine === 'embedded' ? 'embedded' : 'PostgreSQL',
    times,
    `${formatNumber(middleOf(values))} ${unit}`,
    rangeOf(values, formatNumber),
    of === 'the goal' ? `the goal, ${formatNumber(limit ?? 0)} ${unit}` : (of ?? ''),
    ratios.length === 0 ? '' : fixed(middleOf(ratios)),
    rangeOf(ratios, fixed),
    atLeast ? `≥ ${atLeast}` : atMost ? `≤ ${atMost}` : '',
  ];
  return `| ${cells.join(' | ')} |`;
}

function sorted(values: readonly number[]): number[] {
  return values.toSorted((one, other) => one - other);
}

/** Of values in order. */
function middleOf(values: readonly number[]): number {
  return values[values.length >> 1] ?? Number.NaN;
}

/** Of values in order. */
function rangeOf(values: readonly number[], shown: (value: number) => string): string {
  const [first, last] = [values[0], values.at(-1)];
  return first === undefined || last === undefined ? '' : `${shown(first)} to ${shown(last)}`;
}

function fixed(value: number): string {
  return value.toFixed(2);
}
