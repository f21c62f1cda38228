// npm run test:unit, test:api or test:e2e, with files (all without any): runs them with what they need, on a bare clone too.
// Arguments go to Vitest (`--watch` runs again after each change, `-t TITLE`) or to Playwright (`-g TITLE`, `--debug`).
import { spawn } from 'node:child_process';
import { findBrowser } from './browser.mjs';
import { startCluster } from './postgresql.mjs';
import { buildPages, environment, findNode, install, refuse } from './toolchain.mjs';

const [kind, ...given] = process.argv.slice(2);
await install();
const node = findNode();
const env = environment(node);

const vitest = (...projects) => [
  'node_modules/vitest/vitest.mjs',
  ...(given.includes('--watch') ? [] : ['run']),
  ...projects.map((project) => `--project=${project}`),
  ...given,
];
const kinds = {
  unit: () => vitest('unit', 'unit-web'),
  async api() {
    await build();
    if (!env.TEST_DATABASE_URL) {
      const cluster = await startCluster();
      process.once('exit', () => cluster?.stop());
      if (cluster) env.TEST_DATABASE_URL = cluster.url;
      else console.log('No PostgreSQL server here: the tests run on the embedded database only.');
    }
    return vitest('!unit', '!unit-web');
  },
  async e2e() {
    await build();
    env.PLAYWRIGHT_CHROMIUM = findBrowser(node);
    if (!env.PLAYWRIGHT_CHROMIUM)
      refuse('No browser: install Chromium, or set PLAYWRIGHT_CHROMIUM to the path of one.');
    // Files alone do not run after others (playwright.config.ts).
    if (given.length > 0) env.E2E_FILES = 'some';
    return ['node_modules/@playwright/test/cli.js', 'test', ...given];
  },
};

async function build() {
  if (!(await buildPages(node))) refuse('The pages could not be built: see above.');
}

const program = spawn(node, await kinds[kind](), { stdio: 'inherit', env });
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => program.kill(signal));
program.on('error', (error) => refuse(`The program could not be started: ${error.message}.`));
program.on('exit', (code) => process.exit(code ?? 1));
