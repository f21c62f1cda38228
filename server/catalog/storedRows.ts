import { type RawBuilder, sql, type Transaction } from 'kysely';
import { type ItemKey, type ItemKind, itemKinds } from '../../contract/kinds.ts';
import { insertRows, rowsAs } from '../db/insertRows.ts';
import type { Db, Tables } from '../db/tables.ts';

// Reads and writes rows of the catalog, with one statement for all rows of a table. Only the database checks the rows.
// Tables have the names of the kinds, and columns the names in the contract.

/** A row to write: its columns without the version, time and user of a save. */
export type Row = Record<string, unknown>;

/** A stored row. */
export interface StoredRow extends Row {
  version: number;
  lastModified: string;
  lastModifiedBy: string;
}

/** Inserts rows, all with the same fields. */
export async function insertAll(
  trx: Transaction<Tables>,
  table: string,
  rows: readonly Row[],
): Promise<void> {
  if (rows.length > 0) await insertRows(table, rows).execute(trx);
}

/** Inserts items, all with the same fields, and returns their keys in order. The database generates a missing key. */
export async function insertItems(
  trx: Transaction<Tables>,
  kind: ItemKind,
  rows: readonly Row[],
): Promise<ItemKey[]> {
  if (rows.length === 0) return [];
  const inserting = sql<{ key: ItemKey }>`
    ${insertRows(kind, rows)} returning ${sql.ref(itemKinds[kind].key)} as key`;
  return (await inserting.execute(trx)).rows.map(({ key }) => key);
}

/** A statement that inserts rows, all with the same fields, and returns them in order. */
export const insertion = (table: string, rows: readonly Row[]): RawBuilder<StoredRow> =>
  sql`${insertRows(table, rows)} returning *`;

/** Updates the rows with the same `keys`. All rows have the same fields. Returns the updated rows in the order of `rows`. */
export async function updateAll(
  trx: Transaction<Tables>,
  table: string,
  keys: readonly string[],
  rows: readonly Row[],
): Promise<StoredRow[]> {
  if (rows.length === 0) return [];
  const { rows: stored } = await updating(table, keys, rows).execute(trx);
  return stored.toSorted((a, b) => a.at - b.at).map(({ at: _at, ...row }) => row);
}

/** A statement that updates the rows with the same `keys`, and returns them, `at` their place in `rows`. */
export function updating(
  table: string,
  keys: readonly string[],
  rows: readonly Row[],
): RawBuilder<StoredRow & { at: number }> {
  const columns = Object.keys(rows[0] ?? {}).filter((name) => !keys.includes(name));
  return sql`
    update ${sql.table(table)} t
    set ${sql.join(columns.map((name) => sql`${sql.ref(name)} = ${sql.ref(`g.${name}`)}`))}
    from ${rowsAs(table, rows)} with ordinality g
    where ${sql.join(
      keys.map((name) => sql`${sql.ref(`t.${name}`)} = ${sql.ref(`g.${name}`)}`),
      sql` and `,
    )}
    returning t.*, g.ordinality::integer as at`;
}

/** Deletes the rows that match any of `filters` in all of its fields, and returns them. All filters have the same fields. */
export async function deleteAll(
  trx: Transaction<Tables>,
  table: string,
  filters: readonly Row[],
): Promise<StoredRow[]> {
  const { rows } = await sql<StoredRow>`
    delete from ${sql.table(table)} where ${matches(table, filters)} returning *`.execute(trx);
  return rows;
}

/** Finds the rows that match any of `filters` in all of its fields, in no particular order. */
export async function findAll(db: Db, table: string, filters: readonly Row[]): Promise<StoredRow[]> {
  const { rows } = await sql<StoredRow>`
    select * from ${sql.table(table)} where ${matches(table, filters)}`.execute(db);
  return rows;
}

/** SQL for whether a row of the table matches any of `rows` in all of their fields. */
export function matches(table: string, rows: readonly Row[]): RawBuilder<unknown> {
  const columns = sql.join(Object.keys(rows[0] ?? {}).map((name) => sql.ref(name)));
  return sql`(${columns}) in (select ${columns} from ${rowsAs(table, rows)})`;
}
