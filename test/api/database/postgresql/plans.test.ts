import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { change } from '../../../../server/db/changeTransaction.ts';
import type { Database } from '../../../../server/db/database.ts';
import { asApiError } from '../../../../server/db/databaseErrors.ts';
import { Deadline } from '../../../../server/runtime/deadline.ts';
import { testDatabase } from '../../../support/database.ts';

let database: Database;
beforeAll(async () => {
  database = await testDatabase({ sample: true });
});
afterAll(() => database.close());

const schoolOf = (code: string) =>
  database.db.selectFrom('school').selectAll().where('schoolCode', '=', code).execute();

test('a connection plans each statement only once', async () => {
  await schoolOf('52');
  await schoolOf('97');
  const { rows } = await sql<{ plans: number }>`select generic_plans + custom_plans as plans
    from pg_prepared_statements where statement like 'select * from "school" where%'`.execute(database.db);
  expect(rows).toEqual([{ plans: 2 }]);
});

test('a connection keeps no plans of long work, which finds thousands of rows where there were few', async () => {
  const inAll = () => sql`select ${1}::integer as one, 'in all' as what`.execute(database.db);
  await Deadline.start(50_000, inAll);
  const kept = () =>
    sql`select from pg_prepared_statements where statement like '%in all%' and statement not like '%pg_prepared%'`
      .execute(database.db)
      .then(({ rows }) => rows.length);
  expect(await kept()).toBe(0);
  await Deadline.start(5_000, inAll);
  expect(await kept()).toBe(1);
});

test('a read that meets a schema change gets at most one 503 for each connection', async () => {
  await schoolOf('52');
  await sql`alter table school add column later text`.execute(database.db);
  const response = await schoolOf('52').then(() => 'none', asApiError);
  expect(response).toMatchObject({ status: 503, headers: { 'retry-after': '2' }, why: 'schema_change' });
  expect(await schoolOf('52')).toMatchObject([{ schoolCode: '52', later: null }]);
});

test('a change that meets a schema change still succeeds, with several outdated statements', async () => {
  const robin = { uciNetId: 'registrar', actingAs: null, requestId: 'r' };
  const save = (comments: string) =>
    change(database.db, robin, async (trx) => {
      const returned = [];
      for (const table of ['school', 'department']) {
        const { rows } = await sql<{ version: number }>`
          update ${sql.table(table)} set comments = ${comments} returning *`.execute(trx);
        returned.push(rows[0]);
      }
      return returned;
    });
  const before = await save('Before');
  for (const table of ['school', 'department'])
    await sql`alter table ${sql.table(table)} add column newer text`.execute(database.db);
  expect(await save('After')).toMatchObject(
    before.map((row) => ({ comments: 'After', newer: null, version: (row?.version ?? 0) + 1 })),
  );
});
