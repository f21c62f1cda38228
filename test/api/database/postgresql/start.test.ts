import { sql } from 'kysely';
import { afterEach, expect, inject, test } from 'vitest';
import { connect, type Database } from '../../../../server/db/connect.ts';
import { addressesOf } from '../../../../server/db/hosts.ts';
import { migrate } from '../../../../server/db/migrate.ts';
import { loadSample } from '../../../../server/db/sample.ts';
import { StartRefused } from '../../../../server/startRefused.ts';
import { addressOf, createFrom, drop } from '../../../support/cluster.ts';
import { testDatabase } from '../../../support/database.ts';

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

test('a host that does not respond is skipped', async () => {
  const url = new URL(cluster);
  const several = cluster.replace(url.host, `127.0.0.1:1,${url.host}`);
  const { db, engine } = await open(several);
  expect(engine.name).toBe('PostgreSQL');
  expect((await sql`select 1 as one`.execute(db)).rows).toEqual([{ one: 1 }]);
});

test('a server that does not respond stops the start with a sentence', async () => {
  const refused = connect({ kind: 'postgres', url: 'postgres://127.0.0.1:1/none', poolSize: 1 });
  await expect(refused).rejects.toThrow(StartRefused);
  await expect(refused).rejects.toThrow(/^The database at DATABASE_URL cannot be reached/);
});

test('a connection that the server closes is replaced', async () => {
  const { db, close } = await testDatabase();
  const ended = sql`select pg_terminate_backend(pg_backend_pid())`.execute(db);
  await expect(ended).rejects.toThrow();
  // The statement that broke the connection fails. So may the next one, until the pool notices.
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
