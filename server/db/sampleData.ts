import { readFileSync } from 'node:fs';
import { sql, type Transaction } from 'kysely';
import { degreeForm } from '../../contract/degree.ts';
import { departmentForm } from '../../contract/department.ts';
import { formErrors } from '../../contract/errors.ts';
import { type Form, factsOfForm } from '../../contract/form.ts';
import { majorForm } from '../../contract/major.ts';
import { programForm, relationshipForm } from '../../contract/relationships.ts';
import { schoolForm } from '../../contract/school.ts';
import { type Actor, change } from './changeTransaction.ts';
import { readCsv } from './csv.ts';
import { insertRows } from './insertRows.ts';
import type { Db, Tables } from './tables.ts';

type Row = Record<string, string | null>;

const lookups = [
  { table: 'award_type', file: 'award_types' },
  { table: 'term', file: 'terms' },
];

const fileOf = (name: string) => new URL(`sample/${name}.csv`, import.meta.url);

/** The tables of the sample, referenced tables first. `key` is a column whose values the database generates. */
const catalog: { table: string; file: string; form: Form; key?: string }[] = [
  { table: 'school', file: 'schools', form: schoolForm },
  { table: 'department', file: 'departments', form: departmentForm, key: 'dept_key' },
  { table: 'degree', file: 'degrees', form: degreeForm, key: 'degree_key' },
  { table: 'major', file: 'majors', form: majorForm, key: 'major_key' },
  { table: 'school_major', file: 'school_major', form: relationshipForm },
  { table: 'school_department', file: 'school_department', form: relationshipForm },
  { table: 'school_degree', file: 'school_degree', form: relationshipForm },
  { table: 'major_department', file: 'major_department', form: relationshipForm },
  { table: 'major_degree', file: 'major_degree', form: programForm },
  { table: 'degree_department', file: 'degree_department', form: relationshipForm },
];

const loader = {
  uciNetId: null,
  actingAs: null,
  requestId: 'sample',
  origin: 'sample',
  title: 'Sample data',
} satisfies Actor;

/** Inserts the first award types and terms. */
export async function loadLookups(db: Db): Promise<void> {
  for (const { table, file } of lookups) await insert(db, table, readSample(file));
}

/** Inserts the codes of CIP 2020 if there are none: a database of an earlier program had them only with the sample data. */
export async function loadCipCodes(db: Db): Promise<void> {
  const one = await db.selectFrom('cipCode').select('code').limit(1).executeTakeFirst();
  if (!one) await insert(db, 'cip_code', readSample('cip2020'));
}

/**
 * Loads the sample data, all or nothing, into a catalog that has never had any data. Returns whether it did. Several
 * processes may call this at once: only one loads the data. Every row must pass the forms and the database's own checks.
 * Calls `onWork` before it loads anything.
 */
export function loadSample(db: Db, onWork: () => void = () => {}): Promise<boolean> {
  return change(db, loader, async (trx) => {
    const touched = await trx
      .selectFrom('changeEntry')
      .select('place')
      .where('kind', 'not in', ['term', 'awardType'])
      .limit(1)
      .executeTakeFirst();
    if (touched) return false;
    onWork();
    await sql`
      select
        set_config('statement_timeout', '60s', true),
        set_config('idle_in_transaction_session_timeout', '60s', true)
    `.execute(trx);
    for (const { table, file, form, key } of catalog) {
      const rows = readSample(file);
      rows.forEach((row, at) => checkRow(form, row, `${file}.csv, row ${at + 1}`));
      await insert(trx, table, rows);
      if (key) await continueSequence(trx, table, key);
    }
    return true;
  });
}

function readSample(file: string): Row[] {
  return readCsv(readFileSync(fileOf(file), 'utf8'));
}

function checkRow(form: Form, row: Row, where: string): void {
  const values = Object.entries(factsOfForm(form)).map(([name, { decimals, byDefault }]) => {
    const text = row[name] ?? null;
    if (text === null) return [name, null];
    if (byDefault !== undefined) return [name, text === 'true'];
    return [name, decimals === undefined ? text : Number(text)];
  });
  const { success, error } = form.schema.safeParse(Object.fromEntries(values));
  if (!success)
    throw new Error(
      `${where}: ${formErrors(form, error.issues)
        .map(({ message }) => message)
        .join('; ')}`,
    );
}

/** Inserts rows. Existing rows stay unchanged. */
async function insert(db: Db, table: string, rows: Row[]): Promise<void> {
  await sql`${insertRows(table, rows.map(inUtc))} on conflict do nothing`.execute(db);
}

const inUtc = (row: Row): Row => (row.lastModified ? { ...row, lastModified: `${row.lastModified}Z` } : row);

/** Sets the sequence of a key so that it continues after the highest key of the sample. */
async function continueSequence(trx: Transaction<Tables>, table: string, key: string): Promise<void> {
  await sql`
    select setval(pg_get_serial_sequence(${table}, ${key}), (select max(${sql.ref(key)}) from ${sql.table(table)}))
  `.execute(trx);
}
