/**
 * Breaks what servers depend on, and checks that they keep their promises. Each scenario starts its own servers, on the
 * embedded database and on its own PostgreSQL, and ends with figures, its seed and a verdict.
 *
 * - `npm run test:chaos`, or only some scenarios: `npm run test:chaos -- races crashes`
 * - `--engine embedded` or `--engine postgresql`: only one engine. Without it, both run in parallel.
 * - `--short`: a sample of the scenarios, on one engine
 * - `--seed N`: repeats a run
 * - `--report FILE`: writes the numbers of scenarios that passed and failed
 */
import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { addressOf, createFrom, drop } from '../support/cluster.ts';
import { type EngineName, engineNames } from '../support/engines.ts';
import { type Cluster, ownCluster } from '../support/ownCluster.ts';
import { randomFrom } from '../support/random.ts';
import type { Run, Scenario } from './scenario.ts';
import { sampled, scenarios } from './scenarios.ts';

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
const unknown = names.filter((name) => !scenarios.some((scenario) => scenario.name === name));
if (
  unknown.length > 0 ||
  !Number.isInteger(seed) ||
  !(asked.engine === undefined || engineNames.includes(asked.engine as EngineName))
) {
  console.error(
    `Unknown argument: ${unknown.join(' ')}. Use any of the scenarios ${scenarios.map(({ name }) => name).join(', ')}, and --short, --engine embedded or postgresql, --seed with a whole number.`,
  );
  process.exit(2);
}

let made = 0;
let passed = 0;
let failed = 0;
const own: { cluster?: Cluster } = {};
const folders: string[] = [];
process.once('exit', () => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1));
process.once('disconnect', () => process.exit(1));
if (!asked.short && !asked.engine) await eachInItsOwnProcess();
else
  for (const scenario of chosen())
    for (const engine of enginesOf(scenario))
      if (await runs(scenario, engine)) passed += 1;
      else failed += 1;
if (asked.report) writeFileSync(asked.report, JSON.stringify({ passed, failed }));
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed ? 1 : 0);

function chosen(): readonly Scenario[] {
  if (names.length > 0) return scenarios.filter(({ name }) => names.includes(name));
  return asked.short ? sampled : scenarios;
}

/** Runs both engines in parallel: one can work while the other waits. */
async function eachInItsOwnProcess(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'chaos-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  await Promise.all(
    engineNames.map(async (engine) => {
      const report = join(folder, engine);
      const given = [...names, '--engine', engine, '--seed', String(seed), '--report', report];
      const child = spawn(process.execPath, [import.meta.filename, ...given], { stdio: 'inherit' });
      process.once('exit', () => child.kill());
      await once(child, 'exit');
      const tally = existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : { passed: 0, failed: 1 };
      passed += tally.passed;
      failed += tally.failed;
    }),
  );
}

function enginesOf(scenario: Scenario): readonly EngineName[] {
  const { engines } = scenario;
  if (asked.engine) return engines.filter((one) => one === asked.engine);
  return asked.short ? engines.slice(0, 1) : engines;
}

async function runs(scenario: Scenario, engine: EngineName): Promise<boolean> {
  const undo: (() => Promise<void> | void)[] = [];
  const began = performance.now();
  const report = (verdict: string, text: string) => {
    const seconds = ((performance.now() - began) / 1000).toFixed(1);
    console.log(`${verdict} ${scenario.name}, ${engine} (seed ${seed}, ${seconds} s): ${text}`);
  };
  try {
    const figures = await scenario.run(await prepare(engine, (last) => undo.unshift(last)));
    report('✓', [scenario.promise, ...figures].join('\n    '));
    return true;
  } catch (error) {
    report('✗', `failed: ${scenario.promise}`);
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
        const folder = mkdtempSync(join(tmpdir(), 'chaos-data-'));
        folders.push(folder);
        atEnd(() => rmSync(folder, { recursive: true, force: true }));
        return { DATA_DIR: folder };
      }
      made += 1;
      const name = `chaos_${made}`;
      await createFrom(cluster.url, 'template0', name);
      atEnd(() => drop(cluster.url, [name]));
      return { DATABASE_URL: addressOf(cluster.url, name) };
    },
  };
}
