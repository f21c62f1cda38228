import { sql } from 'kysely';
import { type ItemKey, type ItemKind, itemKinds } from '../../contract/items.ts';
import { keyNames, type Link, relationshipsOf } from '../../contract/relationships.ts';
import { itemJson, type Json } from '../answers.ts';
import type { Db } from '../db/tables.ts';
import { Confirm, editConflict, itemNotFound } from '../errors.ts';

/** A table's columns by the contract's names; the tables differ, what is done to them here does not. */
type Row = Record<string, unknown>;
interface Versioned {
  version?: number | null;
}

/** The item as it is stored, if it is there (404) and still of the version that was edited (409). */
export async function storedOnVersion(db: Db, kind: ItemKind, key: ItemKey, edited: Versioned): Promise<Row> {
  const stored: Row | undefined = await db
    .selectFrom(kind as 'school')
    .selectAll()
    .where(itemKinds[kind].key as 'schoolCode', '=', key as string)
    .executeTakeFirst();
  if (!stored) throw itemNotFound(kind);
  if (edited.version && edited.version !== stored.version)
    throw editConflict(kind, String(stored.lastModifiedBy), String(stored.lastModified));
  return stored;
}

/** Writes an edit that `storedOnVersion` has let through. The writer's lock is held, so nothing came between. */
export async function saveItem(db: Db, kind: ItemKind, key: ItemKey, edited: Versioned): Promise<Json> {
  const { version: _version, ...values } = edited;
  await db
    .updateTable(kind as 'school')
    .set(values)
    .where(itemKinds[kind].key as 'schoolCode', '=', key as string)
    .execute();
  return (await itemJson(db, kind, key)) ?? '';
}

/** Deletes an item with its relationships; when it has any, only once that is confirmed (contract 3). */
export async function deleteItem(db: Db, kind: ItemKind, key: ItemKey, confirmed: boolean): Promise<void> {
  const links = relationshipsOf(kind);
  const counts = await countRelated(db, key, links);
  if (counts.length > 0 && !confirmed) throw new Confirm([deleteWarning(kind, counts)]);
  for (const link of links) await sql`delete ${relationshipsAt(link, key)}`.execute(db);
  const { rows } = await sql`
    delete from ${sql.table(kind)} where ${sql.ref(itemKinds[kind].key)} = ${key} returning 1`.execute(db);
  if (rows.length === 0) throw itemNotFound(kind);
}

interface Count {
  other: ItemKind;
  count: number;
}

/** How many items of each kind it is related to. */
async function countRelated(db: Db, key: ItemKey, links: readonly Link[]): Promise<Count[]> {
  const queries = links.map((link) => sql`select ${sql.lit(link.to)} as other ${relationshipsAt(link, key)}`);
  const { rows } = await sql<Count>`
    select other, count(*)::int as count from (${sql.join(queries, sql` union all `)}) r
    group by other order by other`.execute(db);
  return rows;
}

/** The rows of a relationship that an item has. */
const relationshipsAt = ({ relationship, near }: Link, key: ItemKey) =>
  sql`from ${sql.table(relationship.name)} where ${sql.ref(keyNames(relationship)[near])} = ${key}`;

function deleteWarning(kind: ItemKind, counts: readonly Count[]): string {
  const list = counts.map(
    ({ other, count }) => `${count} ${count === 1 ? other : itemKinds[other].collection}`,
  );
  return `This ${kind} is related to ${list.join(', ')}. Deleting it deletes these relationships too.`;
}
