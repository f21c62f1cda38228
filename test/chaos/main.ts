/**
 * Proves by attacks and faults that the product keeps its promises. Each part starts its own servers, on the embedded
 * database and on its own PostgreSQL, and ends with figures, its seed and a verdict.
 *
 * - `npm run prove`, or only some parts: `npm run prove -- races crashes`
 * - `--engine embedded` or `--engine postgresql`: only one engine. Without it, both run in parallel.
 * - `--short`: a sample of those parts that API tests do not show as well, or of the named ones, on one engine
 * - `--seed N`: repeats a run
 * - `--report FILE`: writes the numbers of parts that held and broke
 */
import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { addressOf, createFrom, drop } from '../support/cluster.ts';
import { type EngineName, engineNames, type Part, type Run } from './scenario.ts';
import { parts, sampled } from './scenarios.ts';
import { type Cluster, ownCluster } from './support/cluster.ts';
import { randomFrom } from './support/random.ts';

const { values: asked, positionals: names } = parseArgs({
  allowPositionals: true,
  options: {
    short: { type: 'boolean', default: false },
    engine: { type: 'string' },
    report: { type: 'string' },
    seed: { type: 'string' },
  },
});
// A sample always uses the same seed, so that its failures are reproducible.
const seed = Number(asked.seed ?? (asked.short ? 1 : randomInt(2 ** 31)));
const unknown = names.filter((name) => !parts.some((part) => part.name === name));
if (
  unknown.length > 0 ||
  !Number.isInteger(seed) ||
  !(asked.engine === undefined || engineNames.includes(asked.engine as EngineName))
) {
  console.error(
    `Unknown argument: ${unknown.join(' ')}. Use any of the parts ${parts.map(({ name }) => name).join(', ')}, and --short, --engine embedded or postgresql, --seed with a whole number.`,
  );
  process.exit(2);
}

let made = 0;
let held = 0;
let broken = 0;
const own: { cluster?: Cluster } = {};
const folders: string[] = [];
process.once('exit', () => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1));
process.once('disconnect', () => process.exit(1));
if (!asked.short && !asked.engine) await eachInItsOwnProcess();
else
  for (const part of chosen())
    for (const engine of enginesOf(part))
      if (await runs(part, engine)) held += 1;
      else broken += 1;
if (asked.report) writeFileSync(asked.report, JSON.stringify({ held, broken }));
console.log(`${held} passed, ${broken} failed`);
process.exit(broken ? 1 : 0);

function chosen(): readonly Part[] {
  if (names.length > 0) return parts.filter(({ name }) => names.includes(name));
  return asked.short ? sampled : parts;
}

/** Runs both engines in parallel: one can work while the other waits. */
async function eachInItsOwnProcess(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'prove-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  await Promise.all(
    engineNames.map(async (engine) => {
      const report = join(folder, engine);
      const given = [...names, '--engine', engine, '--seed', String(seed), '--report', report];
      const child = spawn(process.execPath, [import.meta.filename, ...given], { stdio: 'inherit' });
      process.once('exit', () => child.kill());
      await once(child, 'exit');
      const tally = existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : { held: 0, broken: 1 };
      held += tally.held;
      broken += tally.broken;
    }),
  );
}

function enginesOf(part: Part): readonly EngineName[] {
  const { engines } = part;
  if (asked.engine) return engines.filter((one) => one === asked.engine);
  return asked.short ? engines.slice(0, 1) : engines;
}

async function runs(part: Part, engine: EngineName): Promise<boolean> {
  const undo: (() => Promise<void> | void)[] = [];
  const began = performance.now();
  const told = (verdict: string, text: string) => {
    const seconds = ((performance.now() - began) / 1000).toFixed(1);
    console.log(`${verdict} ${part.name}, ${engine} (seed ${seed}, ${seconds} s): ${text}`);
  };
  try {
    const figures = await part.run(await prepare(engine, (last) => undo.unshift(last)));
    told('✓', [part.promise, ...figures].join('\n    '));
    return true;
  } catch (error) {
    told('✗', `not proven: ${part.promise}`);
    console.error(error);
    return false;
  } finally {
    // A failed cleanup must not prevent the others.
    for (const last of undo) await Promise.resolve().then(last).catch(console.error);
  }
}

async function prepare(engine: EngineName, atEnd: Run['atEnd']): Promise<Run> {
  const cluster = engine === 'postgresql' ? (own.cluster ??= await ownCluster()) : null;
  return {
    engine,
    short: asked.short,
    random: randomFrom(seed),
    cluster,
    atEnd,
    async newPlace() {
      if (!cluster) {
        const folder = mkdtempSync(join(tmpdir(), 'prove-data-'));
        folders.push(folder);
        atEnd(() => rmSync(folder, { recursive: true, force: true }));
        return { DATA_DIR: folder };
      }
      made += 1;
      const name = `prove_${made}`;
      await createFrom(cluster.url, 'template0', name);
      atEnd(() => drop(cluster.url, [name]));
      return { DATABASE_URL: addressOf(cluster.url, name) };
    },
  };
}
