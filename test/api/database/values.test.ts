import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '../../../server/db/database.ts';
import { testDatabase } from '../../support/database.ts';

let database: Database;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

test('both engines return the same values', async () => {
  const { rows } = await sql`
    select 7::int8 as whole, 2.50::numeric as decimal, date '2026-01-02' as day, true as flag, 'é' as text,
      timestamptz '2026-01-02 03:04:05.678+02' as time, timestamptz '1965-09-01' as early, timestamp '2026-01-02' as local,
      array['a', 'b'] as list, '{"aB": [1, null]}'::jsonb as json, null::int as nothing, count(*) as counted
  `.execute(database.db);
  expect(rows).toEqual([
    {
      whole: 7,
      decimal: 2.5,
      day: '2026-01-02',
      flag: true,
      text: 'é',
      time: '2026-01-02T01:04:05.678Z',
      early: '1965-09-01T00:00:00.000Z',
      local: '2026-01-02T00:00:00.000Z',
      list: ['a', 'b'],
      json: { aB: [1, null] },
      nothing: null,
      counted: 1,
    },
  ]);
});

test('both engines accept the same parameters', async () => {
  const { rows } = await sql`
    select ${7}::int as whole, ${2.5}::numeric as decimal, ${true}::boolean as flag, ${null}::text as nothing,
      ${'{"a":1}'}::jsonb as json, ${'2026-01-02T03:04:05.678Z'}::timestamptz as time
  `.execute(database.db);
  expect(rows).toEqual([
    {
      whole: 7,
      decimal: 2.5,
      flag: true,
      nothing: null,
      json: { a: 1 },
      time: '2026-01-02T03:04:05.678Z',
    },
  ]);
});

test('a write returns how many rows it changed', async () => {
  const { numInsertedOrUpdatedRows } = await database.db
    .insertInto('cipCode')
    .values([
      { code: '99.0000', title: 'A' },
      { code: '99.0001', title: 'B' },
    ])
    .executeTakeFirstOrThrow();
  expect(numInsertedOrUpdatedRows).toBe(2n);
  const { numUpdatedRows } = await database.db
    .updateTable('cipCode')
    .set({ title: 'C' })
    .where('code', '>=', '99')
    .executeTakeFirstOrThrow();
  expect(numUpdatedRows).toBe(2n);
});

test('an error keeps the details from the database', async () => {
  const invalid = database.db
    .insertInto('term')
    .values({ termYyyyst: '1965921', termLetterYear: 'F65' })
    .execute();
  await expect(invalid).rejects.toMatchObject({
    code: '23514',
    constraint: 'term_term_yyyyst',
    table: 'term',
  });
  await expect(invalid).rejects.toThrow(/violates check constraint/);
});

test('the engine reports its name and version', () => {
  expect(database.engine.version).toMatch(/^\d+\.\d+$/);
});
