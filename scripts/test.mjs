// npm test: runs all checks and tests. With names of steps as arguments, runs only these and the steps that they need.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findBrowser } from './browser.mjs';
import { findOffice } from './office.mjs';
import { startCluster } from './postgresql.mjs';
import { browserCounts, stepsToRun } from './steps.mjs';
import { buildPages, environment, findNode, install, installLinters, refuse } from './toolchain.mjs';

// The result of a step: the numbers of passed and failed tests.
const NONE = [0, 0];
const FAILED = [0, 1];

const reports = mkdtempSync(join(tmpdir(), 'reports-'));
let cluster = null;
process.once('exit', () => {
  cluster?.stop();
  rmSync(reports, { recursive: true, force: true });
});
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));

let node;
let env;

/** Runs a tool. If it fails without reporting any failed test, it counts as one failure. */
function runs(given, counts = () => NONE) {
  const { status } = spawnSync(node, given, { stdio: ['ignore', 'inherit', 'inherit'], env });
  const [good, bad] = counts();
  return [good, status !== 0 && bad === 0 ? 1 : bad];
}

/** Reads the counts that a tool has written to a file. If there is no file, the tool has failed. */
const written = (file, read) => () =>
  existsSync(file) ? read(JSON.parse(readFileSync(file, 'utf8'))) : FAILED;

const types = (project) => ({
  name: `types-${project}`,
  run: () => runs(['node_modules/typescript/bin/tsc', '-p', project]),
});

const linter = (name, program, ...given) => ({
  name,
  run: async () => {
    await installLinters();
    return runs([`tools/node_modules/${program}`, ...given]);
  },
});

function vitest(name, ...given) {
  const file = join(reports, `${name}.json`);
  return runs(
    [
      'node_modules/vitest/vitest.mjs',
      'run',
      ...given,
      '--reporter=dot',
      '--reporter=json',
      `--outputFile.json=${file}`,
    ],
    written(file, ({ numPassedTests, numFailedTests }) => [numPassedTests, numFailedTests]),
  );
}

const steps = [
  linter('format', '@biomejs/biome/bin/biome', 'check', '.'),
  linter('lint', 'oxlint/bin/oxlint', '--type-aware', '.'),
  ...['contract', 'sheets', 'intake', 'server', 'web', 'test'].map(types),
  { name: 'pages', run: async () => ((await buildPages(node)) ? NONE : FAILED) },
  {
    name: 'browser',
    run() {
      env.PLAYWRIGHT_CHROMIUM = findBrowser(node);
      if (env.PLAYWRIGHT_CHROMIUM) return NONE;
      console.error('No browser: install Chromium, or set PLAYWRIGHT_CHROMIUM to the path of one.');
      return FAILED;
    },
  },
  {
    name: 'postgresql',
    async run() {
      if (env.TEST_DATABASE_URL) return NONE;
      cluster = await startCluster();
      if (cluster) env.TEST_DATABASE_URL = cluster.url;
      else console.log('No PostgreSQL server here: the tests run on the embedded database only.');
      return cluster || !env.CI ? NONE : FAILED;
    },
  },
  { name: 'api', needs: ['pages', 'postgresql'], run: () => vitest('api') },
  {
    name: 'parts',
    needs: ['browser'],
    run: () => (env.PLAYWRIGHT_CHROMIUM ? vitest('parts', '--config=vitest.parts.config.ts') : NONE),
  },
  {
    name: 'office',
    run() {
      if (findOffice()) return vitest('office', '--config=vitest.office.config.ts');
      console.log('No LibreOffice here: workbooks are not tested with it.');
      return env.CI ? FAILED : NONE;
    },
  },
  {
    name: 'proof',
    needs: ['pages', 'browser', 'postgresql'],
    run() {
      const file = join(reports, 'proof.json');
      const engines = env.TEST_DATABASE_URL ? [] : ['--engine', 'embedded'];
      return runs(
        ['test/prove/main.ts', '--short', '--report', file, ...engines],
        written(file, ({ held, broken }) => [held, broken]),
      );
    },
  },
  {
    name: 'bench',
    needs: ['pages', 'browser', 'postgresql'],
    run: () =>
      runs(['test/bench/main.ts', '--short', '--engine', env.TEST_DATABASE_URL ? 'postgresql' : 'embedded']),
  },
  {
    name: 'screens',
    needs: ['pages', 'browser'],
    run() {
      if (!env.PLAYWRIGHT_CHROMIUM) return NONE;
      const file = join(reports, 'playwright.json');
      env.PLAYWRIGHT_JSON_OUTPUT_NAME = file;
      return runs(
        ['node_modules/@playwright/test/cli.js', 'test', '--reporter=dot,json'],
        written(file, ({ stats }) => browserCounts(stats)),
      );
    },
  },
];

let chosen;
try {
  chosen = stepsToRun(steps, process.argv.slice(2));
} catch (error) {
  refuse(error.message);
}

await install();
node = findNode();
env = environment(node);
// Colours are for people at a terminal. In a file, each of thousands of dots would have its own colour code.
if (!process.stdout.isTTY) {
  delete env.FORCE_COLOR;
  env.NO_COLOR = '1';
}

let passed = 0;
let failed = 0;
for (const step of chosen) {
  const start = performance.now();
  const [good, bad] = await step.run();
  passed += good;
  failed += bad;
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  console.log(`${bad ? '✗' : '✓'} ${step.name} (${seconds} s)`);
}

console.log(`${passed} passed, ${failed} failed`);
process.exit(failed ? 1 : 0);
