import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { itemKinds, type Span } from '../../../contract/kinds.ts';
import { inEffect, relationshipSpan } from '../../../contract/spans.ts';
import type { Database } from '../../../server/db/database.ts';
import { testDatabase } from '../../support/database.ts';

// The contract and SQL (`derived.in_effect`, `derived.year_in_effect`) both implement whether an item is in effect in a
// term. These tests check that they agree.

let database: Database;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

const terms = ['202492', '202503', '202514', '202525', '202539', '202576', '202592', '202603', '209992'];

/** All combinations of start, end (both including null) and term. */
async function grid<Moment extends string | number>(
  name: 'in_effect' | 'year_in_effect',
  type: 'text' | 'int',
  moments: readonly (Moment | null)[],
) {
  const { rows } = await sql<{
    start: Moment | null;
    end: Moment | null;
    term: string;
    isIn: boolean | null;
  }>`
    select (s #>> '{}')::${sql.raw(type)} as start, (e #>> '{}')::${sql.raw(type)} as end, t as term,
      derived.${sql.raw(name)}((s #>> '{}')::${sql.raw(type)}, (e #>> '{}')::${sql.raw(type)}, t) as is_in
    from jsonb_array_elements(${JSON.stringify(moments)}::jsonb) s,
      jsonb_array_elements(${JSON.stringify(moments)}::jsonb) e,
      jsonb_array_elements_text(${JSON.stringify(terms)}::jsonb) t
  `.execute(database.db);
  expect(rows).toHaveLength(moments.length ** 2 * terms.length);
  return rows;
}

test('SQL and the contract agree on terms in effect', async () => {
  const rows = await grid('in_effect', 'text', [null, ...terms]);
  expect(rows).toEqual(rows.map((row) => ({ ...row, isIn: inEffect(row, row.term) })));
  expect(new Set(rows.map(({ isIn }) => isIn))).toEqual(new Set([true, false]));
});

test('SQL and the contract agree on years in effect', async () => {
  const rows = await grid('year_in_effect', 'int', [null, 1965, 2023, 2024, 2025, 2026, 2100]);
  expect(rows).toEqual(rows.map((row) => ({ ...row, isIn: inEffect(row, row.term) })));
  expect(new Set(rows.map(({ isIn }) => isIn))).toEqual(new Set([true, false]));
});

test('spans have the same columns, terms or years, in the database as in the contract', async () => {
  const ofTables: Record<string, Span> = {
    ...Object.fromEntries(Object.entries(itemKinds).map(([kind, { span }]) => [kind, span])),
    majorDegree: relationshipSpan,
    schoolMajor: relationshipSpan,
    schoolDepartment: relationshipSpan,
    schoolDegree: relationshipSpan,
    majorDepartment: relationshipSpan,
    degreeDepartment: relationshipSpan,
  };
  for (const [table, { start, end, of }] of Object.entries(ofTables)) {
    const { rows } = await sql<{ name: string; type: string }>`
      select column_name as name, data_type as type from information_schema.columns
      where table_schema = 'public' and table_name = ${snake(table)}
        and column_name in (${snake(start)}, ${snake(end)})
      order by column_name desc`.execute(database.db);
    const type = of === 'years' ? 'integer' : 'text';
    expect(rows, table).toEqual([
      { name: snake(start), type },
      { name: snake(end), type },
    ]);
  }
});

const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
