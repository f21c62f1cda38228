// npm test: every check and test there is; names of steps as arguments run only those.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findBrowser } from './browser.mjs';
import { startCluster } from './postgresql.mjs';
import { buildPages, environment, findNode, install } from './toolchain.mjs';

install();
const node = findNode();
const env = environment(node);
// Colours are for a person who watches; in a file every one of thousands of dots would carry its own.
if (!process.stdout.isTTY) {
  delete env.FORCE_COLOR;
  env.NO_COLOR = '1';
}
const reports = mkdtempSync(join(tmpdir(), 'reports-'));
const only = process.argv.slice(2);
let passed = 0;
let failed = 0;

/** Runs a tool; without a count of its own, it counts as one that failed when it fails. */
function tool(name, given, counts = () => [0, 0]) {
  return step(name, () => {
    const { status } = spawnSync(node, given, { stdio: ['ignore', 'inherit', 'inherit'], env });
    const [good, bad] = counts();
    return [good, status !== 0 && bad === 0 ? 1 : bad];
  });
}

async function step(name, run) {
  if (only.length > 0 && !only.includes(name)) return;
  const start = performance.now();
  const [good, bad] = await run();
  passed += good;
  failed += bad;
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  console.log(`${bad ? '✗' : '✓'} ${name} (${seconds} s)`);
}

function report(file, read) {
  return () => (existsSync(file) ? read(JSON.parse(readFileSync(file, 'utf8'))) : [0, 1]);
}

await tool('format', ['node_modules/@biomejs/biome/bin/biome', 'check', '.']);
await tool('lint', ['node_modules/oxlint/bin/oxlint', '--type-aware', '.']);
for (const project of ['contract', 'server', 'web', 'test'])
  await tool(`types-${project}`, ['node_modules/typescript/bin/tsc', '-p', project]);
await step('pages', () => (buildPages(node) ? [0, 0] : [0, 1]));

let browserMissing = false;
await step('browser', () => {
  env.PLAYWRIGHT_CHROMIUM = findBrowser(node);
  browserMissing = !env.PLAYWRIGHT_CHROMIUM;
  if (browserMissing)
    console.error('No browser: install Chromium, or set PLAYWRIGHT_CHROMIUM to the path of one.');
  return [0, browserMissing ? 1 : 0];
});

let cluster = null;
await step('postgresql', async () => {
  if (env.TEST_DATABASE_URL) return [0, 0];
  cluster = await startCluster();
  if (cluster) env.TEST_DATABASE_URL = cluster.url;
  else console.log('No PostgreSQL server here: the tests run on the embedded database only.');
  return [0, cluster || !env.CI ? 0 : 1];
});
process.once('exit', () => {
  cluster?.stop();
  rmSync(reports, { recursive: true, force: true });
});
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));

const vitest = join(reports, 'vitest.json');
await tool(
  'api',
  [
    'node_modules/vitest/vitest.mjs',
    'run',
    '--reporter=dot',
    '--reporter=json',
    `--outputFile.json=${vitest}`,
  ],
  report(vitest, ({ numPassedTests, numFailedTests }) => [numPassedTests, numFailedTests]),
);

const proof = join(reports, 'proof.json');
const engines = env.TEST_DATABASE_URL ? [] : ['--engine', 'embedded'];
await tool(
  'proof',
  ['test/prove/main.ts', '--short', '--report', proof, ...engines],
  report(proof, ({ held, broken }) => [held, broken]),
);

await tool('bench', [
  'test/bench/main.ts',
  '--short',
  '--engine',
  env.TEST_DATABASE_URL ? 'postgresql' : 'embedded',
]);

env.PLAYWRIGHT_JSON_OUTPUT_NAME = join(reports, 'playwright.json');
if (!browserMissing)
  await tool(
    'screens',
    ['node_modules/@playwright/test/cli.js', 'test', '--reporter=dot,json'],
    report(env.PLAYWRIGHT_JSON_OUTPUT_NAME, ({ stats }) => [stats.expected + stats.flaky, stats.unexpected]),
  );

console.log(`${passed} passed, ${failed} failed`);
process.exit(failed ? 1 : 0);
