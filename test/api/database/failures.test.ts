import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { takeWriterLock } from '../../../server/db/changeTransaction.ts';
import { SECRET, University } from '../../chaos/support/university.ts';
import { type TestApp, testApp } from '../../support/app.ts';
import { Browser } from '../../support/browser.ts';
import { failuresIn, type LogLine, logLines } from '../../support/logLines.ts';
import { held } from '../../support/openTransaction.ts';

// Each response with 500 or 503 leaves exactly one line in the log, at `warn` or above, that says why.

const WARN = 40;
const ERROR = 50;

let mdd: TestApp;
let lines: LogLine[];
beforeEach(async () => {
  mdd = await testApp({ config: { logLevel: 'warn' }, faults: true });
  lines = logLines(mdd.app);
});
afterEach(() => mdd.close());

test('an unexpected error is named with its kind and place, but without the values of rows', async () => {
  const admin = mdd.as('admin');
  await mdd.db.schema.alterTable('term').renameTo('term_away').execute();
  expect(await admin.get('/lookups/terms', { 'x-request-id': 'edge-7' })).toMatchObject({ status: 500 });
  expect(failuresIn(lines)).toEqual([
    expect.objectContaining({
      level: ERROR,
      cause: 'fault',
      who: 'admin',
      client: '127.0.0.1',
      receivedRequestId: 'edge-7',
      action: 'GET /mdsd/api/lookups/terms',
      status: 500,
      ms: expect.any(Number),
      err: expect.objectContaining({ code: '42P01', stack: expect.stringContaining('at ') }),
    }),
  ]);
});

test('what users wrote is not in the line, whatever the database says about it', async () => {
  const admin = mdd.as('admin');
  await sql`alter table department add constraint odd check (title <> 'A secret title')`.execute(mdd.db);
  const response = await admin.post('/departments', { title7: 'ODD', title: 'A secret title' });
  expect(response).toMatchObject({ status: 500 });
  const told = failuresIn(lines);
  expect(told).toEqual([expect.objectContaining({ err: expect.objectContaining({ constraint: 'odd' }) })]);
  expect(JSON.stringify(lines)).not.toContain('secret');
});

describe('What a request waited for in vain', () => {
  test('is named for a report as known now, while a change is being saved', {
    timeout: 120_000,
  }, async () => {
    const registrar = mdd.as('registrar');
    await registrar.get('/auth/me');
    const release = await held(mdd.db, sql`select ${takeWriterLock}`);
    const { status } = await registrar.post('/reports', { knownAt: new Date().toISOString() });
    await release();
    expect(status).toBe(503);
    const isEmbedded = mdd.database.engine.name === 'embedded';
    expect(failuresIn(lines)).toMatchObject([
      { level: WARN, cause: isEmbedded ? 'connection' : 'writer_lock' },
    ]);
  });

  test('is named once for each of several requests that waited for the same list', {
    timeout: 120_000,
  }, async () => {
    const people = [mdd.as('registrar'), mdd.as('admin'), mdd.anotherAs('registrar')];
    for (const one of people) await one.get('/auth/me');
    const release = await held(mdd.db, sql`lock table department in access exclusive mode`);
    const asked = people.map((one) => one.get('/departments'));
    const responses = await Promise.all(asked);
    await release();
    expect(responses.map(({ status }) => status)).toEqual([503, 503, 503]);
    const ids = responses.map(({ headers }) => headers['x-request-id']);
    const told = failuresIn(lines);
    expect(new Set(told.map(({ reqId }) => reqId))).toEqual(new Set(ids));
    expect(told).toHaveLength(3);
    for (const line of told)
      expect(line).toMatchObject({
        level: WARN,
        // The embedded database has one connection, which is needed already to see who asks.
        cause: mdd.database.engine.name === 'embedded' ? 'connection' : 'statement',
      });
  });
});

test('a stopping server says so to whoever asks whether it is ready', async () => {
  mdd.app.beginToStop();
  expect(await mdd.as(null).send('GET', '/mdsd/readyz')).toMatchObject({ status: 503 });
  expect(failuresIn(lines)).toEqual([
    expect.objectContaining({ level: WARN, cause: 'stopping', status: 503 }),
  ]);
});

test('a database that is gone is named once by a request, and once by the check for readiness', async () => {
  const admin = mdd.as('admin');
  await admin.get('/auth/me');
  await mdd.database.close();
  await admin.get('/majors');
  expect(failuresIn(lines)).toHaveLength(1);
  lines.length = 0;
  expect(await admin.send('GET', '/mdsd/readyz')).toMatchObject({ status: 503 });
  expect(failuresIn(lines)).toEqual([expect.objectContaining({ status: 503, err: expect.anything() })]);
});

describe('A sign-in provider', () => {
  const claims = {
    uciNetId: 'ucinetid',
    firstName: 'given_name',
    lastName: 'family_name',
    email: 'email',
    groups: 'groups',
  };
  let university: University;
  let there: TestApp;
  beforeEach(async () => {
    university = await University.open();
    const oidc = {
      issuer: university.issuer,
      clientId: 'major-degree',
      clientSecret: SECRET,
      scope: 'openid',
      claims,
    };
    there = await testApp({ config: { logLevel: 'warn', oidc }, faults: true, listens: true });
  });
  afterEach(async () => {
    await there.close();
    await university.stop();
  });
  const start = () => `${there.config.publicUrl}/mdsd/api/auth/start`;

  test('that is away is named, with what its connection said', async () => {
    const told = logLines(there.app);
    await university.stop();
    expect(await new Browser().fetch(start())).toMatchObject({ status: 503 });
    expect(failuresIn(told)).toEqual([
      expect.objectContaining({
        level: WARN,
        cause: 'sign_in_provider',
        err: expect.objectContaining({ message: expect.any(String) }),
      }),
    ]);
    expect(JSON.stringify(told)).toContain('ECONNREFUSED');
  });

  test('that works while the database does not is not blamed', async () => {
    const told = logLines(there.app);
    const browser = new Browser();
    const begun = await browser.fetch(start());
    const responded = await browser.fetch(String(begun.headers.get('location')));
    await there.db.schema.alterTable('session').renameTo('elsewhere').execute();
    expect(await browser.fetch(String(responded.headers.get('location')))).toMatchObject({ status: 500 });
    expect(failuresIn(told)).toEqual([expect.objectContaining({ level: ERROR, cause: 'fault' })]);
    await wait(0);
    expect(JSON.stringify(told)).not.toContain('code=');
  });
});
