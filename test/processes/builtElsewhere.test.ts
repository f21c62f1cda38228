import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { freePort } from '../../scripts/ports.mjs';
import { ownEnvironment } from '../support/ownEnvironment.ts';

// A copy of the project that was built elsewhere, and a program npm that only records how it is called.

const copy = mkdtempSync(join(tmpdir(), 'production-'));
const calls = join(copy, 'calls');
beforeAll(() => {
  for (const path of ['contract', 'intake', 'server', 'sheets', 'web', 'scripts', 'dist'])
    cpSync(path, join(copy, path), { recursive: true });
  for (const path of ['package.json', 'package-lock.json', 'vite.config.ts']) cpSync(path, join(copy, path));
  mkdirSync(join(copy, 'bin'));
  writeFileSync(join(copy, 'bin/npm'), `#!/bin/sh\necho "$*" >> ${calls}\nexit 1\n`, { mode: 0o755 });
});
afterAll(() => rmSync(copy, { recursive: true, force: true }));

interface Lock {
  packages: Record<string, { dev?: boolean }>;
}

/** Installs the packages that are not for development, as `npm ci --omit=dev` does. */
function installForProduction(): void {
  const lock = JSON.parse(readFileSync('node_modules/.package-lock.json', 'utf8')) as Lock;
  const packages = Object.fromEntries(Object.entries(lock.packages).filter(([, { dev }]) => !dev));
  for (const path of Object.keys(packages).filter((name) => name.lastIndexOf('node_modules/') === 0)) {
    mkdirSync(dirname(join(copy, path)), { recursive: true });
    symlinkSync(resolve(path), join(copy, path));
  }
  writeFileSync(join(copy, 'node_modules/.package-lock.json'), JSON.stringify({ ...lock, packages }));
}

const env = () => ({
  ...ownEnvironment(),
  PATH: `${join(copy, 'bin')}:${process.env.PATH}`,
  SAMPLE_DATA: 'false',
});

test('npm start of a program that was built elsewhere installs no development packages', () => {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/run.mjs', 'server/main.ts'], {
    cwd: copy,
    encoding: 'utf8',
    env: env(),
  });
  // Standard output is for results.
  expect({ status, stdout, stderr }).toEqual({
    status: 1,
    stdout: '',
    stderr: expect.stringContaining('could not be installed'),
  });
  expect(readFileSync(calls, 'utf8')).toMatch(/^ci --omit=dev /);
  rmSync(calls);
});

test('… and needs none to start', async () => {
  installForProduction();
  expect(readdirSync(join(copy, 'node_modules'))).not.toContain('vite');
  const PORT = String(await freePort());
  const program = spawn(process.execPath, ['scripts/run.mjs', 'server/main.ts'], {
    cwd: copy,
    env: { ...env(), PORT, DATA_DIR: join(copy, 'data') },
    stdio: 'ignore',
  });
  const page = () => fetch(`http://127.0.0.1:${PORT}/mdsd/`).catch(() => null);
  await vi.waitUntil(async () => (await page())?.status === 200, { timeout: 120_000 });
  program.kill('SIGTERM');
  await once(program, 'exit');
  expect(readdirSync(copy)).not.toContain('calls');
});
