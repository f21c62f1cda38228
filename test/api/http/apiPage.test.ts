import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { installPackages } from '../../../scripts/postgresql.mjs';
import { type TestApp, testApp } from '../../support/app.ts';

// Runs the examples of the API page unchanged.

let mdd: TestApp;
let folder: string;
let page: string;
let responses: string[];

const decoded = (html: string) =>
  html
    .replace(/<[^>]+>/g, '')
    .replace(/&(lt|gt|quot|#39|amp);/g, (_all, name: string) => characters[name] ?? '');
const characters: Record<string, string> = { lt: '<', gt: '>', quot: '"', '#39': "'", amp: '&' };

beforeAll(async () => {
  if (spawnSync('curl', ['--version']).error) installPackages('curl');
  mdd = await testApp({ listens: true, sample: true });
  folder = mkdtempSync(join(tmpdir(), 'examples-'));
  page = await (await fetch(`${mdd.config.publicUrl}/mdsd/api/docs`)).text();
  // Those of the guide. The other examples are JSON.
  const guide = page.slice(0, page.indexOf('<h2 id="endpoints-'));
  const examples = [...guide.matchAll(/<pre [^>]*>(.*?)<\/pre>/gs)].map(([, example = '']) =>
    decoded(example),
  );
  const script = examples.map((example) => `${example}\necho; echo '=== next'`).join('\n');
  const { stdout } = await promisify(execFile)('bash', ['-euc', script], { cwd: folder });
  responses = stdout.split('=== next');
}, 180_000);
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await mdd.close();
});

const responseOf = (place: number) => (responses[place] ?? '').trim();

test('the sign-in returns the current user', () => {
  expect(JSON.parse(responseOf(0))).toMatchObject({ serviceResult: { uciNetId: 'registrar' } });
});

test('each endpoint shows an example of its body and of its response', () => {
  const ofSave = page.slice(
    page.indexOf('POST /api/schools<'),
    page.indexOf('GET /api/schools/{schoolCode}<'),
  );
  expect(ofSave).toMatch(
    /aria-label="Example: body of POST \/api\/schools"><code>\{\n {2}&quot;schoolCode&quot;: &quot;85&quot;/,
  );
  expect(ofSave).toContain('aria-label="Example: response of POST /api/schools"');
});

test('a list that has not changed is not sent again', () => {
  expect(responseOf(1)).toBe('304');
});

test('a save responds with the saved item', () => {
  const [school = '', major = ''] = responseOf(2).split('\n');
  expect(JSON.parse(school)).toMatchObject({ schoolCode: 'ZY', title: 'School of Examples', version: 1 });
  expect(JSON.parse(major)).toMatchObject({ majorCode: 'ZYX', title20: 'Examples', version: 1 });
});

test('an error names code, field and message', () => {
  const { errors } = JSON.parse(responseOf(3)) as { errors: object[] };
  expect(errors).toContainEqual(expect.objectContaining({ code: 'SCHOOL_TITLE_REQUIRED', field: 'title' }));
});

test('a save onto an old version is a conflict', () => {
  const [saved = '', refused = ''] = responseOf(4).split('\n');
  expect(JSON.parse(saved)).toMatchObject({ title8: 'Examples', version: 2 });
  expect(JSON.parse(refused)).toMatchObject({ errors: [{ code: 'EDIT_CONFLICT' }] });
});

test('a proposal is shown, then applied', () => {
  const [preview = '', applied = ''] = responseOf(5).split('\n');
  expect(JSON.parse(preview)).toMatchObject({ counts: { create: 2, refused: 0 } });
  expect(JSON.parse(applied)).toMatchObject({ changeSet: { created: 2, title: 'Two rows' } });
});

test('the override confirms a warning', () => {
  const [warned = ''] = responseOf(6).split('\n');
  expect(JSON.parse(warned)).toMatchObject({
    warnings: [expect.stringContaining('related to 1 department')],
  });
  expect(responseOf(6).split('\n').join()).not.toContain('errors');
});

test('the newest change set is read and undone, so the school is there again', async () => {
  const [found = '', undone = ''] = responseOf(7).split('\n');
  expect(JSON.parse(found)).toMatchObject({ changeSet: { deleted: 2 } });
  expect(JSON.parse(undone)).toMatchObject({ changeSet: { created: 2, reason: 'It was an example' } });
  expect(await mdd.as('registrar').get('/schools/ZY')).toMatchObject({ status: 200 });
});

test('the report runs', () => {
  expect(responseOf(8)).toBe('200');
});

test('another system copies the report and a list with a token', () => {
  const [report, majors, key] = responseOf(9).split('\n');
  expect(report).toMatch(/^200 v1:[0-9a-f]{64}$/);
  expect(majors).toBe('200');
  expect(key).toMatch(/^"programKey" *: *"[A-Z]+-201"$/);
});

test('with a real provider the page names the cookie of this server', async () => {
  const claims = { uciNetId: 'sub', firstName: 'a', lastName: 'b', email: 'c', groups: 'd' };
  const oidc = {
    issuer: 'https://sso.example.edu',
    clientId: 'mdsd',
    clientSecret: 's',
    scope: 'openid',
    claims,
  };
  const app = await testApp({ config: { oidc, publicUrl: 'https://mdsd.example.edu' } });
  try {
    const page = (await app.as(null).send<string>('GET', '/mdsd/api/docs')).body;
    const document = (
      await app
        .as(null)
        .get<{ components: { securitySchemes: { session: { name: string } } } }>('/openapi.json')
    ).body;
    const { name } = document.components.securitySchemes.session;
    expect(name).toMatch(/^__.+SESSION$/);
    expect(page).toContain(`send its cookie <code>${name}</code>`);
    expect(page).not.toContain('CHOICE=');
  } finally {
    await app.close();
  }
});
