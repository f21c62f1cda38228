import { sql } from 'kysely';
import { afterEach, describe, expect, inject, test } from 'vitest';
import { change } from '../../../../server/db/changeTransaction.ts';
import { connect } from '../../../../server/db/connect.ts';
import type { Database } from '../../../../server/db/database.ts';
import { addressOf, createFrom, drop, run } from '../../../support/cluster.ts';
import { Pooler } from '../../../support/pooler.ts';

// A PgBouncer may be between the application and PostgreSQL. The start detects a PgBouncer that loses named statements or
// the limits of a connection. Otherwise later requests would fail, or return the rows of another statement.

const { cluster } = inject('templates') as { cluster: string };
const IGNORED = 'ignore_startup_parameters = options,statement_timeout,idle_in_transaction_session_timeout';

const opened: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const one of opened.splice(0).toReversed()) await one.close();
});

/** A database with the limits of deploy/roles.sql, reached through a pooler. */
async function behind(...settings: string[]): Promise<string> {
  const name = `test_pooler_${process.pid}`;
  await createFrom(cluster, 'template0', name);
  opened.push({ close: () => drop(cluster, [name]) });
  const pooler = await Pooler.open(cluster, ...settings);
  opened.push(pooler);
  return addressOf(pooler.url, name);
}

async function start(url: string): Promise<Database> {
  const database = await connect({ kind: 'postgres', url, poolSize: 2 });
  opened.push(database);
  return database;
}

const limit = async (url: string) => {
  const name = new URL(url).pathname.slice(1);
  for (const setting of ['statement_timeout', 'idle_in_transaction_session_timeout'])
    await run(cluster, `alter database "${name}" set ${setting} = '3s'`);
};

// Without it the tests are skipped on a developer's machine, and fail in CI.
describe.skipIf(!Pooler.isThere() && !process.env.CI)('The start', () => {
  test('a pooler that rejects our connection settings: the start names the parameters to allow', async () => {
    await expect(start(await behind('pool_mode = session'))).rejects.toThrow(`set ${IGNORED}`);
  });

  test('a pooler that ignores them: the start reports that the limits of the role are missing', async () => {
    await expect(start(await behind('pool_mode = session', IGNORED))).rejects.toThrow(
      'statement_timeout is not set for this role: set it as deploy/roles.sql does.',
    );
  });

  test.for(['transaction', 'statement'])(
    'a pooler in %s mode that loses named statements is rejected',
    async (mode) => {
      const losing =
        mode === 'transaction' && Pooler.keepsStatements() ? ['max_prepared_statements = 0'] : [];
      const url = await behind(`pool_mode = ${mode}`, IGNORED, ...losing);
      await limit(url);
      await expect(start(url)).rejects.toThrow('does not keep named statements');
    },
  );

  test.skipIf(!Pooler.keepsStatements())(
    'one that pools by transaction and keeps named statements works, with the limits of the role',
    async () => {
      const url = await behind('pool_mode = transaction', IGNORED, 'max_prepared_statements = 100');
      await limit(url);
      const { engine } = await start(url);
      expect(engine.name).toBe('PostgreSQL');
    },
  );

  test.skipIf(!Pooler.keepsStatements())(
    'behind a pooler that keeps named statements, a change that meets a schema change still succeeds',
    async () => {
      const url = await behind('pool_mode = transaction', IGNORED, 'max_prepared_statements = 100');
      await limit(url);
      const database = new URL(url).pathname.slice(1);
      await run(addressOf(cluster, database), 'create table item (key integer)');
      const actor = { uciNetId: 'registrar', actingAs: null, requestId: 'r' };
      const save = async ({ db }: Database) =>
        await change(db, actor, (trx) => sql`insert into item values (${1}) returning *`.execute(trx));
      const [one, other] = [await start(url), await start(url)];
      await save(one);
      await save(other);
      await run(addressOf(cluster, database), 'alter table item add column later text');
      for (const each of [one, other]) expect((await save(each)).rows).toEqual([{ key: 1, later: null }]);
    },
  );

  test('a pooler that is down: the start reports that', async () => {
    const url = await behind('pool_mode = session', IGNORED);
    await opened.pop()?.close();
    await expect(start(url)).rejects.toThrow(
      'The database at DATABASE_URL cannot be reached (connect ECONNREFUSED',
    );
  });

  test('a pooler whose database is down: the start reports that', async () => {
    const url = await behind(
      'pool_mode = session',
      IGNORED,
      'server_login_retry = 0',
      'query_wait_timeout = 1',
    );
    await drop(cluster, [new URL(url).pathname.slice(1)]);
    await expect(start(url)).rejects.toThrow('The database at DATABASE_URL cannot be reached (');
  });

  test('a pooler in session mode works, with the limits of the role', async () => {
    const url = await behind('pool_mode = session', IGNORED);
    await limit(url);
    const { engine } = await start(url);
    expect(engine.name).toBe('PostgreSQL');
  });
});
