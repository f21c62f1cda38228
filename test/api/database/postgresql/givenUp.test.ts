import { createServer, connect as dial, type Server } from 'node:net';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { change } from '../../../../server/db/changes.ts';
import { connect, type Database } from '../../../../server/db/connect.ts';
import { Deadline } from '../../../../server/deadline.ts';
import { testDatabase } from '../../../support/database.ts';
import { aSchoolRow } from '../../../support/factories.ts';

const robin = { uciNetId: 'registrar', actingAs: null, requestId: 'the request' };
const school = aSchoolRow('A1');

let database: Database;
beforeEach(async () => {
  database = await testDatabase();
});
afterEach(() => database.close());

const running = async () => {
  const { rows } = await sql<{ query: string }>`
    select query from pg_stat_activity
    where datname = current_database() and state <> 'idle' and pid <> pg_backend_pid()`.execute(database.db);
  return rows.map(({ query }) => query);
};

test('a statement that is given up is cancelled, and its transaction ends', async () => {
  const { db } = database;
  const deadline = new Deadline(300);
  const work = deadline.run(() =>
    change(db, robin, async (trx) => {
      await trx.insertInto('school').values(school).execute();
      await sql`select pg_sleep(20)`.execute(trx);
    }),
  );
  await expect(deadline.hold(work)).rejects.toMatchObject({ status: 503, why: 'statement' });
  await expect.poll(running, { timeout: 1_000 }).toEqual([]);
  await expect(work).rejects.toThrow();
  // The lock is free and the pool complete.
  await change(db, robin, (trx) => trx.insertInto('school').values(school).execute());
  await Promise.all(Array.from({ length: 8 }, () => sql`select pg_sleep(0.1)`.execute(db)));
});

test('a transaction past its deadline is not committed, even if all its work was done', async () => {
  const { db } = database;
  const deadline = new Deadline(200);
  const work = deadline.run(() =>
    change(db, robin, async (trx) => {
      await trx.insertInto('school').values(school).execute();
      await new Promise((resolve) => setTimeout(resolve, 400));
    }),
  );
  await expect(work).rejects.toMatchObject({ status: 503, why: 'time' });
  expect(await db.selectFrom('school').selectAll().execute()).toEqual([]);
});

/**
 * A proxy to the database that loses the first commit: it closes the connection instead of passing on the commit
 * ('before') or its response ('after').
 */
async function lossyWay(when: 'before' | 'after'): Promise<{ url: string; server: Server }> {
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(database.db);
  const templates = inject('templates');
  if (templates.engine !== 'PostgreSQL') throw new Error('PostgreSQL only');
  const cluster = new URL(templates.cluster);
  let lost = false;
  const server = createServer((client) => {
    const upstream = dial(Number(cluster.port), cluster.hostname);
    client.on('error', () => {}).on('close', () => upstream.destroy());
    upstream.on('error', () => {}).on('close', () => client.destroy());
    upstream.on('data', (part) => client.write(part));
    client.on('data', (part) => {
      if (lost || !part.includes('commit\0')) return void upstream.write(part);
      lost = true;
      if (when === 'before') return void client.destroy();
      upstream.removeAllListeners('data').once('data', () => client.destroy());
      return void upstream.write(part);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  return { url: `postgres://${cluster.username}@127.0.0.1:${port}/${rows[0]?.name}`, server };
}

test.for(['before', 'after'] as const)(
  'a commit whose connection breaks %s it is done is reported with its real outcome',
  async (when) => {
    const { url, server } = await lossyWay(when);
    const lossy = await connect({ kind: 'postgres', url, poolSize: 2 });
    const requestId = `the request ${when}`;
    const saved = change(lossy.db, { ...robin, requestId }, async (trx) => {
      await trx.insertInto('school').values(school).execute();
      return 'saved';
    }).catch(() => 'refused');
    expect(await saved).toBe(when === 'before' ? 'refused' : 'saved');
    const there = await database.db.selectFrom('school').selectAll().execute();
    expect(there).toHaveLength(when === 'before' ? 0 : 1);
    await lossy.close();
    server.close();
  },
);
