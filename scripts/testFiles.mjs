// npm run test:unit, test:api, test:components, test:container or test:e2e, with files (all without any): runs them with what they
// need, on a bare clone too.
// Arguments go to Vitest (`--watch` runs again after each change, `-t TITLE`) or to Playwright (`-g TITLE`, `--debug`).
import { spawn } from 'node:child_process';
import { findBrowser } from './browser.mjs';
import { findImageTools } from './container.mjs';
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
    if (!(await hasPostgresql()))
      console.log('No PostgreSQL server here: the tests run on the embedded database only.');
    return vitest('!unit', '!unit-web');
  },
  components() {
    requireBrowser();
    return [...vitest(), '--config=vitest.components.config.ts'];
  },
  async container() {
    await build();
    requireBrowser();
    if (!findImageTools() || !(await hasPostgresql()))
      refuse('No buildah, mmdebstrap and PostgreSQL here, or not root: the image is not built.');
    return [...vitest(), '--config=vitest.container.config.ts'];
  },
  async e2e() {
    await build();
    requireBrowser();
    // Files alone do not run after others (playwright.config.ts).
    if (given.length > 0) env.E2E_FILES = 'some';
    return ['node_modules/@playwright/test/cli.js', 'test', ...given];
  },
};

/** Whether there is a PostgreSQL server: the given one, or one that runs until this process ends. */
async function hasPostgresql() {
  if (env.TEST_DATABASE_URL) return true;
  const cluster = await startCluster();
  process.once('exit', () => cluster?.stop());
  if (cluster) env.TEST_DATABASE_URL = cluster.url;
  return Boolean(cluster);
}

function requireBrowser() {
  env.PLAYWRIGHT_CHROMIUM = findBrowser(node);
  if (!env.PLAYWRIGHT_CHROMIUM)
    refuse('No browser: install Chromium, or set PLAYWRIGHT_CHROMIUM to the path of one.');
}

async function build() {
  if (!(await buildPages(node))) refuse('The pages could not be built: see above.');
}

const program = spawn(node, await kinds[kind](), { stdio: 'inherit', env });
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => program.kill(signal));
program.on('error', (error) => refuse(`The program could not be started: ${error.message}.`));
program.on('exit', (code) => process.exit(code ?? 1));
