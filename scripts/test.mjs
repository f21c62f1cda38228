// npm test: runs all checks and tests. With names of steps as arguments, runs only these and the steps that they need.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { findBrowser } from './browser.mjs';
import { findImageTools } from './container.mjs';
import { findFirefox } from './firefox.mjs';
import { findOffice } from './office.mjs';
import { startCluster } from './postgresql.mjs';
import { browserCounts, performInOrder, stepsToRun } from './steps.mjs';
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
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => process.exit(1));

let node;
let env;

/**
 * Runs a tool. With 'pipe' as `stdout`, its output is shown at its end. If it fails without reporting any failed test, it
 * counts as one failure.
 */
async function runs(given, stdout, counts = () => NONE) {
  const child = spawn(node, given, { stdio: ['ignore', stdout, 'inherit'], env });
  const end = () => child.kill();
  process.once('exit', end);
  const printed = child.stdout ? text(child.stdout) : '';
  const [status] = await once(child, 'close');
  process.off('exit', end);
  if (printed) console.log(await printed);
  const [good, bad] = counts();
  return [good, status !== 0 && bad === 0 ? 1 : bad];
}

/** Reads the counts that a tool has written to a file. If there is no file, the tool has failed. */
const written = (file, read) => () =>
  existsSync(file) ? read(JSON.parse(readFileSync(file, 'utf8'))) : FAILED;

const types = (project) => ({
  name: `types-${project}`,
  isBeside: true,
  run: (stdout) => runs(['node_modules/typescript/bin/tsc', '-p', project], stdout),
});

const linter = (name, program, ...given) => ({
  name,
  isBeside: true,
  run: async (stdout) => {
    await installLinters();
    return runs([`tools/node_modules/${program}`, ...given], stdout);
  },
});

function vitest(name, stdout, ...given) {
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
    stdout,
    written(file, ({ numPassedTests, numFailedTests }) => [numPassedTests, numFailedTests]),
  );
}

function playwright(name, stdout, ...given) {
  const file = join(reports, `${name}.json`);
  env.PLAYWRIGHT_JSON_OUTPUT_NAME = file;
  return runs(
    ['node_modules/@playwright/test/cli.js', 'test', ...given, '--reporter=dot,json'],
    stdout,
    written(file, ({ stats }) => browserCounts(stats)),
  );
}

// Steps beside others run one after another while the others run, so that no processor is idle. What they print is shown
// when they have ended. Heavy steps, which start browsers, an office or containers, take turns: two of them at once would
// keep each other waiting for longer than any test expects.
const steps = [
  { name: 'words', isBeside: true, run: (stdout) => runs(['scripts/words.mjs'], stdout) },
  linter('format', '@biomejs/biome/bin/biome', 'check', '.'),
  linter('lint', 'oxlint/bin/oxlint', '--type-aware', '.'),
  ...['contract', 'sheets', 'intake', 'server', 'web', 'test'].map(types),
  {
    name: 'browser',
    isBeside: true,
    run() {
      env.PLAYWRIGHT_CHROMIUM = findBrowser(node);
      if (env.PLAYWRIGHT_CHROMIUM) return NONE;
      console.error('No browser: install Chromium, or set PLAYWRIGHT_CHROMIUM to the path of one.');
      return FAILED;
    },
  },
  { name: 'pages', run: async () => ((await buildPages(node)) ? NONE : FAILED) },
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
  {
    name: 'container',
    needs: ['postgresql', 'pages', 'browser'],
    isBeside: true,
    isHeavy: true,
    run(stdout) {
      if (env.TEST_DATABASE_URL && findImageTools())
        return vitest('container', stdout, '--config=vitest.container.config.ts');
      console.log('No buildah, mmdebstrap and PostgreSQL here, or not root: the image is not built.');
      return env.CI ? FAILED : NONE;
    },
  },
  {
    name: 'components',
    needs: ['browser'],
    isBeside: true,
    isHeavy: true,
    run: (stdout) =>
      env.PLAYWRIGHT_CHROMIUM ? vitest('components', stdout, '--config=vitest.components.config.ts') : NONE,
  },
  {
    name: 'office',
    isBeside: true,
    isHeavy: true,
    run(stdout) {
      if (findOffice()) return vitest('office', stdout, '--config=vitest.office.config.ts');
      console.log('No LibreOffice here: workbooks are not tested with it.');
      return env.CI ? FAILED : NONE;
    },
  },
  {
    name: 'firefox',
    needs: ['pages'],
    isBeside: true,
    isHeavy: true,
    run(stdout) {
      if (findFirefox()) return playwright('firefox', stdout, '--config=playwright.firefox.config.ts');
      console.log('No Firefox here: the screens are tested in Chromium only.');
      return env.CI ? FAILED : NONE;
    },
  },
  {
    name: 'chaos',
    needs: ['pages', 'browser', 'postgresql'],
    isBeside: true,
    run(stdout) {
      const file = join(reports, 'chaos.json');
      const engines = env.TEST_DATABASE_URL ? [] : ['--engine', 'embedded'];
      return runs(
        ['test/chaos/main.ts', '--short', '--report', file, ...engines],
        stdout,
        written(file, ({ passed, failed }) => [passed, failed]),
      );
    },
  },
  { name: 'unit', run: (stdout) => vitest('unit', stdout, '--project=unit', '--project=unit-web') },
  {
    name: 'api',
    needs: ['pages', 'postgresql'],
    run: (stdout) => vitest('api', stdout, '--project=!unit', '--project=!unit-web'),
  },
  {
    name: 'screens',
    needs: ['pages', 'browser'],
    isHeavy: true,
    run: (stdout) => (env.PLAYWRIGHT_CHROMIUM ? playwright('screens', stdout) : NONE),
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
// Colors are for users at a terminal. In a file, each of thousands of dots would have its own color code.
if (!process.stdout.isTTY) {
  delete env.FORCE_COLOR;
  env.NO_COLOR = '1';
}

let passed = 0;
let failed = 0;
async function perform({ name, isBeside = false, run }) {
  const start = performance.now();
  const [good, bad] = await run(isBeside ? 'pipe' : 'inherit');
  passed += good;
  failed += bad;
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  console.log(`${bad ? '✗' : '✓'} ${name} (${seconds} s)`);
}
await performInOrder(chosen, perform);

console.log(`${passed} passed, ${failed} failed`);
process.exit(failed ? 1 : 0);
