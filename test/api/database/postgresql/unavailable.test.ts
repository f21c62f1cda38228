import { sql, type Transaction } from 'kysely';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { change } from '../../../../server/db/changeTransaction.ts';
import { connect } from '../../../../server/db/connect.ts';
import type { Database } from '../../../../server/db/database.ts';
import { asApiError } from '../../../../server/db/databaseErrors.ts';
import type { Tables } from '../../../../server/db/tables.ts';
import { limits } from '../../../../server/runtime/limits.ts';
import { testDatabase } from '../../../support/database.ts';
import type { Templates } from '../../../support/templates.ts';

// A database that is briefly unavailable yields a 503 with Retry-After, never a 500.
const unavailable = { status: 503, headers: { 'retry-after': '2' } };
const robin = { uciNetId: 'registrar', actingAs: null, requestId: 'r' };
const POOL = 4;

let database: Database;
beforeEach(async () => {
  database = await testDatabase();
});
afterEach(() => database.close());

const responseTo = async (work: Promise<unknown>) =>
  asApiError(
    await work.then(
      () => null,
      (error: unknown) => error,
    ),
  );

const nothing = (trx: Transaction<Tables>) => sql`select 1`.execute(trx);

test('no free connection in time counts as unavailable', async () => {
  const { db } = database;
  const held = Promise.withResolvers<void>();
  const holding = Array.from({ length: POOL }, () => db.connection().execute(() => held.promise));
  expect(await responseTo(sql`select 1`.execute(db))).toMatchObject(unavailable);
  held.resolve();
  await Promise.all(holding);
  expect((await sql`select 1 as one`.execute(db)).rows).toEqual([{ one: 1 }]);
});

test('no free connection in time is the cause, even if another host of several does not respond', async () => {
  const { cluster } = inject('templates') as Extract<Templates, { cluster: string }>;
  const { host } = new URL(cluster);
  const url = cluster.replace(host, `${host},127.0.0.1:1`);
  const { db, close } = await connect({ kind: 'postgres', url, poolSize: 1 });
  const held = Promise.withResolvers<void>();
  const holding = db.connection().execute(() => held.promise);
  expect(await responseTo(sql`select 1`.execute(db))).toMatchObject({ ...unavailable, why: 'connection' });
  held.resolve();
  await holding;
  await close();
});

test('a transaction whose connection is cut counts as unavailable, not as a failed rollback', async () => {
  const { db } = database;
  const cut = change(db, robin, async (trx) => {
    await sql`select pg_terminate_backend(pg_backend_pid())`.execute(trx).catch(() => {});
    await sql`select 1`.execute(trx);
  });
  expect(await responseTo(cut)).toMatchObject(unavailable);
  const cutAtOnce = change(db, robin, (trx) =>
    sql`select pg_terminate_backend(pg_backend_pid())`.execute(trx),
  );
  expect(await responseTo(cutAtOnce)).toMatchObject(unavailable);
});

test('a lost database counts as unavailable, and is used again when it is back', async () => {
  const { db } = database;
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db);
  const name = sql.id(rows[0]?.name ?? '');
  const { cluster } = inject('templates') as Extract<Templates, { cluster: string }>;
  const outside = await connect({ kind: 'postgres', url: cluster, poolSize: 1 });
  await sql`select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = ${rows[0]?.name}`.execute(
    outside.db,
  );
  await sql`alter database ${name} rename to renamed`.execute(outside.db);
  const outcome = sql`select 1`.execute(db);
  await expect(outcome).rejects.toMatchObject({ code: '3D000' });
  expect(await responseTo(outcome)).toMatchObject(unavailable);
  await sql`alter database renamed rename to ${name}`.execute(outside.db);
  expect((await sql`select 1 as one`.execute(db)).rows).toEqual([{ one: 1 }]);
  await outside.close();
});

test('a statement times out before its request does, and counts as unavailable', async () => {
  const { db } = database;
  const began = performance.now();
  expect(await responseTo(sql`select pg_sleep(20)`.execute(db))).toMatchObject(unavailable);
  expect(performance.now() - began).toBeLessThan(limits.work);
}, 120_000);

test('an instance that hangs in a transaction loses the writer lock before waiting requests time out', async () => {
  const { db } = database;
  const [held, thawed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const frozen = change(db, robin, async (trx) => {
    await nothing(trx);
    held.resolve();
    await thawed.promise;
    await nothing(trx);
  });
  // Otherwise the other instance might get the lock first.
  await held.promise;
  await change(db, robin, nothing);
  thawed.resolve();
  expect(await responseTo(frozen)).toMatchObject(unavailable);
}, 120_000);

test('temporary errors count as unavailable', () => {
  for (const code of [
    '53100',
    '53300',
    '57P01',
    '57P03',
    '25006',
    '25P03',
    '08006',
    'EHOSTUNREACH',
    'EAI_AGAIN',
  ])
    expect(asApiError(Object.assign(new Error('any'), { code })), code).toMatchObject({
      ...unavailable,
      why: 'database',
    });
});

test('an error that the database reports about a statement is an internal error', async () => {
  expect(await responseTo(sql`select nothing`.execute(database.db))).toBeUndefined();
});
