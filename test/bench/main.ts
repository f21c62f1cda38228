/**
 * Measures the speed of the product and compares each figure with a limit measured in the same run.
 *
 * - `npm run bench`, or only some cases: `npm run bench -- lists report`
 * - `--times 1` or `--times 1,10`: the sizes of the catalog, as multiples of the sample
 * - `--engine embedded` or `--engine postgresql`: only one engine
 * - `--json FILE`: also writes the figures into a file, for example to merge several runs
 * - `--short`: only the ratios, over the sample. Fails if one is worse than half of its goal.
 */
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { type EngineName, engineNames } from '../support/engines.ts';
import type { Figure } from './case.ts';
import { cases } from './cases.ts';
import { formatNumber } from './support/formatNumber.ts';
import { prepare } from './support/setup.ts';

const { values: asked, positionals: names } = parseArgs({
  allowPositionals: true,
  options: {
    short: { type: 'boolean', default: false },
    engine: { type: 'string' },
    times: { type: 'string' },
    json: { type: 'string' },
  },
});
const sizes = (asked.times ?? (asked.short ? '1' : '1,10,100')).split(',').map(Number);
const engines = engineNames.filter((engine) => (asked.engine ?? engine) === engine);
const chosen = cases.filter(({ name, isLong }) =>
  names.length === 0 ? !(asked.short && isLong) : names.includes(name),
);
if (chosen.length < names.length || engines.length === 0 || sizes.some((size) => !(size >= 1))) {
  console.error(
    `Unknown argument. Use any of the cases ${cases.map(({ name }) => name).join(', ')}, --engine ${engineNames.join(' or ')}, --times with whole numbers, --json with a file, and --short.`,
  );
  process.exit(2);
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1));
process.once('disconnect', () => process.exit(1));

const table: (Figure & { engine: EngineName; times: number })[] = [];
for (const engine of engines)
  for (const times of sizes) {
    const setup = await prepare(engine, times);
    for (const one of chosen.filter((one) => one.engines?.includes(engine) ?? true))
      try {
        for (const figure of await one.run(setup, asked.short)) table.push({ ...figure, engine, times });
      } catch (error) {
        // The figures of the others take long to measure again.
        console.error(`The case ${one.name} failed:`, error);
        process.exitCode = 1;
      }
    await setup.end();
  }

if (asked.json) writeFileSync(asked.json, JSON.stringify(table, null, 2));
const [smallest] = sizes;
console.log('| engine | × | measured | median | p99 | limit | ratio | goal | growth |');
console.log('|---|---|---|---|---|---|---|---|---|');
for (const figure of table) console.log(lineOf(figure));
const missed = table.filter((figure) => asked.short && isFarFrom(figure));
for (const { measured, engine } of missed) console.log(`Worse than half of its goal: ${measured}, ${engine}`);
process.exit(missed.length > 0 ? 1 : process.exitCode);

function lineOf({
  engine,
  times,
  measured,
  value,
  unit,
  p99,
  limit,
  of,
  atLeast,
  atMost,
}: (typeof table)[0]): string {
  const first = table.find(
    (other) => other.engine === engine && other.times === smallest && kindOf(other) === kindOf({ measured }),
  );
  const cells = [
    engine,
    times,
    measured,
    `${formatNumber(value)} ${unit}`,
    p99 === undefined ? '' : `${formatNumber(p99)} ms`,
    limit === undefined ? '' : `${formatNumber(limit)} ${unit} (${of})`,
    limit === undefined ? '' : (value / limit).toFixed(2),
    atLeast ? `≥ ${atLeast}` : atMost ? `≤ ${atMost}` : '',
    first && times !== smallest ? `× ${(value / first.value).toFixed(1)}` : '',
  ];
  return `| ${cells.join(' | ')} |`;
}

/** The name of a measurement, without the size in parentheses. */
function kindOf({ measured }: Pick<Figure, 'measured'>): string {
  return measured.replace(/ \(.*\)$/, '');
}

function isFarFrom({ value, limit, atLeast, atMost }: Figure): boolean {
  if (limit === undefined) return false;
  const ratio = value / limit;
  return ratio < (atLeast ?? 0) / 2 || ratio > (atMost ?? Infinity) * 2;
}
