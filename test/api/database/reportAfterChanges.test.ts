import { type RawBuilder, sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { reportFilter } from '../../../contract/report.ts';
import { createReport, reportJson } from '../../../server/api/report/assembly.ts';
import { undo } from '../../../server/catalog/undoChangeSet.ts';
import { change } from '../../../server/db/changeTransaction.ts';
import type { Database } from '../../../server/db/database.ts';
import type { Db } from '../../../server/db/tables.ts';
import { testDatabase } from '../../support/database.ts';
import { randomFrom } from '../../support/random.ts';

// The report keeps the JSON of items. After a change it reads only those that have changed.

let database: Database;
let db: Db;
beforeAll(async () => {
  database = await testDatabase({ sample: true });
  db = database.db;
});
afterAll(() => database.close());

const actor = { uciNetId: 'registrar', actingAs: null, requestId: 'test' };
const save = (statement: RawBuilder<unknown>) => change(db, actor, (trx) => statement.execute(trx));

async function textOf(run: ReturnType<typeof createReport>): Promise<string> {
  const pieces = reportJson(await run(reportFilter.schema.parse({})));
  return pieces.map((piece) => piece()).join('');
}

/** Changes a table behind the back of the change log. */
async function changeUnlogged(name: string, statement: RawBuilder<unknown>): Promise<void> {
  const table = sql.table(name);
  await db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ always: string }>`
      select tgname as always from pg_trigger where tgrelid = ${name}::regclass and tgenabled = 'A'`.execute(
      trx,
    );
    await sql`alter table ${table} disable trigger all`.execute(trx);
    await statement.execute(trx);
    await sql`alter table ${table} enable trigger all`.execute(trx);
    for (const { always } of rows)
      await sql`alter table ${table} enable always trigger ${sql.ref(always)}`.execute(trx);
  });
}

test('Saving one department does not read the others again.', async () => {
  const run = createReport(db);
  await textOf(run);
  // A report that reads it again shows this title.
  await changeUnlogged('department', sql`update department set title = 'Read again' where dept_key = 2`);
  await save(sql`update department set title = 'Saved' where dept_key = 1`);
  const text = await textOf(run);
  expect(text).toContain('"title":"Saved"');
  expect(text).not.toContain('Read again');
  expect(await textOf(createReport(db))).toContain('Read again');
  await save(sql`update department set title = 'Saved too' where dept_key = 2`);
  expect(await textOf(run)).toBe(await textOf(createReport(db)));
});

test('A report reads all items again if the log no longer has the place that it knows.', async () => {
  const run = createReport(db);
  await textOf(run);
  await changeUnlogged('department', sql`update department set title = 'Restored' where dept_key = 3`);
  await save(sql`update department set title = 'Saved' where dept_key = 1`);
  // As after a failover to a standby that lagged behind: other change sets have the same numbers.
  await changeUnlogged('change_set', sql`update change_set set hash = md5(hash)`);
  expect(await textOf(run)).toContain('"title":"Restored"');
});

const SEED = 6;
const CHANGES = 60;

test(`After each of ${CHANGES} random changes, the report is that of a server that has just started.`, async () => {
  const random = randomFrom(SEED);
  const run = createReport(db);
  const any = (table: string, key: string) => sql`(select ${sql.ref(key)} from ${sql.table(table)}
    order by md5(${sql.ref(key)}::text || ${random.below(1000)}) limit 1)`;
  const text = () => `Text ${random.below(1_000_000)}`;
  const actions: Record<string, () => RawBuilder<unknown>> = {
    'edit a school': () =>
      sql`update school set title = ${text()} where school_code = ${any('school', 'school_code')}`,
    'edit a department': () =>
      sql`update department set title = ${text()} where dept_key = ${any('department', 'dept_key')}`,
    'edit many majors': () =>
      sql`update major set comments = ${text()} where major_key % 7 = ${random.below(7)}`,
    'edit a degree': () =>
      sql`update degree set degree_title_rc = ${text()} where degree_key = ${any('degree', 'degree_key')}`,
    'edit a program': () =>
      sql`update major_degree set acad_yr_instr_wks = ${random.below(50)} where major_key = ${any('major_degree', 'major_key')}`,
    'relabel a term': () =>
      sql`update term set term_letter_year = ${`X${random.below(10_000)}`} where term_yyyyst = ${any('major', 'start_term_yyyyst')}`,
    'edit an award type': () =>
      sql`update award_type set degree_code = ${`C${random.below(10_000)}`} where degree_short = ${any('degree', 'degree_awarded')}`,
    'delete a program': () =>
      sql`delete from major_degree where major_key = ${any('major_degree', 'major_key')}`,
    'delete the schools of a major': () =>
      sql`delete from school_major where major_key = ${any('school_major', 'major_key')}`,
    'create a department': () =>
      sql`insert into department (title7, title, active) values (${random.code(5)}, ${text()}, true)`,
    'create and edit a major': () => sql`
      with made as (insert into major (major_segment, major_code, title20, complete, active)
        values ('U', ${random.code(3)}, ${text()}, false, true) returning major_key)
      update major set comments = ${text()} where major_key = 1`,
  };
  const undoNewest = async () => {
    const { rows } = await sql<{ id: string; number: number }>`
      select id, number::integer from change_set order by number desc limit 1`.execute(db);
    const { id, number } = rows[0] ?? { id: '', number: 0 };
    await change(db, { ...actor, origin: 'undo', undoes: id }, (trx) => undo(trx, number));
  };
  for (let round = 0; round < CHANGES; round += 1) {
    const name = random.pick(Object.keys(actions));
    await save((actions[name] as () => RawBuilder<unknown>)());
    if (random.chance(0.2)) await undoNewest();
    if ((await textOf(run)) !== (await textOf(createReport(db))))
      throw new Error(`After ${name}, round ${round}`);
  }
}, 600_000);
