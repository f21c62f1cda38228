import { sql } from 'kysely';
import { EARLIER_VALUE } from '../../contract/earlierValues.ts';
import { isItemKind, itemKinds } from '../../contract/kinds.ts';
import type { LookupKind } from '../../contract/lookups.ts';
import { usesOfLookups } from '../db/derived/recording.ts';
import type { Db } from '../db/tables.ts';

/**
 * The stored rows that use keys of a lookup, as text for messages: '12 majors, 3 relationships'. Keys without a use are
 * omitted. Runs one statement.
 */
export async function describeUses(
  db: Db,
  kind: LookupKind,
  keys: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const byTable = Map.groupBy(usesOfLookups[kind], ({ table }) => table);
  const wanted = sql`select jsonb_array_elements_text(${JSON.stringify(keys)}::jsonb)`;
  const uses = [...byTable].map(([table, columns]) => {
    const values = columns.map(({ column }) => sql`(${sql.ref(`r.${column}`)})`);
    // A row that starts and ends in the same term is one use.
    return sql`
      select ${columns[0]?.kind ?? ''}::text as kind, used.key
      from ${sql.table(table)} r, lateral (select distinct key from (values ${sql.join(values)}) v (key)) used
      where used.key in (${wanted})`;
  });
  const { rows } = await sql<{ key: string; kind: string; count: number }>`
    select key, kind, count(*)::integer as count from (${sql.join(uses, sql` union all `)}) found
    group by key, kind`.execute(db);
  const byKey = Map.groupBy(rows, ({ key }) => key);
  return new Map([...byKey].map(([key, counts]) => [key, countsText(counts)]));
}

/** '12 majors, 3 relationships': items in the order of their kinds, then all relationships, then earlier values. */
function countsText(counts: readonly { kind: string; count: number }[]): string {
  const items = Object.entries(itemKinds).map(([kind, { collection }]) => ({
    one: kind,
    many: collection,
    of: counts.filter((other) => other.kind === kind),
  }));
  const relationships = {
    one: 'relationship',
    many: 'relationships',
    of: counts.filter(({ kind }) => !isItemKind(kind) && kind !== EARLIER_VALUE),
  };
  const earlierValues = {
    one: 'earlier value',
    many: 'earlier values',
    of: counts.filter(({ kind }) => kind === EARLIER_VALUE),
  };
  return [...items, relationships, earlierValues]
    .map(({ one, many, of }) => ({ one, many, total: of.reduce((sum, { count }) => sum + count, 0) }))
    .filter(({ total }) => total > 0)
    .map(({ one, many, total }) => `${total.toLocaleString('en-US')} ${total === 1 ? one : many}`)
    .join(', ');
}
