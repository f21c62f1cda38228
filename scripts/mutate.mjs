// Finds what no test notices: makes mutants, and runs for each the unit, component and API tests that import its file.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { installedBrowser } from './browser.mjs';
import { startCluster } from './postgresql.mjs';
import { buildPages, environment, findNode, install, refuse, root } from './toolchain.mjs';

const HELP = `Usage: node scripts/mutate.mjs [--seed N] [--count N] [TEXT…]

Makes small faults in contract/, intake/, the catalog and the forms, one at a time, in a copy of this clone: flips a
comparison, drops a condition, changes a number, returns early. For each it runs the type check and the unit, component
and API tests that import its file, the nearest first, until one fails. Lists the faults that none noticed.

  --seed N    which faults: the same seed makes the same ones of the same sources (default: 1)
  --count N   how many (default: 60)
  TEXT        only those whose name contains one, such as intake/row.ts:38`;

const FOLDERS = ['contract', 'intake', 'server/catalog', 'web/catalog', 'web/ui/form'];
// A mutant can loop forever.
const LONGEST = 600_000;
// So many of the nearest API files run for each mutant. The others run once for all that survive them.
const NEAREST_OF_API = 6;
const AT_ONCE = 20;
// What a clone does not have.
const LEFT_OUT = ['.git', 'node_modules', 'tools/node_modules', 'data', 'test-results'];

const { values, positionals } = readOptions();
if (values.help) {
  console.log(HELP);
  process.exit(0);
}

await install();
const node = findNode();
const env = { ...environment(node), NO_COLOR: '1' };
delete env.FORCE_COLOR;
if (!(await buildPages(node))) refuse('The pages could not be built: see above.');
const { chosen, importersOf, mutantsOf, mutated } = await import('./mutants.mjs');

// The mutants are never in the working tree.
const copy = mkdtempSync(join(tmpdir(), 'mutants-'));
let running;
let cluster;
process.once('exit', () => {
  endRunning();
  cluster?.stop();
  rmSync(copy, { recursive: true, force: true });
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => process.exit(1));
copyTree();
process.chdir(copy);

const sources = new Map(
  ['contract', 'sheets', 'intake', 'server', 'web', 'test', 'scripts'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(tsx?|mjs)$/.test(name))
      .map((name) => [join(folder, name), readFileSync(join(folder, name), 'utf8')]),
  ),
);
const isTest = (file) => /\.test\.tsx?$/.test(file);
const suites = {
  unit: (file) => isTest(file) && !/^test\/(?!unit\/)/.test(file),
  components: (file) => isTest(file) && file.startsWith('test/components/'),
  api: (file) => isTest(file) && file.startsWith('test/api/') && !/database\/embedded\//.test(file),
};
const testsOf = (file, suite) => importersOf(file, sources).filter(suites[suite]);
const hasTests = (file) => Object.keys(suites).some((suite) => testsOf(file, suite).length > 0);

const mutable = [...sources.keys()].filter(
  (file) =>
    FOLDERS.some((folder) => file.startsWith(`${folder}/`)) && !isTest(file) && !file.endsWith('.d.ts'),
);
const tested = mutable.filter(hasTests);
console.log(`${tested.length} of ${mutable.length} files are imported by unit, component or API tests.`);
const nameOf = ({ file, line, change }) => `${file}:${line}  ${change}`;
const mutants = chosen(
  tested.flatMap((file) => mutantsOf(file, sources.get(file))),
  Number(values.seed),
  Number(values.count),
).filter((mutant) => positionals.length === 0 || positionals.some((text) => nameOf(mutant).includes(text)));

const survivors = [];
const startedAt = performance.now();
for (const [index, mutant] of mutants.entries()) {
  const killer = await within([mutant], () => killerOf(mutant));
  if (!killer) survivors.push(mutant);
  console.log(`${index + 1}/${mutants.length} ${nameOf(mutant)}: ${killer ?? 'survives so far'}`);
}
for (const [mutant, killer] of await killersAmongOtherApiFiles()) {
  survivors.splice(survivors.indexOf(mutant), 1);
  console.log(`${nameOf(mutant)}: ${killer}`);
}

const minutes = ((performance.now() - startedAt) / 60_000).toFixed(1);
console.log(`\n${survivors.length} of ${mutants.length} survive (seed ${values.seed}, ${minutes} minutes):`);
for (const mutant of survivors) console.log(`  ${nameOf(mutant)}`);
process.exit(0);

/** The first test file, or the type check, that notices a mutant. */
async function killerOf({ file }) {
  const unit = testsOf(file, 'unit');
  const components = installedBrowser() ? testsOf(file, 'components') : [];
  return (
    (await failing('unit', unit.slice(0, 4))) ??
    (await failing('unit', unit.slice(4))) ??
    (await failingTypes(file)) ??
    (await failing('api', testsOf(file, 'api').slice(0, NEAREST_OF_API))) ??
    (await failing('components', components.slice(0, 3))) ??
    (await failing('components', components.slice(3)))
  );
}

/**
 * Runs the API files that are not among the nearest with survivors of several files at once, and those that fail with each.
 * @returns {Promise<(readonly [object, string])[]>} The survivors that one of them notices.
 */
async function killersAmongOtherApiFiles() {
  const othersOf = ({ file }) => testsOf(file, 'api').slice(NEAREST_OF_API);
  const killed = [];
  const left = new Set(survivors);
  while (left.size > 0) {
    const round = [...new Map([...left].map((mutant) => [mutant.file, mutant])).values()];
    const others = [...new Set(round.flatMap(othersOf))];
    const failed = await within(round, async () => {
      const all = [];
      for (let at = 0; at < others.length; at += AT_ONCE) {
        const batch = others.slice(at, at + AT_ONCE);
        const found = await failures('api', batch, []);
        // A run that was ended does not say which files failed.
        all.push(...(found.some((name) => !batch.includes(name)) ? batch : found));
      }
      return all;
    });
    for (const mutant of round) {
      left.delete(mutant);
      const suspects = othersOf(mutant).filter((file) => failed.includes(file));
      const killer = await within([mutant], () => failing('api', suspects));
      if (killer) killed.push([mutant, killer]);
    }
  }
  return killed;
}

/** Writes mutants of different files into the copy while `action` runs. */
async function within(given, action) {
  for (const mutant of given) writeFileSync(mutant.file, mutated(sources.get(mutant.file), mutant));
  const result = await action();
  for (const { file } of given) writeFileSync(file, sources.get(file));
  return result;
}

/** The first of these test files that fails. On a busy machine one with limits of time may fail by itself, so it runs again. */
async function failing(suite, files) {
  const [first] = await failures(suite, files, ['--bail=1']);
  if (suite === 'unit' || !files.includes(first)) return first;
  if ((await failures(suite, [first], [])).length > 0) return first;
  return await failing(
    suite,
    files.filter((file) => file !== first),
  );
}

/** Runs test files, and returns those that fail. */
async function failures(suite, files, more) {
  if (files.length === 0) return [];
  const report = join(copy, 'report.json');
  rmSync(report, { force: true });
  const project = {
    unit: ['--project=unit', '--project=unit-web'],
    components: ['--config=vitest.components.config.ts'],
    api: [`--project=${await engine()}`],
  }[suite];
  const reports = ['--reporter=json', `--outputFile=${report}`];
  const status = await ends([
    'node_modules/vitest/vitest.mjs',
    'run',
    ...project,
    ...reports,
    ...more,
    ...files,
  ]);
  if (status === 0) return [];
  const { testResults = [] } = existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : {};
  const failed = testResults.filter((one) => one.status === 'failed').map(({ name }) => relative(copy, name));
  return failed.length > 0 ? failed : [`${suite} tests end with ${status}`];
}

async function failingTypes(file) {
  const [folder] = file.split('/');
  return (await ends(['node_modules/typescript/bin/tsc', '-p', folder])) === 0 ? undefined : 'types';
}

/** PostgreSQL, if it is here, is started when the first API tests run. */
async function engine() {
  if (cluster === undefined && !env.TEST_DATABASE_URL) {
    cluster = await startCluster();
    if (cluster) env.TEST_DATABASE_URL = cluster.url;
  }
  return env.TEST_DATABASE_URL ? 'PostgreSQL' : 'embedded';
}

/** Runs a program in its own group of processes, and returns how it ended. */
async function ends(given) {
  running = spawn(node, given, { env, stdio: 'ignore', detached: true });
  const tooLong = setTimeout(endRunning, LONGEST);
  const [status, signal] = await once(running, 'exit');
  clearTimeout(tooLong);
  running = undefined;
  return status ?? signal;
}

function endRunning() {
  if (running) process.kill(-running.pid, 'SIGKILL');
}

/** Copies the sources. Packages are links, but for what tools write beside them. */
function copyTree() {
  cpSync(root, copy, { recursive: true, filter: (file) => !LEFT_OUT.includes(relative(root, file)) });
  const packages = join(root, 'node_modules');
  mkdirSync(join(copy, 'node_modules'));
  for (const name of readdirSync(packages))
    if (!name.startsWith('.') || name === '.bin')
      symlinkSync(join(packages, name), join(copy, 'node_modules', name));
}

function readOptions() {
  try {
    return parseArgs({
      options: {
        help: { type: 'boolean', short: 'h' },
        seed: { type: 'string', default: '1' },
        count: { type: 'string', default: '60' },
      },
      allowPositionals: true,
    });
  } catch (error) {
    return refuse(`${error.message}\n\n${HELP}`);
  }
}
