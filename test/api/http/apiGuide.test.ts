import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ReportRow } from '../../../contract/report.ts';
import { installPackages } from '../../../scripts/postgresql.mjs';
import { type TestApp, testApp } from '../../support/app.ts';

// Runs the examples of docs/api-guide.md for curl and Python unchanged, with a token.

const guide = readFileSync('docs/api-guide.md', 'utf8');
const blocksOf = (language: string) =>
  [...guide.matchAll(/```(\w+)\n(.*?)```/gs)].flatMap(([, name, text]) => (name === language ? [text] : []));

let mdd: TestApp;
const folder = mkdtempSync(join(tmpdir(), 'guide-'));
let token: string;
beforeAll(async () => {
  for (const program of ['curl', 'python3'])
    if (spawnSync(program, ['--version']).error && !installPackages(program))
      throw new Error(`This test needs ${program}: install it, or run the tests as root on Debian.`);
  mdd = await testApp({ listens: true, sample: true });
  const { body } = await mdd.as('registrar').post<{ token: string }>('/tokens', {
    name: 'Guide',
    contact: 'guide@example.edu',
    scopes: ['read:catalog', 'read:report', 'read:changes'],
    expiresOn: new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10),
  });
  token = body.token;
}, 180_000);
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await mdd.close();
});

async function run(program: string, args: readonly string[]): Promise<string[]> {
  const env = { ...process.env, BASE: `${mdd.config.publicUrl}/mdsd`, TOKEN: token };
  const { stdout } = await promisify(execFile)(program, args, { cwd: folder, env });
  return stdout.trim().split('\n');
}
const registrar = () => mdd.as('registrar');
const fingerprint = async (query: string) =>
  (await registrar().get(`/reports${query}`)).headers['x-report-fingerprint'];

test('curl copies the report and a list, and reads the fingerprint', async () => {
  const examples = blocksOf('sh').filter((one) => one?.includes('reports.csv'));
  expect(examples).toHaveLength(1);
  const [line = ''] = await run('bash', ['-euo', 'pipefail', '-c', examples.join('\n')]);
  expect(line.trim()).toBe(`x-report-fingerprint: ${await fingerprint('')}`);
  const lineCount = async (path: string) => (await registrar().get<string>(path)).text.split('\r\n').length;
  for (const [file, path] of [
    ['report.csv', '/reports.csv?asOfTerm=202592'],
    ['majors.csv', '/majors.csv?asOf=now&cols=majorCode,title20,cipCode'],
  ] as const)
    expect(readFileSync(join(folder, file), 'utf8').split('\r\n')).toHaveLength(await lineCount(path));
});

test('curl copies a snapshot, and the feed continues from it', async () => {
  const [example = '', ...others] = blocksOf('sh').filter((one) => one?.includes('/feed'));
  expect(others).toEqual([]);
  const save = registrar().post('/departments?overrideWarnings=true', {
    title7: 'GUIDE',
    title: 'Of the guide',
  });
  const [page = ''] = await run('bash', ['-euo', 'pipefail', '-c', example]);
  const departments = readFileSync(join(folder, 'rows.ndjson'), 'utf8').match(/"Of the guide"/g) ?? [];
  const { events } = JSON.parse(page) as { events: { value: { title: string } }[] };
  expect([...departments, ...events.map(({ value }) => JSON.stringify(value.title))]).toEqual([
    '"Of the guide"',
  ]);
  expect((await save).status).toBe(201);
});

test('Python reads both, and sees that nothing has changed', async () => {
  const lines = await run('python3', ['-c', blocksOf('python').join('\n')]);
  const { body } = await registrar().post<ReportRow[]>('/reports', { asOfTerm: '202592' });
  const keys = new Set(
    body.map(({ major, degree }) => `${degree?.degreeAwarded} ${major.majorCode} ${major.title20}`),
  );
  const majors = (await registrar().get('/majors.csv?asOf=now')).text.trimEnd().split('\r\n');
  const query = '?degreeListAwarded=BA&degreeListAwarded=BS&majorInactive=false';
  const rows = (await registrar().get<{ programKey: string }[]>(`/reports${query}`)).body;
  expect(lines).toEqual([
    `${keys.size} programs, ${majors.length - 1} majors`,
    `${rows[0]?.programKey} ${await fingerprint(query)}`,
    'not changed',
  ]);
});
