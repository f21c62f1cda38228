import { type RawBuilder, sql } from 'kysely';
import { columnOf } from './names.ts';

/**
 * One statement for all rows, whose fields have the contract's names and are the same in each. The database reads each
 * value as its column's type. The text is the same however many rows there are, so that it is planned once.
 */
export function insertRows(table: string, rows: readonly Record<string, unknown>[]): RawBuilder<unknown> {
  const named = rows.map((row) =>
    Object.fromEntries(Object.entries(row).map(([name, value]) => [columnOf(name), value])),
  );
  const columns = sql.join(Object.keys(named[0] ?? {}).map((name) => sql.ref(name)));
  return sql`
    insert into ${sql.table(table)} (${columns})
    select ${columns} from jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(named)}::text::jsonb)`;
}
