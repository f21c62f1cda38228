import { type RawBuilder, sql } from 'kysely';
import { columnOf } from './names.ts';

/**
 * Rows, whose fields have the contract's names, as a table to select from. The database reads each value as its column's
 * type; what a row does not name is null. The text is the same however many rows there are, so that it is planned once.
 */
export function rowsAs(table: string, rows: readonly Record<string, unknown>[]): RawBuilder<unknown> {
  const named = rows.map((row) =>
    Object.fromEntries(Object.entries(row).map(([name, value]) => [columnOf(name), value])),
  );
  return sql`jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(named)}::text::jsonb)`;
}

/** One statement that writes all rows; each of them has the fields of the first. */
export function insertRows(table: string, rows: readonly Record<string, unknown>[]): RawBuilder<unknown> {
  const columns = sql.join(Object.keys(rows[0] ?? {}).map((name) => sql.ref(name)));
  return sql`insert into ${sql.table(table)} (${columns}) select ${columns} from ${rowsAs(table, rows)}`;
}
