import { readFileSync } from 'node:fs';
import { sql } from 'kysely';
import papa from 'papaparse';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { change } from '../../../server/db/changeTransaction.ts';
import type { Database } from '../../../server/db/database.ts';
import { loadSample } from '../../../server/db/sampleData.ts';
import { testDatabase } from '../../support/database.ts';

const files = {
  schools: { table: 'school', order: 'school_code' },
  departments: { table: 'department', order: 'dept_key' },
  degrees: { table: 'degree', order: 'degree_key' },
  majors: { table: 'major', order: 'major_key' },
  school_major: { table: 'school_major', order: 'school_code, major_key' },
  school_department: { table: 'school_department', order: 'school_code, dept_key' },
  school_degree: { table: 'school_degree', order: 'school_code, degree_key' },
  major_department: { table: 'major_department', order: 'major_key, dept_key' },
  major_degree: { table: 'major_degree', order: 'major_key, degree_key' },
  degree_department: { table: 'degree_department', order: 'degree_key, dept_key' },
  award_types: { table: 'award_type', order: 'degree_short' },
  terms: { table: 'term', order: 'term_yyyyst' },
  cip2020: { table: 'cip_code', order: 'code' },
};

/** The rows of a file from an independent CSV parser. */
function rowsOf(file: string): Record<string, string>[] {
  const text = readFileSync(`server/db/sample/${file}.csv`, 'utf8');
  return papa.parse<Record<string, string>>(text, { header: true, skipEmptyLines: true }).data;
}

/** A database value in CSV form. */
function written(name: string, value: string | number | boolean | null): string {
  if (value === null) return '';
  return name === 'lastModified' ? String(value).replace('.000Z', '') : String(value);
}

let database: Database;
let took: number;
beforeAll(async () => {
  database = await testDatabase();
  const start = performance.now();
  expect(await loadSample(database.db)).toBe(true);
  took = performance.now() - start;
});
afterAll(() => database.close());

describe('the sample data', () => {
  test.for(Object.entries(files))(
    'contains every row of %s as in the file',
    async ([file, { table, order }]) => {
      const { rows } = await sql<Record<string, string | number | boolean | null>>`
      select * from ${sql.table(table)} order by ${sql.raw(order)}
    `.execute(database.db);
      const expected = rowsOf(file);
      const names = Object.keys(expected[0] ?? {});
      const found = rows.map((row) =>
        Object.fromEntries(names.map((name) => [name, written(name, row[name] ?? null)])),
      );
      const byText = (one: object, other: object) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1);
      expect(found.sort(byText)).toEqual(expected.sort(byText));
    },
  );

  test('has a start record in the change log for every row', async () => {
    for (const { table, order } of Object.values(files).slice(0, 10)) {
      const key = order.replace(', ', " || '/' || ");
      const { rows } = await sql`
        select * from ${sql.table(table)} row
        full join (select * from derived.change_log where kind = ${camel(table)}) log on log.key = (${sql.raw(key)})::text
        where log.place is null or row.version is null
          or (log.action, log.origin, log.title, log.actor, log.version, log.before) is distinct from
            ('created', 'sample', 'Sample data', null, row.version, null::jsonb)
      `.execute(database.db);
      expect(rows, table).toEqual([]);
    }
  });

  test('is one set of the change log', async () => {
    const sets = await database.db
      .selectFrom('changeSet')
      .select(['origin', 'title', 'actor', 'created'])
      .execute();
    const rows = Object.keys(files).slice(0, 10).flatMap(rowsOf);
    expect(sets).toEqual([
      { origin: 'migration', title: 'Award types and terms', actor: null, created: 0 },
      { origin: 'sample', title: 'Sample data', actor: null, created: rows.length },
    ]);
    const { rows: faults } = await sql`select * from derived.faults`.execute(database.db);
    expect(faults).toEqual([]);
  });

  test('is loaded once', async () => {
    expect(await loadSample(database.db)).toBe(false);
  });

  test('does not use up the next keys', async () => {
    const robin = { uciNetId: 'registrar', actingAs: null, requestId: 'r' };
    const added = await change(database.db, robin, (trx) =>
      trx
        .insertInto('department')
        .values({ title7: 'NEW', title: 'New', active: true, startTerm: null, endTerm: null, comments: null })
        .returning('deptKey')
        .executeTakeFirstOrThrow(),
    );
    expect(added.deptKey).toBe(rowsOf('departments').length + 1);
  });

  test('reports how long it took to load', ({ annotate }) =>
    annotate(`sample data loaded in ${Math.round(took)} ms`));
});

test('a catalog that ever had data is never filled', async () => {
  const { db, close } = await testDatabase();
  const robin = { uciNetId: 'registrar', actingAs: null, requestId: 'r' };
  const title = {
    title7: 'NEW',
    title: 'New',
    active: true,
    startTerm: '202592',
    endTerm: null,
    comments: null,
  };
  await change(db, robin, (trx) => trx.insertInto('department').values(title).execute());
  await change(db, robin, (trx) => trx.deleteFrom('department').execute());
  expect(await loadSample(db)).toBe(false);
  expect(await db.selectFrom('awardType').selectAll().execute()).toHaveLength(rowsOf('award_types').length);
  expect(await db.selectFrom('school').selectAll().execute()).toEqual([]);
  await close();
});

function camel(name: string): string {
  return name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
}
