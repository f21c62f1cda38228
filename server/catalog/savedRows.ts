import { type RawBuilder, sql, type Transaction } from 'kysely';
import { type ItemKind, itemKinds } from '../../contract/kinds.ts';
import { keyNames, type RelationshipKind } from '../../contract/relationships.ts';
import { responseViewOf, viewOfToday } from '../db/derived/responseViews.ts';
import type { Tables } from '../db/tables.ts';
import { type Json, name, relationshipColumns } from './itemJson.ts';
import { insertion, type Row, type StoredRow, updating } from './storedRows.ts';

// Writes rows and reads their JSON for the response in the same statement. A statement does not see the rows that it writes,
// so its view reads the rows that the write returns, under the name of their table.

/** A written row, with its JSON as in responses. */
export interface SavedRow extends StoredRow {
  json: Json;
}

/** Inserts rows, all with the same fields, and returns them in order. The database generates a missing key. */
export async function insertAndRead(
  trx: Transaction<Tables>,
  kind: ItemKind | RelationshipKind,
  rows: readonly Row[],
): Promise<SavedRow[]> {
  if (rows.length === 0) return [];
  return await writeAndRead(trx, kind, insertion(nameOf(kind), rows), 'nth');
}

/** Updates rows, which all have the same fields. Returns the updated rows in the order of `rows`. */
export async function updateAndRead(
  trx: Transaction<Tables>,
  kind: ItemKind | RelationshipKind,
  rows: readonly Row[],
): Promise<SavedRow[]> {
  if (rows.length === 0) return [];
  return await writeAndRead(trx, kind, updating(nameOf(kind), keysOf(kind), rows), 'at');
}

const nameOf = (kind: ItemKind | RelationshipKind) => (typeof kind === 'string' ? kind : kind.name);

function keysOf(kind: ItemKind | RelationshipKind): string[] {
  return typeof kind === 'string' ? [itemKinds[kind].key] : Object.values(keyNames(kind));
}

/** The rows that a statement writes, with their JSON, in the order of a column. */
async function writeAndRead(
  trx: Transaction<Tables>,
  kind: ItemKind | RelationshipKind,
  write: RawBuilder<StoredRow>,
  order: 'nth' | 'at',
): Promise<SavedRow[]> {
  const table = sql.table(nameOf(kind));
  const fields = typeof kind === 'string' ? sql`r.*` : relationshipColumns(kind);
  const isOfRow = keysOf(kind).map((key) => sql`r.${name(key)} = t.${sql.ref(key)}`);
  const { rows } = await sql<SavedRow & { at?: number; nth: number }>`
    with ${table} as (${write}),
      saved as (select *, row_number() over () as nth from ${table}),
      response as (${sql.raw(responseViewOf(kind).query(viewOfToday))})
    select t.*, (select row_to_json(x)::text from (select ${fields}) x) as json
    from saved t join response r on ${sql.join(isOfRow, sql` and `)}
    order by t.${sql.ref(order)}`.execute(trx);
  return rows.map(({ at: _at, nth: _nth, ...row }) => row);
}
