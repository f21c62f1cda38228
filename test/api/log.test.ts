import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestApp, testApp } from '../support/app.ts';
import { Browser } from '../support/browser.ts';
import { aSchool } from '../support/factories.ts';
import { type LogLine, logLines } from '../support/logLines.ts';

let mdd: TestApp;
let lines: LogLine[];
beforeAll(async () => {
  mdd = await testApp({ config: { logLevel: 'info' }, faults: true, listens: true });
  lines = logLines(mdd.app);
});
afterAll(() => mdd.close());

/** The log lines written while `work` runs. */
async function loggedBy(work: () => Promise<unknown>): Promise<LogLine[]> {
  lines.length = 0;
  await work();
  await expect.poll(() => lines.map(({ msg }) => msg)).toContain('answered');
  return [...lines];
}

test('a response is logged with time, request, user, impersonated user, call, key and result', async () => {
  const admin = mdd.anotherAs('admin');
  await admin.get('/impersonate/registrar');
  const [line] = await loggedBy(() => admin.get('/schools/9Z'));
  expect(line).toMatchObject({
    time: expect.any(Number),
    reqId: expect.stringMatching(/^[0-9a-f-]{36}$/),
    who: 'admin',
    actingAs: 'registrar',
    action: 'GET /mdsd/api/schools/:schoolCode',
    key: { schoolCode: '9Z' },
    status: 404,
    codes: ['SCHOOL_NOT_FOUND'],
  });
});

describe('The IP address of the client is logged', () => {
  const forwarded = { 'x-forwarded-for': '192.0.2.7, 198.51.100.9' };

  test('from the connection', async () => {
    expect(await loggedBy(() => mdd.as('admin').get('/schools', forwarded))).toContainEqual(
      expect.objectContaining({ msg: 'answered', client: '127.0.0.1' }),
    );
  });

  test('behind a proxy from the proxy, not from the client', async () => {
    const behind = await testApp({ beside: mdd, config: { logLevel: 'info', trustProxy: true } });
    const entries = logLines(behind.app);
    await behind.as('admin').get('/schools', forwarded);
    expect(entries).toContainEqual(expect.objectContaining({ msg: 'answered', client: '198.51.100.9' }));
    await behind.as('admin').get('/schools', { 'x-forwarded-for': '203.0.113.5:50001' });
    expect(entries).toContainEqual(expect.objectContaining({ msg: 'answered', client: '203.0.113.5' }));
    await behind.close();
  });
});

describe('The request ID of a proxy', () => {
  const asked = async (received: string) => {
    const entries = await loggedBy(() => mdd.as('admin').get('/schools', { 'x-request-id': received }));
    return entries.find(({ msg }) => msg === 'answered');
  };

  test.for([
    'edge-7',
    '5b8aa5a2d2c872e8321cf37308d69df2',
    'Root=1-67891233-abcdef012345678912345678',
    'x'.repeat(128),
  ])('is logged beside ours: %s', async (received) => {
    expect(await asked(received)).toMatchObject({
      reqId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      receivedRequestId: received,
    });
  });

  test.for(['', 'a b', 'a"b', 'a,b', '%0a', 'é', 'x'.repeat(129)])(
    'is ignored if implausible: %j',
    async (received) => {
      expect(await asked(received)).not.toHaveProperty('receivedRequestId');
    },
  );
});

test('the start and the end of an impersonation each have their own line', async () => {
  const helper = mdd.anotherAs('helper');
  const started = await loggedBy(() => helper.get('/impersonate/viewer'));
  expect(started).toContainEqual(expect.objectContaining({ msg: 'impersonation started', who: 'helper' }));
  const ended = await loggedBy(() => helper.get('/impersonate/logout'));
  expect(ended).toContainEqual(expect.objectContaining({ msg: 'impersonation ended', who: 'helper' }));
});

test('a sign-in is logged with the user, and a refused one with its reason', async () => {
  const start = `${mdd.config.publicUrl}/mdsd/api/auth/start`;
  const browser = new Browser();
  const { url } = await browser.follow(start);
  const signedIn = await loggedBy(() => browser.follow(`${url}/registrar`, { method: 'POST' }));
  expect(signedIn).toContainEqual(expect.objectContaining({ msg: 'signed in', who: 'registrar' }));
  const refused = await loggedBy(() => mdd.as(null).get('/auth/callback?state=x&code=y'));
  expect(refused).toContainEqual(
    expect.objectContaining({ msg: 'a sign-in was refused', err: expect.anything(), level: 40 }),
  );
});

test.for([
  ['nobody', () => mdd.as(null).get('/schools'), { status: 401 }],
  ['a user without the permission', () => mdd.as('viewer').get('/degrees'), { who: 'viewer', status: 403 }],
  [
    'a forged request',
    () => mdd.as('admin').post('/schools', aSchool(), { 'x-xsrf-token': 'x' }),
    { who: 'admin', status: 403, codes: ['CSRF_TOKEN_INVALID'] },
  ],
  [
    'an invalid form',
    () => mdd.as('admin').post('/schools', { title: 5 }),
    { status: 422, codes: expect.arrayContaining(['SCHOOL_TITLE_BAD_TYPE']) },
  ],
] as const)('the refusal of %s is logged', async ([, ask, line]) => {
  expect(await loggedBy(ask)).toContainEqual(expect.objectContaining(line));
});

test('an internal error is logged with its cause', async () => {
  await mdd.db.schema.alterTable('term').renameTo('term_away').execute();
  const entries = await loggedBy(() => mdd.as('viewer').get('/lookups/terms'));
  expect(entries).toContainEqual(expect.objectContaining({ level: 50, err: expect.anything() }));
});

test('any request is logged as one line, without body, cookie or token', async () => {
  const admin = mdd.anotherAs('admin');
  const hostile = '%0a{"level":60}%0d%0a%1b[31m';
  const entries = await loggedBy(async () => {
    await admin.get(`/schools/${hostile}`);
    await admin.get(`/${hostile}`);
    await admin.post('/schools', { ...aSchool(), comments: 'only for the office' });
  });
  expect(entries.map(({ level }) => level)).not.toContain(60);
  const text = JSON.stringify(entries);
  for (const secret of [
    await admin.cookie('SESSION'),
    await admin.cookie('XSRF-TOKEN'),
    'only for the office',
  ])
    expect(text).not.toContain(secret);
});
