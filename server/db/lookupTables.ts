import { randomUUID } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import * as z from 'zod/mini';
import { TERM_CODE } from '../../contract/lookups.ts';
import { isCleanText, lengthOf, normalizeText, plainSpaces } from '../../contract/text.ts';
import { StartupError } from '../runtime/startupError.ts';
import { change } from './changeTransaction.ts';
import { columnOf } from './columnNames.ts';
import { readCsv } from './csv.ts';
import { usesOfLookups } from './derived/recording.ts';
import { insertRows, rowsAs } from './insertRows.ts';
import type { Db } from './tables.ts';

type Row = Record<string, string | null>;

/** A column of another table that contains keys of a lookup. */
interface Use {
  table: string;
  column: string;
}

/** A lookup that operators maintain as a CSV file. The first field is its key. */
interface Lookup {
  table: string;
  fields: Readonly<Record<string, z.ZodMiniType<string | null, string | null>>>;
  usedIn: readonly Use[];
}

const text = (max: number) =>
  z.pipe(
    z.pipe(z.string('is empty'), z.transform(plainSpaces)),
    z.string().check(
      z.refine((value) => isCleanText(value) && normalizeText(value) === value && lengthOf(value) <= max, {
        error: `must be plain text of at most ${max} characters`,
      }),
    ),
  );
const code = (pattern: RegExp, example: string) =>
  z.string('is empty').check(z.regex(pattern, `must look like ${example}`));

export const lookups = {
  terms: {
    table: 'term',
    fields: { termYyyyst: code(TERM_CODE, '202592'), termLetterYear: text(20) },
    usedIn: usesOfLookups.term,
  },
  'award-types': {
    table: 'award_type',
    fields: {
      degreeShort: text(20),
      degreeCode: text(20),
      title: text(100),
      programCredLevel: z.nullable(code(/^(0[1-8]|99)$/, '03')),
    },
    usedIn: usesOfLookups.awardType,
  },
  'cip-codes': {
    table: 'cip_code',
    fields: { code: code(/^[0-9]{2}\.[0-9]{4}$/, '11.0701'), title: text(300) },
    usedIn: [{ table: 'major', column: 'cip_code' }],
  },
} satisfies Record<string, Lookup>;

export type LookupName = keyof typeof lookups;

/** The result of a replacement. `kept` has the keys that are not in the file but in use. */
export interface Replaced {
  rows: number;
  added: number;
  changed: number;
  removed: number;
  kept: string[];
}

/**
 * Replaces the rows of a lookup with those of a CSV file, as one change set: adds, changes and removes rows, but keeps rows
 * in use. The first line names the fields, in any order. Throws `StartupError` with the line and the reason if a row is
 * invalid, or if the role may not change lookups.
 */
export async function replaceLookup(db: Db, name: LookupName, csv: string): Promise<Replaced> {
  const lookup: Lookup = lookups[name];
  const rows = readRows(lookup, csv);
  const account = await sql<{ name: string }>`select session_user::text as name`.execute(db);
  const actor = {
    uciNetId: account.rows[0]?.name ?? null,
    actingAs: null,
    requestId: randomUUID(),
    origin: 'command',
    title: `Lookup: ${name}`,
  } as const;
  try {
    return await change(db, actor, async (trx) => ({
      rows: rows.length,
      ...(await replace(trx, lookup, rows)),
    }));
  } catch (error) {
    const { code, constraint, message } = error as Error & { code?: string; constraint?: string };
    if (code === '42501')
      throw new StartupError(
        'This role may not change lookups: run this with the DATABASE_URL of the role that owns the tables.',
        { cause: error },
      );
    if (constraint?.startsWith('term_term_letter_year'))
      throw new StartupError(`${message}: nothing was changed.`, { cause: error });
    throw error;
  }
}

/** The CSV text of a lookup, in the format of `replaceLookup`. */
export async function writeLookup(db: Db, name: LookupName): Promise<string> {
  const { table, fields }: Lookup = lookups[name];
  const names = Object.keys(fields);
  const columns = names.map(columnOf);
  const { rows } = await sql<{ values: (string | null)[] }>`
    select json_build_array(${sql.join(columns.map((column) => sql.ref(column)))}) as values
    from ${sql.table(table)} order by ${sql.ref(columns[0] ?? '')}`.execute(db);
  const quoted = (value: string | null) =>
    /[",\r\n]/.test(value ?? '') ? `"${value?.replaceAll('"', '""')}"` : (value ?? '');
  return [names, ...rows.map(({ values }) => values)]
    .map((line) => `${line.map(quoted).join(',')}\n`)
    .join('');
}

/** SQL that selects all keys in these columns. */
export const keysIn = (uses: readonly Use[]): RawBuilder<unknown> =>
  sql.join(
    uses.map(
      ({ table, column }) =>
        sql`select ${sql.ref(column)} from ${sql.table(table)} where ${sql.ref(column)} is not null`,
    ),
    sql` union all `,
  );

function readRows({ fields }: Lookup, csv: string): Row[] {
  const names = Object.keys(fields);
  const rows = parse(csv);
  if (rows.length === 0) throw new StartupError('The file has no rows: nothing was changed.');
  const header = Object.keys(rows[0] ?? {});
  if (header.toSorted().join() !== names.toSorted().join())
    throw new StartupError(
      `The first line must name the columns ${names.join(',')}, not ${header.join(',')}.`,
    );
  const seen = new Map<string, number>();
  return rows.map((values, at) => {
    const line = `Row ${at + 1}`;
    const row: Row = {};
    for (const [name, field] of Object.entries(fields)) {
      const { data, error } = field.safeParse(values[name]);
      if (error)
        throw new StartupError(
          `${line}: ${name} ${JSON.stringify(values[name])} ${error.issues[0]?.message}.`,
        );
      row[name] = data;
    }
    const key = String(row[names[0] ?? '']);
    const earlier = seen.get(key);
    if (earlier) throw new StartupError(`${line}: ${key} is in row ${earlier} already.`);
    seen.set(key, at + 1);
    return row;
  });
}

function parse(csv: string): Row[] {
  try {
    return readCsv(csv);
  } catch (error) {
    throw new StartupError(`${(error as Error).message}.`, { cause: error });
  }
}

async function replace(
  trx: Db,
  { table, fields, usedIn }: Lookup,
  rows: readonly Row[],
): Promise<Omit<Replaced, 'rows'>> {
  const [keyField = '', ...otherFields] = Object.keys(fields);
  const [key, others] = [columnOf(keyField), otherFields.map(columnOf)];
  const [keyOf, into] = [sql.ref(key), sql.table(table)];
  const newRows = rowsAs(table, rows);
  const values = (row: string) => sql.join(others.map((column) => sql.ref(`${row}.${column}`)));
  const stored = await sql<{ key: string }>`select ${keyOf} as key from ${into}`.execute(trx);
  const known = new Set(stored.rows.map((row) => row.key));
  const added = rows.filter((row) => !known.has(String(row[keyField])));
  const isUsed = sql`${keyOf} in (${keysIn(usedIn)})`;
  const isMissing = sql`${keyOf} not in (select ${sql.ref(`n.${key}`)} from ${newRows} n)`;
  // First what frees the labels of terms: no two terms have the same.
  const removed = await sql`delete from ${into} where ${isMissing} and not ${isUsed}`.execute(trx);
  const changed = await sql`
    update ${into} t set ${sql.join(others.map((column) => sql`${sql.ref(column)} = ${sql.ref(`n.${column}`)}`))}
    from ${newRows} n where ${sql.ref(`t.${key}`)} = ${sql.ref(`n.${key}`)} and row(${values('t')}) is distinct from row(${values('n')})
  `.execute(trx);
  if (added.length > 0) await insertRows(table, added).execute(trx);
  const kept = await sql<{ key: string }>`
    select ${keyOf} as key from ${into} where ${isMissing} order by ${keyOf}`.execute(trx);
  return {
    added: added.length,
    changed: Number(changed.numAffectedRows ?? 0),
    removed: Number(removed.numAffectedRows ?? 0),
    kept: kept.rows.map((row) => row.key),
  };
}
