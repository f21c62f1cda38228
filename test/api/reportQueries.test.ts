import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { reportFilter } from '../../contract/report.ts';
import { change } from '../../server/db/changes.ts';
import type { Database } from '../../server/db/connect.ts';
import { createReport } from '../../server/report.ts';
import { testDatabase } from '../support/database.ts';

let empty: Database;
let full: Database;
beforeAll(async () => {
  [empty, full] = [await testDatabase(), await testDatabase({ sample: true })];
});
afterAll(async () => {
  await empty.close();
  await full.close();
});

const everything = reportFilter.schema.parse({});

const textOf = async (runReport: ReturnType<typeof createReport>) =>
  (await runReport(everything)).map((piece) => piece()).join('');

/** How many statements a report sends, and how many rows it answers. */
async function measure(
  { db }: Database,
  runReport = createReport(db),
): Promise<{ statements: number; rows: number }> {
  // Every statement of Kysely passes here, with plugins or without.
  const executor = Object.getPrototypeOf(
    Object.getPrototypeOf(db.getExecutor()),
  ) as typeof Object.prototype & {
    executeQuery: () => Promise<unknown>;
  };
  const statements = vi.spyOn(executor, 'executeQuery');
  try {
    const rows = (JSON.parse(await textOf(runReport)) as unknown[]).length;
    return { statements: statements.mock.calls.length, rows };
  } finally {
    statements.mockRestore();
  }
}

test('the report is one statement, and stays one as the data grows', async () => {
  expect(await measure(empty)).toEqual({ statements: 1, rows: 0 });
  expect(await measure(full)).toEqual({ statements: 1, rows: 917 });
});

test('what anybody has changed shows in the next report, and the statement stays one', async () => {
  const { db } = full;
  const runReport = createReport(db);
  expect(await measure(full, runReport)).toEqual({ statements: 1, rows: 917 });
  const actor = { uciNetId: 'registrar', actingAs: null, requestId: 'test' };
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
  expect(await measure(full, runReport)).toEqual({ statements: 1, rows: 917 });
});
