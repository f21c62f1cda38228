import { type RawBuilder, sql } from 'kysely';
import { columnOf } from './names.ts';

/**
 * Rows, whose fields have the contract's names, as a table to select from. The database reads each value as its column's
 * type; what a row does not name is null. There are two texts, each planned once: one for a single row, which then is
 * known to be one and looks things up by index, and one for any number.
 */
export function rowsAs(table: string, rows: readonly Record<string, unknown>[]): RawBuilder<unknown> {
  const named = rows.map((row) =>
    Object.fromEntries(Object.entries(row).map(([name, value]) => [columnOf(name), value])),
  );
  const [only, more] = named;
  return only && !more
    ? sql`jsonb_populate_record(null::${sql.table(table)}, ${JSON.stringify(only)}::text::jsonb)`
    : sql`jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(named)}::text::jsonb)`;
}

/** One statement that writes all rows; each of them has the fields of the first. */
export function insertRows(table: string, rows: readonly Record<string, unknown>[]): RawBuilder<unknown> {
  const columns = sql.join(Object.keys(rows[0] ?? {}).map((name) => sql.ref(name)));
  return sql`insert into ${sql.table(table)} (${columns}) select ${columns} from ${rowsAs(table, rows)}`;
}
