import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { freePort } from '../../scripts/ports.mjs';
import { addressOf, createFrom, drop } from '../support/cluster.ts';
import { required } from '../support/required.ts';
import { runs } from './runs.ts';

// The image of deploy/Containerfile, built by buildah on a local base, and the commands that an operator runs in it.

const BASE = 'localhost/node:24';
const IMAGE = 'localhost/major-degree-database';

const cluster = process.env.TEST_DATABASE_URL as string;
const names = ['one', 'other'].map((name) => `test_image_${process.pid}_${name}`);
const [one = '', other = ''] = names;

const folder = mkdtempSync(join(tmpdir(), 'image-'));
const stored = [
  '--root',
  join(folder, 'root'),
  '--runroot',
  join(folder, 'run'),
  '--storage-driver',
  'overlay',
];

const buildah = (...given: string[]) => runs('buildah', ...stored, ...given);

/** Creates an image of the base system. */
function makeBase(): void {
  const container = buildah('from', 'scratch');
  buildah('copy', '--quiet', container, inject('base'), '/');
  buildah('config', '--env', 'PATH=/usr/local/bin:/usr/bin:/bin', container);
  buildah('commit', '--quiet', '--rm', container, BASE);
}

let container: string;
let settings: string[];
beforeAll(async () => {
  for (const name of names) await createFrom(cluster, 'template0', name);
  makeBase();
  const given = [
    '--quiet',
    '--isolation',
    'chroot',
    '--format',
    'docker',
    '--build-arg',
    `NODE_IMAGE=${BASE}`,
    '--volume',
    `${runs('npm', 'config', 'get', 'cache')}:/root/.npm`,
  ];
  buildah(
    'bud',
    ...given,
    '--build-arg',
    'BUILD_COMMIT=tried',
    '-f',
    'deploy/Containerfile',
    '-t',
    IMAGE,
    '.',
  );
  container = buildah('from', IMAGE);
  mkdirSync(join(folder, 'backups'));
  chmodSync(join(folder, 'backups'), 0o777);
  settings = Object.entries({
    HOST: '127.0.0.1',
    PORT: String(await freePort()),
    BASE_PATH: '/other/',
    ...required,
  }).map(([name, value]) => `${name}=${value}`);
});
afterAll(async () => {
  if (container) buildah('rm', '--all');
  rmSync(folder, { recursive: true, force: true });
  await drop(cluster, names);
});

/** The arguments that run a command in the image, on a database. */
const inImage = (database: string, command: readonly string[], more: readonly string[] = []) => [
  ...stored,
  'run',
  '--isolation=chroot',
  `--volume=${join(folder, 'backups')}:/backups`,
  ...[...settings, `DATABASE_URL=${addressOf(cluster, database)}`, ...more].flatMap((pair) => [
    '--env',
    pair,
  ]),
  container,
  '--',
  ...command,
];
const npm = (database: string, ...given: string[]) =>
  runs('buildah', ...inImage(database, ['npm', 'run', '--silent', ...given]));

const health = (...more: string[]) => {
  const { Docker } = JSON.parse(buildah('inspect', '--type', 'image', IMAGE));
  const [, ...command] = Docker.config.Healthcheck.Test as string[];
  return spawnSync('buildah', inImage(one, command, more)).status;
};

test('it contains only the files to run, and runs as an unprivileged user', () => {
  const listed = runs('buildah', ...inImage(one, ['sh', '-c', 'ls -A; id -un']));
  expect(listed.split('\n')).toEqual([
    'contract',
    'dist',
    'intake',
    'node_modules',
    'package-lock.json',
    'package.json',
    'scripts',
    'server',
    'sheets',
    'node',
  ]);
});

test('it is upgraded, served, found healthy, backed up, restored elsewhere and verified', async () => {
  npm(one, 'upgrade');
  const server: ChildProcess = spawn('buildah', inImage(one, ['node', 'server/main.ts']), {
    stdio: 'ignore',
  });
  try {
    await expect.poll(() => health(), { timeout: 60_000, interval: 500 }).toBe(0);
    expect(health('BASE_PATH=/mdsd')).toBe(1);
    npm(one, 'backup', '--', '/backups/today.gz');
  } finally {
    server.kill('SIGTERM');
    await once(server, 'exit');
  }
  npm(other, 'restore', '--', '/backups/today.gz');
  expect(npm(other, 'verify')).toContain('The change log is intact');
});
