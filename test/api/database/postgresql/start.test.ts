import { sql } from 'kysely';
import { Client } from 'pg';
import { afterEach, expect, inject, test } from 'vitest';
import { addressesOf } from '../../../../server/config/databaseSettings.ts';
import { change } from '../../../../server/db/changeTransaction.ts';
import { connect } from '../../../../server/db/connect.ts';
import type { Database } from '../../../../server/db/database.ts';
import { migrate, planUpgrade, remake, schema } from '../../../../server/db/migrate.ts';
import { loadSample } from '../../../../server/db/sampleData.ts';
import { differencesOfDefinitions } from '../../../../server/db/verifyDatabase.ts';
import { StartupError } from '../../../../server/runtime/startupError.ts';
import { addressOf, createFrom, drop } from '../../../support/cluster.ts';
import { testDatabase } from '../../../support/database.ts';
import { aSchoolRow } from '../../../support/factories.ts';
import { openTransaction } from '../../../support/openTransaction.ts';

const robin = { uciNetId: 'registrar', actingAs: null, requestId: 'the request' };

const { cluster } = inject('templates') as { cluster: string };
const opened: Database[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((database) => database.close()));
});

async function open(url: string): Promise<Database> {
  const database = await connect({ kind: 'postgres', url, poolSize: 2 });
  opened.push(database);
  return database;
}

test('four instances that start at once on an empty database migrate it once and load the sample once', async () => {
  const name = `test_start_${process.pid}`;
  await createFrom(cluster, 'template0', name);
  const four = await Promise.all([1, 2, 3, 4].map(() => open(addressOf(cluster, name))));
  await Promise.all(four.map(({ db }) => migrate(db)));
  const loaded = await Promise.all(four.map(({ db }) => loadSample(db)));
  expect(loaded.filter(Boolean)).toHaveLength(1);
  expect(await four[0]?.db.selectFrom('school').selectAll().execute()).toHaveLength(24);
  await Promise.all(opened.splice(0).map((database) => database.close()));
  await drop(cluster, [name]);
}, 120_000);

test('an upgrade that waits for an idle transaction names its session, and does not block reads and saves', async () => {
  const { db, close } = await testDatabase();
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db);
  const url = addressOf(cluster, rows[0]?.name ?? '');
  await change(db, robin, (trx) => trx.insertInto('school').values(aSchoolRow('A1')).execute());
  const reader = new Client(`${url}?application_name=nightly-extract`);
  await reader.connect();
  await reader.query('begin');
  const { rows: own } = await reader.query<{ pid: number }>('select pg_backend_pid() as pid from school');
  const upgrading = await open(url);
  await sql`update schema_step set derived = 'of another program'`.execute(db);
  const messages: string[] = [];
  let isDone = false;
  const upgraded = (async () => {
    await migrate(upgrading.db, schema, (sentence) => messages.push(sentence));
    isDone = true;
  })();
  await expect.poll(() => messages.length, { timeout: 30_000 }).toBe(2);
  expect(messages).toEqual([
    'Bringing the schema up to date…',
    expect.stringMatching(
      new RegExp(
        `^Waiting for a session that uses the tables: pid ${own[0]?.pid} \\(nightly-extract, since [-\\d]+T[:\\d]+Z\\)\\. End it, or wait until it ends\\.$`,
      ),
    ),
  ]);
  // Each of these fails if it waits for the session.
  let saves = 0;
  for (const end = Date.now() + 4_000; Date.now() < end; saves += 1) {
    await db.selectFrom('school').selectAll().execute();
    await change(db, robin, (trx) =>
      trx
        .updateTable('school')
        .set({ title: `Saved ${saves}` })
        .execute(),
    );
  }
  expect(saves).toBeGreaterThan(2);
  expect(isDone).toBe(false);
  await reader.query('commit');
  await upgraded;
  await reader.end();
  await close();
}, 120_000);

test('a rebuild that waits for a session has changed nothing, so after an interruption the schema is still up to date', async () => {
  const { db, close } = await testDatabase();
  await sql`drop view derived.log_head`.execute(db);
  const endSession = await openTransaction(db, sql`select from school`);
  const messages: string[] = [];
  const rebuilt = remake(db, (sentence) => messages.push(sentence));
  await expect.poll(() => messages).toContainEqual(expect.stringMatching(/^Waiting for a session/));
  expect(await planUpgrade(db)).toEqual({ migrations: [], isRebuilt: false });
  await endSession();
  await rebuilt;
  expect(await differencesOfDefinitions(db)).toEqual([]);
  await close();
});

test('a host that does not respond is skipped', async () => {
  const url = new URL(cluster);
  const several = cluster.replace(url.host, `127.0.0.1:1,${url.host}`);
  const { db, engine } = await open(several);
  expect(engine.name).toBe('PostgreSQL');
  expect((await sql`select 1 as one`.execute(db)).rows).toEqual([{ one: 1 }]);
});

test('a server that does not respond stops the start with a message', async () => {
  const refused = connect({ kind: 'postgres', url: 'postgres://127.0.0.1:1/none', poolSize: 1 });
  await expect(refused).rejects.toThrow(StartupError);
  await expect(refused).rejects.toThrow(/^The database at DATABASE_URL cannot be reached/);
});

test('a connection that the server closes is replaced', async () => {
  const { db, close } = await testDatabase();
  const ended = sql`select pg_terminate_backend(pg_backend_pid())`.execute(db);
  await expect(ended).rejects.toThrow();
  // The statement that broke the connection fails. The next may fail too, until the pool notices.
  await expect.poll(() => db.selectFrom('school').selectAll().execute().catch(String)).toEqual([]);
  await close();
});

test.for([
  [
    'postgres://u:p%40@one:5432,two:5433/db?sslmode=require',
    ['postgres://u:p%40@one:5432/db?sslmode=require', 'postgres://u:p%40@two:5433/db?sslmode=require'],
  ],
  ['postgresql://one,two', ['postgresql://one', 'postgresql://two']],
  ['postgres://one/db', ['postgres://one/db']],
] as const)('%s is split into one address per host', ([url, addresses]) => {
  expect(addressesOf(url)).toEqual(addresses);
});
