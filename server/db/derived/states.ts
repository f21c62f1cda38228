import { fieldOf } from '../columnNames.ts';
import { fieldsSql, isStamped, present, quoted, text } from './recording.ts';

/** SQL of a view of all stored rows in the log's format. Each must match the latest log entry of its row. */
export function storedSql(columnsOf: ReadonlyMap<string, readonly string[]>): string {
  const queries = present(columnsOf).map(([{ table, kind, keys }, columns]) => {
    const [first, second] = keys;
    const stamp = isStamped(columns)
      ? 'r.version, r.last_modified, r.last_modified_by'
      : 'null::integer, null::timestamptz, null::text';
    return `select ${quoted(kind)}, ${text('r', first)}, ${text('r', second)}, ${stamp}, ${fieldsSql(columns, keys)('r')} from ${table} r`;
  });
  return `
create view derived.stored (kind, first_key, second_key, version, saved_at, saved_by, fields) as
${queries.join('\nunion all\n')};`;
}

/**
 * SQL of a view for each logged table, `derived.school_then`: its rows as they were known, each with the times from when
 * until when. A column that did not exist yet is null.
 */
export function thenSql(columnsOf: ReadonlyMap<string, readonly string[]>): string {
  return present(columnsOf)
    .map(
      ([
        {
          table,
          kind,
          keys: [first, second],
          computed = {},
        },
        columns,
      ]) => {
        const given: Record<string, string> = {
          ...Object.fromEntries(columns.map((column) => [column, `fields -> ${quoted(fieldOf(column))}`])),
          [first ?? '']: 'first_key',
          ...(second ? { [second]: 'second_key' } : {}),
          ...(isStamped(columns)
            ? { version: 'k.version', last_modified: 'saved_at', last_modified_by: 'saved_by' }
            : {}),
        };
        const values = Object.entries(given).map(([column, value]) => `${quoted(column)}, ${value}`);
        // Not as a value of the object: that would change the spaces in its JSON.
        const made = Object.entries(computed).map(([column, value]) => `, ${value} as ${column}`);
        return `
create view derived.${table}_then as
select ${columns.map((column) => `r.${column}`).join(', ')}${made.join('')}, known_from, known_until
from known_state k, jsonb_populate_record(null::${table}, jsonb_build_object(${values.join(', ')})) r
where kind = ${quoted(kind)};`;
      },
    )
    .join('\n');
}
