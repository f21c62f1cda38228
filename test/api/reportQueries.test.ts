import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ReportFilter, reportFilter } from '../../contract/report.ts';
import { createReport, reportJson } from '../../server/api/report/assembly.ts';
import { reportExclusionsJson } from '../../server/api/report/exclusions.ts';
import { change } from '../../server/db/changeTransaction.ts';
import type { Database } from '../../server/db/database.ts';
import { testDatabase } from '../support/database.ts';
import { statementsOf } from '../support/statements.ts';

let empty: Database;
let full: Database;
beforeAll(async () => {
  [empty, full] = [await testDatabase(), await testDatabase({ sample: true })];
});
afterAll(async () => {
  await empty.close();
  await full.close();
});

const actor = { uciNetId: 'registrar', actingAs: null, requestId: 'test' };
const everything = reportFilter.schema.parse({});

async function textOf(
  runReport: ReturnType<typeof createReport>,
  filter: ReportFilter = everything,
): Promise<string> {
  return reportJson(await runReport(filter))
    .map((piece) => piece())
    .join('');
}

/** The statements that a report sends, and the number of rows it returns. */
async function run(
  database: Database,
  runReport = createReport(database.db),
  filter = everything,
): Promise<{ statements: string[]; rows: number }> {
  const { statements, response } = await statementsOf(database.db, () => textOf(runReport, filter));
  return { statements, rows: (JSON.parse(response) as unknown[]).length };
}

/** The number of statements that a report sends, and the number of rows it returns. */
async function measure(database: Database, runReport = createReport(database.db)) {
  const { statements, rows } = await run(database, runReport);
  return { statements: statements.length, rows };
}

test('the report is a single statement, also as the data grows', async () => {
  expect(await measure(empty)).toEqual({ statements: 1, rows: 0 });
  expect(await measure(full)).toEqual({ statements: 1, rows: 917 });
});

test('changes show in the next report, which is still a single statement', async () => {
  const { db } = full;
  const runReport = createReport(db);
  expect(await measure(full, runReport)).toEqual({ statements: 1, rows: 917 });
  const changes = [
    sql`update school set title = 'Changed school'`,
    sql`update department set title = 'Changed department'`,
    sql`update degree set degree_title_rc = 'Changed degree'`,
    sql`update major set title_long = 'Changed major'`,
    sql`update major_degree set acad_yr_instr_wks = 17`,
  ];
  const marks = [
    'Changed school',
    'Changed department',
    'Changed degree',
    'Changed major',
    '"acadYrInstrWks":17',
  ];
  for (const [at, statement] of changes.entries()) {
    await change(db, actor, (trx) => statement.execute(trx));
    const text = await textOf(runReport);
    for (const mark of marks.slice(0, at + 1)) expect(text).toContain(mark);
    expect(JSON.parse(text)).toHaveLength(917);
  }
  expect(await measure(full, createReport(db))).toEqual({ statements: 1, rows: 917 });
});

test('a filter with any number of awards uses the same statement', async () => {
  const of = async (awards: string[]) =>
    await run(full, createReport(full.db), { ...everything, degreeListAwarded: awards });
  const unknown = Array.from({ length: 149 }, (_, at) => `X${at}`);
  const one = await of(['BA']);
  expect(one.rows).toBeGreaterThan(0);
  expect(await of(['BA', ...unknown])).toEqual(one);
  expect(await of(unknown)).toEqual({ ...one, rows: 0 });
});

test('why a major is not in the report is a single statement', async () => {
  const filter = { ...everything, asOfTerm: '202592', schoolCode: 'QQ', degreeInactive: false };
  const read = () => reportExclusionsJson(full.db, 1, filter, null);
  const { statements, response } = await statementsOf(full.db, read);
  expect(statements).toHaveLength(1);
  expect(response).toContain('"excludedBy":[["schoolCode"],["degreeInactive"]]');
});

test.for(['school_major', 'major_department', 'major_degree'])(
  'a row deleted from %s is gone from the next report',
  async (table) => {
    const runReport = createReport(full.db);
    const before = await textOf(runReport);
    await change(full.db, actor, (trx) =>
      sql`delete from ${sql.table(table)} where major_key = (select min(major_key) from ${sql.table(table)})`.execute(
        trx,
      ),
    );
    expect(await textOf(runReport)).not.toBe(before);
    expect(await textOf(runReport)).toBe(await textOf(createReport(full.db)));
  },
);
