import { spawn, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { root } from '../../../../scripts/toolchain.mjs';
import { addressOf, createFrom, drop } from '../../../support/cluster.ts';
import { freePort } from '../../../support/ports.ts';

// What deploy/Containerfile puts into the image, put into an empty folder by its own steps, and run there.

const { cluster } = inject('templates') as { cluster: string };
const names = ['one', 'other'].map((name) => `test_image_${process.pid}_${name}`);
const [one = '', other = ''] = names;

/** The steps of the last stage: instruction and argument. */
const steps = readFileSync(join(root, 'deploy/Containerfile'), 'utf8')
  .split(/^FROM .*$/m)
  .at(-1)
  ?.split('\n')
  .map((line) => /^([A-Z]+) (.*)$/.exec(line)?.slice(1) ?? []) as [string?, string?][];
const argumentsOf = (instruction: string) =>
  steps.flatMap(([name, argument]) => (name === instruction && argument !== undefined ? [argument] : []));

let folder: string;
let env: NodeJS.ProcessEnv;
beforeAll(async () => {
  for (const name of names) await createFrom(cluster, 'template0', name);
  folder = mkdtempSync(join(tmpdir(), 'image-'));
  env = {
    // The image has one Node, and the rest of a slim Debian.
    PATH: [dirname(process.execPath), '/usr/local/bin', '/usr/bin', '/bin'].join(delimiter),
    HOME: process.env.HOME,
    // What the image needs was installed here too, so it need not be read again.
    npm_config_prefer_offline: 'true',
    ...Object.fromEntries(
      argumentsOf('ENV').flatMap((line) =>
        line.split(' ').map((pair) => pair.split('=') as [string, string]),
      ),
    ),
    BUILD_COMMIT: 'image',
    HOST: '127.0.0.1',
    PORT: String(await freePort()),
    BASE_PATH: '/other/',
    DATABASE_URL: addressOf(cluster, one),
    PUBLIC_URL: 'https://mdsd.example.edu',
    OIDC_ISSUER: 'https://sso.example.edu',
    OIDC_CLIENT_ID: 'mdsd',
    OIDC_CLIENT_SECRET: 'the client secret',
    SESSION_SECRET: 'x'.repeat(32),
  };
  for (const [instruction, argument = ''] of steps) {
    if (instruction === 'RUN') expect(run('bash', ['-ec', argument])).toMatchObject({ status: 0 });
    if (instruction !== 'COPY') continue;
    const given = argument
      .replace(/^--from=build \/app\//, '')
      .replace(/^--from=build /, '')
      .split(' ');
    const to = given.pop() ?? '';
    for (const from of given) {
      const path = from.replace(/^\/app\//, '');
      const isInto = to.endsWith('/');
      cpSync(join(root, path), join(folder, isInto ? join(to, path.split('/').at(-1) ?? '') : to), {
        recursive: true,
      });
    }
  }
}, 300_000);
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await drop(cluster, names);
});

function run(program: string, given: readonly string[], more: NodeJS.ProcessEnv = {}) {
  const { status, stdout, stderr } = spawnSync(program, given, {
    cwd: folder,
    env: { ...env, ...more },
    encoding: 'utf8',
    timeout: 240_000,
  });
  return { status, said: stdout + stderr };
}
const npm = (given: readonly string[], more?: NodeJS.ProcessEnv) =>
  run('npm', ['run', '--silent', ...given], more);

const health = (more: NodeJS.ProcessEnv = {}) => {
  const [line = ''] = argumentsOf('HEALTHCHECK');
  const [program = '', ...given] = JSON.parse(line.replace(/^CMD /, '')) as string[];
  return run(program, given, more).status;
};

test('it is upgraded, served, found healthy, backed up, restored elsewhere and verified', {
  timeout: 300_000,
}, async () => {
  expect(npm(['upgrade'])).toMatchObject({ status: 0 });
  const [line = ''] = argumentsOf('CMD').slice(-1);
  const [program = '', ...given] = JSON.parse(line) as string[];
  const server = spawn(program, given, { cwd: folder, env, stdio: 'ignore' });
  try {
    await expect.poll(() => health(), { timeout: 60_000, interval: 500 }).toBe(0);
    expect(health({ BASE_PATH: '/mdsd' })).toBe(1);
    expect(npm(['backup', '--', join(folder, 'backup.gz')])).toMatchObject({ status: 0 });
  } finally {
    server.kill('SIGTERM');
  }
  const elsewhere = { DATABASE_URL: addressOf(cluster, other) };
  expect(npm(['restore', '--', join(folder, 'backup.gz')], elsewhere)).toMatchObject({ status: 0 });
  expect(npm(['verify'], elsewhere)).toMatchObject({ status: 0 });
});
