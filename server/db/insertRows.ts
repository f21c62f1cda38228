import { type RawBuilder, sql } from 'kysely';
import { columnOf } from './columnNames.ts';

/**
 * Rows as a table to select from. Their fields have the contract's names. The database reads each value as its column's
 * type; a missing field is null. There are two SQL texts, each planned once: for a single row, which lets the planner use
 * indexes, and for any number of rows.
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

/** One statement that inserts all rows. Each row must have the fields of the first. */
export function insertRows(table: string, rows: readonly Record<string, unknown>[]): RawBuilder<unknown> {
  const columns = sql.join(Object.keys(rows[0] ?? {}).map((name) => sql.ref(name)));
  return sql`insert into ${sql.table(table)} (${columns}) select ${columns} from ${rowsAs(table, rows)}`;
}
