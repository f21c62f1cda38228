import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { startCluster } from '../../../../scripts/postgresql.mjs';
import { takeWriterLock } from '../../../../server/db/changeTransaction.ts';
import { connect } from '../../../../server/db/connect.ts';
import type { Database } from '../../../../server/db/database.ts';
import { takeLargeChangeLock } from '../../../../server/db/largeChanges.ts';
import { migrate } from '../../../../server/db/migrate.ts';
import { type TestApp, testApp } from '../../../support/app.ts';
import { failuresIn, type LogLine, logLines } from '../../../support/logLines.ts';
import { openTransaction } from '../../../support/openTransaction.ts';

// The log has one line with the cause of each failed request, when the database is really down or really busy.

const POOL = 3;
type Cluster = NonNullable<Awaited<ReturnType<typeof startCluster>>>;

let cluster: Cluster;
let database: Database;
let other: Database;
let mdd: TestApp;
let lines: LogLine[];
beforeAll(async () => {
  cluster = (await startCluster()) as Cluster;
  const settings = { kind: 'postgres', url: cluster.url, poolSize: POOL } as const;
  database = await connect(settings);
  await migrate(database.db);
  other = await connect({ ...settings, poolSize: 1 });
  mdd = await testApp({ beside: { database }, config: { logLevel: 'warn' }, listens: true, faults: true });
  lines = logLines(mdd.app);
  await mdd.as('registrar').get('/auth/me');
});
afterEach(() => {
  lines.length = 0;
});
afterAll(async () => {
  await mdd.close();
  await database.close();
  await other.close();
  cluster.stop();
});

test('another change that holds the writer lock', { timeout: 120_000 }, async () => {
  const release = await openTransaction(other.db, sql`select ${takeWriterLock}`);
  const saved = await mdd.as('registrar').post('/departments', { title7: 'LATE', title: 'A secret title' });
  await release();
  expect(saved).toMatchObject({ status: 503, body: { requestId: saved.headers['x-request-id'] } });
  expect(failuresIn(lines)).toEqual([
    expect.objectContaining({
      level: 40,
      reqId: saved.headers['x-request-id'],
      cause: 'writer_lock',
      who: 'registrar',
      action: 'POST /mdsd/api/departments',
      msg: 'not served: another change held the writer lock for too long',
    }),
  ]);
  expect(failuresIn(lines)[0]?.ms).toBeGreaterThan(4_000);
  expect(JSON.stringify(lines)).not.toContain('secret');
});

test('a large change of another instance', { timeout: 120_000 }, async () => {
  const release = await openTransaction(other.db, sql`select ${takeWriterLock}, ${takeLargeChangeLock}`);
  const saving = mdd.as('registrar').post('/departments', { title7: 'LATE', title: 'Behind it' });
  // More than the pool has connections: readers still get one.
  const others = Array.from({ length: 2 * POOL }, () => mdd.anotherAs('registrar').delete('/departments/1'));
  await wait(1_000);
  const since = performance.now();
  expect(await mdd.as('admin').get('/majors')).toMatchObject({ status: 200 });
  expect(performance.now() - since).toBeLessThan(1_000);
  const responses = await Promise.all([saving, ...others]);
  await release();
  for (const { status, headers, body } of responses) {
    expect(status).toBe(503);
    expect(headers['retry-after']).toBe('10');
    expect(body).toMatchObject({ errors: [{ code: 'LARGE_CHANGE' }] });
  }
  expect(new Set(failuresIn(lines).map(({ cause }) => cause))).toEqual(new Set(['large_change']));
  expect(failuresIn(lines)).toHaveLength(responses.length);
});

test('a statement that takes too long', { timeout: 120_000 }, async () => {
  const release = await openTransaction(other.db, sql`lock table department in access exclusive mode`);
  expect(await mdd.as('registrar').get('/departments')).toMatchObject({ status: 503 });
  await release();
  // Either the server's own deadline for the statement ends it, or that of PostgreSQL, with its error.
  const [failure, ...others] = failuresIn(lines);
  expect([failure?.cause, others]).toEqual(['statement', []]);
  expect(JSON.stringify(failure?.err ?? '57014')).toContain('57014');
});

test('a report that waits in the queue', { timeout: 120_000 }, async () => {
  const registrar = mdd.as('registrar');
  const filter = {
    majorActive: true,
    majorInactive: true,
    underGraduate: true,
    graduate: true,
    degreeActive: true,
    degreeInactive: true,
  };
  const release = await openTransaction(other.db, sql`lock table department in access exclusive mode`);
  // Two run until their statement times out, then the next two. The last never runs.
  const codes = ['A1', 'A2', 'A3', 'A4', 'A5'];
  const responses = await Promise.all(
    codes.map((schoolCode) => registrar.post('/reports', { ...filter, schoolCode })),
  );
  await release();
  expect(responses.map(({ status }) => status)).toEqual(codes.map(() => 503));
  // Two of them run now, too late for their callers.
  expect(await registrar.post('/reports', { ...filter, schoolCode: 'A6' })).toMatchObject({ status: 200 });
  const failures = failuresIn(lines).map(({ cause }) => cause);
  expect(failures).toHaveLength(codes.length);
  expect(failures.filter((cause) => cause !== 'statement')).toEqual(['report_queue']);
});

test('a pool without a free connection', { timeout: 120_000 }, async () => {
  const ended = Promise.withResolvers<void>();
  const holding = Array.from({ length: POOL }, () => database.db.connection().execute(() => ended.promise));
  const responses = await Promise.all([
    mdd.as('registrar').get('/schools'),
    mdd.as(null).send('GET', '/mdsd/readyz'),
  ]);
  ended.resolve();
  await Promise.all(holding);
  for (const { status } of responses) expect(status).toBe(503);
  expect(database.activity.up).toBe(true);
  const failures = failuresIn(lines);
  expect(failures.map(({ cause }) => cause)).toEqual(['connection', 'connection']);
  expect(failures[0]?.ms).toBeGreaterThan(2_500);
});

test('a stopped server, until it runs again', { timeout: 120_000 }, async () => {
  expect(database.activity.up).toBe(true);
  await cluster.halt('immediate');
  const registrar = mdd.as('registrar');
  expect(await registrar.get('/schools')).toMatchObject({ status: 503 });
  expect(await registrar.get('/schools')).toMatchObject({ status: 503 });
  expect(await registrar.send('GET', '/mdsd/readyz')).toMatchObject({ status: 503 });
  expect(failuresIn(lines)).toEqual(
    [1, 2, 3].map(() =>
      expect.objectContaining({
        level: 40,
        cause: 'database',
        err: expect.objectContaining({ message: expect.stringMatching(/./) }),
      }),
    ),
  );
  expect(failuresIn(lines)[2]).toMatchObject({ err: { code: 'ECONNREFUSED' } });
  expect(database.activity.up).toBe(false);
  await cluster.resume();
  await expect.poll(async () => (await registrar.get('/schools')).status).toBe(200);
});

test('a change whose commit is in doubt', { timeout: 120_000 }, async () => {
  // The server is killed during the commit, and does not restart in time.
  await sql`
    create function die() returns trigger language plpgsql as $$ begin perform pg_sleep(1); return null; end $$;
    create constraint trigger die after insert on department deferrable initially deferred for each row execute function die()
  `.execute(database.db);
  const registrar = mdd.as('registrar');
  const saving = fetch(`${mdd.config.publicUrl}/mdsd/api/departments`, {
    method: 'POST',
    body: JSON.stringify({ title7: 'LOST', title: 'Lost' }),
    headers: {
      'content-type': 'application/json',
      cookie: `SESSION=${await registrar.cookie('SESSION')}`,
      'x-xsrf-token': String(await registrar.cookie('XSRF-TOKEN')),
    },
  });
  const committing = sql<{
    pid: number;
  }>`select pid from pg_stat_activity where query = 'commit' and state = 'active'`;
  await expect.poll(async () => (await committing.execute(other.db)).rows).toHaveLength(1);
  await cluster.halt('immediate');
  await expect(saving).rejects.toThrow('fetch failed');
  expect(failuresIn(lines)).toEqual([expect.objectContaining({ level: 50, cause: 'outcome_unknown' })]);
  expect(failuresIn(lines)[0]).not.toHaveProperty('status');
  await cluster.resume();
});
