import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { change } from '../../../../server/db/changeTransaction.ts';
import type { Database } from '../../../../server/db/database.ts';
import { testDatabase } from '../../../support/database.ts';
import { aSchoolRow } from '../../../support/factories.ts';

const robin = { uciNetId: 'registrar', actingAs: null, requestId: 'r' };
const school = aSchoolRow('A1');

let database: Database;
beforeEach(async () => {
  database = await testDatabase();
});
afterEach(() => database.close());

test('a query outside a transaction waits for it, and sees its changes', async () => {
  const { db } = database;
  const order: string[] = [];
  let outside: Promise<unknown> | undefined;
  await change(db, robin, async (trx) => {
    outside = db
      .selectFrom('school')
      .select('title')
      .execute()
      .then((rows) => {
        order.push('outside');
        return rows;
      });
    await trx.insertInto('school').values(school).execute();
    await sql`select 1`.execute(trx);
    order.push('inside');
  });
  expect(await outside).toEqual([{ title: 'School A1' }]);
  expect(order).toEqual(['inside', 'outside']);
});

test('a query outside a failed transaction is not rolled back with it', async () => {
  const { db } = database;
  let outside: Promise<unknown> | undefined;
  const failed = change(db, robin, async (trx) => {
    outside = db.insertInto('cipCode').values({ code: '99.0000', title: 'Kept' }).execute();
    await trx.insertInto('school').values(school).execute();
    throw new Error('no');
  });
  await expect(failed).rejects.toThrow('no');
  await outside;
  const kept = db.selectFrom('cipCode').select('title').where('code', '=', '99.0000');
  expect(await kept.execute()).toEqual([{ title: 'Kept' }]);
  expect(await db.selectFrom('school').selectAll().execute()).toEqual([]);
});

test('concurrent queries run in order, even if one fails', async () => {
  const { db } = database;
  const all = await Promise.allSettled(
    Array.from({ length: 40 }, (_, at) =>
      sql`select ${at}::int / ${at === 7 ? 0 : 1}::int as at`.execute(db),
    ),
  );
  const failed = all.flatMap(({ status }, at) => (status === 'rejected' ? [at] : []));
  expect(failed).toEqual([7]);
  expect(all.at(-1)).toMatchObject({ value: { rows: [{ at: 39 }] } });
});

test('a long statement does not block the thread that serves requests', async () => {
  let ticks = 0;
  const ticking = setInterval(() => {
    ticks += 1;
  }, 10);
  await sql`select count(*) from generate_series(1, 3000000)`.execute(database.db);
  clearInterval(ticking);
  expect(ticks).toBeGreaterThan(5);
});

test('every query fails immediately after it is closed', async () => {
  const closed = await testDatabase();
  await closed.close();
  await expect(sql`select 1`.execute(closed.db)).rejects.toThrow();
});
