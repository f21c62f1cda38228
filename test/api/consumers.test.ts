import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { installLinters } from '../../scripts/toolchain.mjs';
import { type TestApp, testApp } from '../support/app.ts';

// Programs of other systems: a client that a maintained generator makes from the OpenAPI document, and the sample consumer.

/** Where the sample consumer reads, and its token. */
const place = { MDD_URL: '', MDD_TOKEN: '' };

const run = (program: string, ...given: string[]) =>
  promisify(execFile)(process.execPath, [program, ...given], { env: { ...process.env, ...place } });

let mdd: TestApp;
let folder: string;

beforeAll(async () => {
  await installLinters();
  mdd = await testApp({ sample: true, listens: true });
  // Within the project, so that its packages are found.
  mkdirSync('test-results', { recursive: true });
  folder = mkdtempSync(join('test-results', 'client-'));
  const document = await mdd.as(null).get('/openapi.json');
  writeFileSync(join(folder, 'openapi.json'), document.text);
  const created = await mdd.as('registrar').post<{ token: string }>('/tokens', {
    name: 'Generated client',
    contact: 'planner-team@university.example',
    scopes: ['read:report'],
    expiresOn: new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10),
  });
  place.MDD_URL = `http://127.0.0.1:${mdd.config.port}/mdsd`;
  place.MDD_TOKEN = created.body.token;
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await mdd.close();
});

test('a generated client compiles, and reads the report', async () => {
  const document = join(folder, 'openapi.json');
  await run(
    'tools/node_modules/@hey-api/openapi-ts/bin/run.js',
    '-i',
    document,
    '-o',
    join(folder, 'client'),
  );
  const file = join(folder, 'read.ts');
  writeFileSync(file, READ);
  const compilerOptions = { strict: true, noEmit: true, target: 'es2024', module: 'esnext', types: ['node'] };
  const resolution = { moduleResolution: 'bundler', lib: ['es2024', 'dom', 'dom.iterable'] };
  const project = { compilerOptions: { ...compilerOptions, ...resolution }, include: ['.'] };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(project));
  await run('node_modules/typescript/bin/tsc', '-p', folder);

  const { read } = (await import(resolve(file))) as {
    read: (base: string, token: string) => Promise<unknown>;
  };
  expect(await read(place.MDD_URL, place.MDD_TOKEN)).toEqual([
    ['BS-201', 'Computer Science', 'Donald Bren School of Info and Computer Sciences'],
  ]);
});

describe('The sample consumer', () => {
  const programs = () => join(folder, 'programs.json');
  const plan = (...given: string[]) => run('docs/examples/planner.ts', programs(), ...given);

  test('writes the programs by their key, and reads no rows again until something changes', async () => {
    expect((await plan()).stdout).toMatch(/^\d{3} programs written to /);
    const { programs: all } = JSON.parse(readFileSync(programs(), 'utf8')) as {
      programs: Record<string, object>;
    };
    expect(all['BS-201']).toEqual({
      award: 'BS',
      degrees: [{ title: 'Computer Science', startTerm: '200392', endTerm: null }],
      major: 'Computer Science',
      level: 'undergraduate',
      cipCode: '11.0701',
      schools: ['Donald Bren School of Info and Computer Sciences'],
      departments: ['Computer Science'],
    });
    expect((await plan()).stdout).toBe('Nothing has changed.\n');
    await mdd.as('registrar').delete('/relationships/major/137/degree/80?overrideWarnings=true');
    await plan();
    expect(JSON.parse(readFileSync(programs(), 'utf8')).programs).not.toHaveProperty('BS-201');
  });

  test('writes those in effect in a term', async () => {
    await plan('199992');
    const { programs: then } = JSON.parse(readFileSync(programs(), 'utf8')) as { programs: object };
    expect(Object.keys(then)).toContain('PhD-036');
    expect(Object.keys(then)).not.toContain('MS-201');
  });

  test('leaves the file as it is if the server refuses', async () => {
    const before = readFileSync(programs(), 'utf8');
    await expect(run('docs/examples/planner.ts', programs(), '999999')).rejects.toMatchObject({ code: 1 });
    expect(readFileSync(programs(), 'utf8')).toBe(before);
    await expect(run('docs/examples/planner.ts')).rejects.toMatchObject({ code: 2 });
  });
});

/** What another team would write. The types are those of the generated client. */
const READ = `import { getApiReports } from './client';
import { createClient } from './client/client';

export async function read(baseUrl: string, token: string): Promise<(string | null | undefined)[][]> {
  const auth = ({ scheme }: { scheme?: string }) => (scheme === 'bearer' ? token : undefined);
  const client = createClient({ baseUrl, auth });
  const query = { majorCode: '201', graduate: 'false' } as const;
  const { data, error } = await getApiReports({ client, query });
  if (!data) throw new Error(JSON.stringify(error));
  return data.map((row) => [row.programKey, row.major.title20, row.school?.title]);
}
`;
