// Shared by start and test. Plain JavaScript for any Node on the PATH: in a bare clone nothing is installed yet.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));
process.chdir(root);

/** Prints a message with the correction, and exits with code 1. */
export function refuse(sentence) {
  console.error(sentence);
  process.exit(1);
}

/**
 * Installs the packages of package-lock.json, unless all needed packages are installed: with `withDevelopment`, also those that
 * only build and test.
 */
export const install = ({ withDevelopment = true } = {}) =>
  withDevelopment
    ? installIn('.', ['ci'], () => true)
    : installIn('.', ['ci', '--omit=dev'], ({ dev }) => !dev);

/**
 * Installs the linters. Their lock file lists only the builds that every registry has. `npm ci` rejects such a lock file, so
 * it is separate.
 */
export const installLinters = () =>
  installIn('tools', ['install', '--no-save', '--prefix', 'tools'], () => true);

async function installIn(folder, command, isNeeded) {
  if (isInstalled(folder, isNeeded)) return;
  const npm = process.env.npm_execpath
    ? [process.execPath, process.env.npm_execpath]
    : [process.platform === 'win32' ? 'npm.cmd' : 'npm'];
  // None of our packages needs its install scripts, so they are disabled.
  const given = [
    ...npm.slice(1),
    ...command,
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--no-progress',
    '--loglevel=error',
  ];
  const what = folder === '.' ? 'the packages' : `the packages of ${folder}`;
  const done = await runs(`Installing ${what}`, npm[0], given, { shell: npm[0].endsWith('.cmd') });
  if (!done) refuse('The packages could not be installed: see above, then try again.');
}

function isInstalled(folder, isNeeded) {
  const installed = join(folder, 'node_modules', '.package-lock.json');
  if (!existsSync(installed)) return false;
  const { packages: there } = JSON.parse(readFileSync(installed, 'utf8'));
  const { packages: wanted } = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8'));
  return Object.entries(wanted).every(([path, locked]) => {
    const { version, optional, devOptional } = locked;
    // Optional packages may be for another system.
    const mayBeMissing = optional || devOptional || !isNeeded(locked);
    return path === '' || there[path]?.version === version || (!there[path] && mayBeMissing);
  });
}

/**
 * The path of a Node that runs TypeScript directly: the one in node_modules, or the current one if it is new enough.
 */
export function findNode() {
  const platform = process.platform === 'win32' ? 'win' : process.platform;
  const own = join(
    root,
    'node_modules',
    `node-${platform}-${process.arch}`,
    'bin',
    platform === 'win' ? 'node.exe' : 'node',
  );
  if (existsSync(own) && spawnSync(own, ['--version']).status === 0) return own;
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > 22 || (major === 22 && minor >= 18)) return process.execPath;
  return refuse(
    `Node ${process.versions.node} is too old: install Node 24, or 22.18 or later, and try again.`,
  );
}

/** The environment for tools: all use the same Node, and its compiled code is cached. */
export function environment(node) {
  const bin = join(root, 'node_modules', '.bin');
  const separator = process.platform === 'win32' ? ';' : ':';
  return {
    ...process.env,
    PATH: [dirname(node), bin, process.env.PATH].join(separator),
    OXLINT_TSGOLINT_PATH: join(root, 'tools', 'node_modules', '.bin', 'tsgolint'),
    NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'compiled'),
    // By default glibc keeps freed memory apart for each thread: about 60 MB more for the embedded database.
    MALLOC_ARENA_MAX: process.env.MALLOC_ARENA_MAX ?? '2',
  };
}

const DOT_EVERY = 2000;

/**
 * Runs a slow program, with a message at its start and dots for its progress, on standard error, because standard output is
 * for results. Shows the output of the program if it fails. Returns whether it succeeded.
 */
async function runs(sentence, program, given, options) {
  process.stderr.write(`${sentence}…`);
  const dots = setInterval(() => process.stderr.write('.'), DOT_EVERY);
  const child = spawn(program, given, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  const printed = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => printed.push(part));
  const status = await new Promise((resolve) => {
    child.on('error', ({ message }) => resolve(printed.push(Buffer.from(message))));
    child.on('close', resolve);
  });
  clearInterval(dots);
  process.stderr.write('\n');
  if (status !== 0) console.error(Buffer.concat(printed).toString());
  return status === 0;
}

const STAMP = 'dist/web.built-from';
const sourcesNow = () =>
  fingerprint(['web', 'contract', 'sheets', 'intake', 'vite.config.ts', 'package-lock.json']);

/** Whether dist/web has the pages of these sources. */
export const arePagesBuilt = () => readIfThere(STAMP) === sourcesNow();

/** Builds the pages into dist/web, unless they are up to date. Returns whether it succeeded. */
export async function buildPages(node) {
  const now = sourcesNow();
  if (readIfThere(STAMP) === now) return true;
  rmSync(STAMP, { force: true });
  const given = ['node_modules/vite/bin/vite.js', 'build'];
  if (!(await runs('Building the pages', node, given, { env: environment(node) }))) return false;
  writeFileSync(STAMP, now);
  return true;
}

const readIfThere = (file) => (existsSync(file) ? readFileSync(file, 'utf8') : undefined);

function fingerprint(paths) {
  const hash = createHash('sha256');
  const add = (path) => {
    if (statSync(path).isDirectory()) for (const name of readdirSync(path).sort()) add(join(path, name));
    else hash.update(path).update(readFileSync(path));
  };
  paths.filter((path) => existsSync(path)).forEach(add);
  return hash.digest('hex');
}
