import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { takeWriterLock } from '../../../server/db/changeTransaction.ts';
import { type TestApp, testApp } from '../../support/app.ts';
import { Browser } from '../../support/browser.ts';
import { failuresIn, type LogLine, logLines } from '../../support/logLines.ts';
import { openTransaction } from '../../support/openTransaction.ts';
import { SECRET, University } from '../../support/university.ts';

// Each response with 500 or 503 leaves exactly one line in the log, at `warn` or above, with the cause.

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
  const failures = failuresIn(lines);
  expect(failures).toEqual([
    expect.objectContaining({ err: expect.objectContaining({ constraint: 'odd' }) }),
  ]);
  expect(JSON.stringify(lines)).not.toContain('secret');
});

describe('The cause of a timeout', () => {
  test('is named for a report as known now, while a change is being saved', {
    timeout: 120_000,
  }, async () => {
    const registrar = mdd.as('registrar');
    await registrar.get('/auth/me');
    const release = await openTransaction(mdd.db, sql`select ${takeWriterLock}`);
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
    const users = [mdd.as('registrar'), mdd.as('admin'), mdd.anotherAs('registrar')];
    for (const one of users) await one.get('/auth/me');
    const release = await openTransaction(mdd.db, sql`lock table department in access exclusive mode`);
    const asked = users.map((one) => one.get('/departments'));
    const responses = await Promise.all(asked);
    await release();
    expect(responses.map(({ status }) => status)).toEqual([503, 503, 503]);
    const ids = responses.map(({ headers }) => headers['x-request-id']);
    const failures = failuresIn(lines);
    expect(new Set(failures.map(({ reqId }) => reqId))).toEqual(new Set(ids));
    expect(failures).toHaveLength(3);
    for (const line of failures)
      expect(line).toMatchObject({
        level: WARN,
        // The embedded database has one connection, which the check of the session already needs.
        cause: mdd.database.engine.name === 'embedded' ? 'connection' : 'statement',
      });
  });
});

test('a stopping server responds to the readiness check that it is stopping', async () => {
  mdd.app.beginToStop();
  expect(await mdd.as(null).send('GET', '/mdsd/readyz')).toMatchObject({ status: 503 });
  expect(failuresIn(lines)).toEqual([
    expect.objectContaining({ level: WARN, cause: 'stopping', status: 503 }),
  ]);
});

test('a lost database is logged once for a request, and once for the readiness check', async () => {
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

  test('that is down is named, with the error of its connection', async () => {
    const failures = logLines(there.app);
    await university.stop();
    expect(await new Browser().fetch(start())).toMatchObject({ status: 503 });
    expect(failuresIn(failures)).toEqual([
      expect.objectContaining({
        level: WARN,
        cause: 'sign_in_provider',
        err: expect.objectContaining({ message: expect.any(String) }),
      }),
    ]);
    expect(JSON.stringify(failures)).toContain('ECONNREFUSED');
  });

  test('that works while the database does not is not blamed', async () => {
    const failures = logLines(there.app);
    const browser = new Browser();
    const begun = await browser.fetch(start());
    const response = await browser.fetch(String(begun.headers.get('location')));
    await there.db.schema.alterTable('session').renameTo('elsewhere').execute();
    expect(await browser.fetch(String(response.headers.get('location')))).toMatchObject({ status: 500 });
    expect(failuresIn(failures)).toEqual([expect.objectContaining({ level: ERROR, cause: 'fault' })]);
    await wait(0);
    expect(JSON.stringify(failures)).not.toContain('code=');
  });
});
