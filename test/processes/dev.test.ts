import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { freePort } from '../../scripts/ports.mjs';
import { Browser } from '../support/browser.ts';
import { signIn } from '../support/testUser.ts';

// `npm run dev`, in a copy of the project whose files the tests change.

const copy = mkdtempSync(join(tmpdir(), 'dev-'));
let program: ChildProcess;
let origin: string;
let port: number;

beforeAll(async () => {
  for (const path of ['contract', 'intake', 'server', 'sheets', 'web', 'scripts', 'dist', 'package.json'])
    cpSync(path, join(copy, path), { recursive: true });
  for (const path of ['package-lock.json', 'vite.config.ts', 'tsconfig.base.json'])
    cpSync(path, join(copy, path));
  symlinkSync(resolve('node_modules'), join(copy, 'node_modules'));
  port = await freePort();
  origin = `http://127.0.0.1:${port}`;
  program = spawn(process.execPath, ['scripts/dev.mjs'], {
    cwd: copy,
    env: {
      PATH: process.env.PATH,
      PORT: String(port),
      DATA_DIR: join(copy, 'data'),
      TIME_ZONE: 'Europe/Berlin',
    },
    stdio: 'ignore',
  });
  await vi.waitUntil(async () => (await statusOfReadyz()) === 200, { timeout: 120_000 });
});
afterAll(() => {
  program.kill('SIGKILL');
  rmSync(copy, { recursive: true, force: true });
});

const read = async (path: string) => await (await fetch(`${origin}/mdsd/${path}`)).text();
const statusOfReadyz = async () => (await fetch(`${origin}/mdsd/readyz`).catch(() => null))?.status;

function replace(file: string, text: string, by: string): void {
  const path = join(copy, file);
  const before = readFileSync(path, 'utf8');
  expect(before).toContain(text);
  writeFileSync(path, before.replace(text, by));
}

test('the page has the meta tags that the server sets', async () => {
  const page = await read('school');
  expect(page).toContain('<meta name="ctx" content="/mdsd"');
  expect(page).toContain('<meta name="time-zone" content="Europe/Berlin"');
  expect(page).toMatch(/<meta name="running-term" content="\d{6}"/);
});

test('the sign-in works at the same URL', async () => {
  const { url } = await new Browser().follow(`${origin}/mdsd/api/auth/start`);
  expect(url).toMatch(`${origin}/mdsd/demo-sign-in/`);
  const registrar = await signIn({ port, origin, base: '/mdsd' }, 'registrar');
  expect(await registrar.get('/schools')).toMatchObject({ status: 200 });
  registrar.close();
});

test('a changed label is served at once', async () => {
  replace('web/lib/kindNames.ts', 'Schools', 'Faculties');
  await expect.poll(() => read('lib/kindNames.ts')).toContain('Faculties');
});

test('the server restarts when one of its files changes', async () => {
  replace('server/errors.ts', 'There is nothing at this', 'Nobody knows this');
  await expect.poll(() => read('api/nothing').catch(() => '')).toContain('Nobody knows this');
});

test('SIGTERM ends all of it', async () => {
  program.kill('SIGTERM');
  expect(await once(program, 'exit')).toEqual([0, null]);
  await expect(fetch(origin)).rejects.toThrow();
});
