import { type RawBuilder, sql } from 'kysely';
import { type ItemKey, type ItemKind, itemKinds } from '../../contract/kinds.ts';
import {
  type End,
  keyNames,
  type Link,
  type RelationshipKind,
  relationshipsOf,
} from '../../contract/relationships.ts';
import { rowsAs } from '../db/insertRows.ts';
import type { Db } from '../db/tables.ts';
import { type ApiError, editConflict, itemNotFound } from '../errors.ts';
import { rulesByKind } from './rulesByKind.ts';
import { findAll, matches, type Row, type StoredRow } from './storedRows.ts';
import { userLabels } from './userLabels.ts';

// Checks that reject rows or ask for confirmation before a save. Each runs one statement for all rows of a kind, and writes
// nothing. `lookupChecks.ts` checks the keys that values refer to.

/** The key of an item's row. */
export const keyOf = (kind: ItemKind, row: Row): ItemKey => row[itemKinds[kind].key] as ItemKey;
/** An item's row with only its key. */
export const keyRow = (kind: ItemKind, key: ItemKey): Row => ({ [itemKinds[kind].key]: key });

/** The keys of a relationship's two items. */
export type Keys = Record<End, ItemKey>;

/** A relationship's row with only its keys. */
export function keysRow(kind: RelationshipKind, keys: Keys): Row {
  const names = keyNames(kind);
  return { [names.from]: keys.from, [names.to]: keys.to };
}

/** The stored items with these keys, by key. */
export async function storedItems(
  db: Db,
  kind: ItemKind,
  keys: readonly ItemKey[],
): Promise<ReadonlyMap<ItemKey, StoredRow>> {
  const keyRows = keys.map((key) => keyRow(kind, key));
  const rows = await findAll(db, kind, keyRows);
  return new Map(rows.map((row) => [keyOf(kind, row), row]));
}

/** Throws if an item cannot be edited: it is deleted (404), or its version is not the edited version (409). */
export async function refuseEdit(
  db: Db,
  kind: ItemKind,
  stored: StoredRow | undefined,
  version: unknown,
): Promise<void> {
  if (!stored) throw itemNotFound(kind);
  await refuseVersion(db, kind, stored, version);
}

/**
 * Throws a 409 if the stored version is not the edited version. Contract 3: a save without a version replaces any version.
 */
export async function refuseVersion(
  db: Db,
  noun: string,
  stored: StoredRow | undefined,
  version: unknown,
): Promise<void> {
  if (!version || version === stored?.version) return;
  if (!stored) throw editConflict(noun, null, null);
  const { lastModifiedBy: by, lastModified } = stored;
  throw editConflict(noun, (await userLabels(db, [by]))(by), lastModified);
}

/** The stored state of a relationship: whether each of its items exists, and the relationship itself. */
interface StoredRelationship {
  hasItem: Record<End, boolean>;
  stored: StoredRow | undefined;
}

/** The stored state of each of these relationships, in their order. */
export async function storedRelationships(
  db: Db,
  kind: RelationshipKind,
  keys: readonly Keys[],
): Promise<StoredRelationship[]> {
  const names = keyNames(kind);
  const hasItem = (end: End) => sql`exists (
    select from ${sql.table(kind[end])} i
    where ${sql.ref(`i.${itemKinds[kind[end]].key}`)} = ${sql.ref(`g.${names[end]}`)})`;
  const keyRows = keys.map((pair) => keysRow(kind, pair));
  const { rows } = await sql<StoredRow & { hasFrom: boolean; hasTo: boolean; isStored: boolean }>`
    select ${hasItem('from')} as has_from, ${hasItem('to')} as has_to, r.version is not null as is_stored, r.*
    from ${rowsAs(kind.name, keyRows)} with ordinality g
    left join ${sql.table(kind.name)} r on ${sql.ref(`r.${names.from}`)} = ${sql.ref(`g.${names.from}`)}
      and ${sql.ref(`r.${names.to}`)} = ${sql.ref(`g.${names.to}`)}
    order by g.ordinality`.execute(db);
  return rows.map(({ hasFrom, hasTo, isStored, ...row }) => ({
    hasItem: { from: hasFrom, to: hasTo },
    stored: isStored ? row : undefined,
  }));
}

/**
 * Throws if a relationship cannot be saved: an item is deleted (404), or the stored version is not the edited one (409).
 */
export async function refuseRelating(
  db: Db,
  { from, to }: RelationshipKind,
  { hasItem, stored }: Partial<StoredRelationship>,
  version: unknown,
): Promise<void> {
  if (!hasItem?.from) throw itemNotFound(from);
  if (!hasItem.to) throw itemNotFound(to);
  await refuseVersion(db, 'relationship', stored, version);
}

/** A warning about a row, or the error that prevents its save. `at` is the index of the row in the input. */
export interface Finding {
  at: number;
  message: string | ApiError;
}

/** The maximum number of existing duplicates named for each item. */
const MAX_DUPLICATES = 5;

/** Finds existing duplicates of new items. The results are in the order of the existing items' keys. */
export async function similarToNew(db: Db, kind: ItemKind, rows: readonly Row[]): Promise<Finding[]> {
  const { rows: found } = await duplicatesOf(kind, rows).execute(db);
  return findingsOf(kind, rows, found, () => true);
}

/** Finds existing duplicates of edited items, which have keys. An item is no duplicate of itself. */
export async function similarToEdited(db: Db, kind: ItemKind, rows: readonly Row[]): Promise<Finding[]> {
  const { rows: found } = await duplicatesOf(kind, rows).execute(db);
  return findingsOf(kind, rows, found, isOtherItem(kind));
}

/** The stored items that have the keys of edited items, by key, and the existing duplicates of these: one statement. */
export async function storedAndSimilar(
  db: Db,
  kind: ItemKind,
  rows: readonly Row[],
): Promise<{ stored: ReadonlyMap<ItemKey, StoredRow>; similar: Finding[] }> {
  const keyRows = rows.map((row) => keyRow(kind, keyOf(kind, row)));
  const { rows: found } = await sql<Ranked>`
    select i.*, 0 as nth from ${sql.table(kind)} i where ${matches(kind, keyRows)}
    union all (${duplicatesOf(kind, rows)})`.execute(db);
  const { own = [], others = [] } = Object.groupBy(found, ({ nth }) => (nth === 0 ? 'own' : 'others'));
  return {
    stored: new Map(own.map(({ nth: _nth, ...row }) => [keyOf(kind, row), row])),
    similar: findingsOf(kind, rows, others, isOtherItem(kind)),
  };
}

const isOtherItem = (kind: ItemKind) => (row: Row, stored: StoredRow) =>
  keyOf(kind, row) !== keyOf(kind, stored);

/** The duplicates of these rows among the stored items found for them. An item may be found several times. */
function findingsOf(
  kind: ItemKind,
  rows: readonly Row[],
  found: readonly Ranked[],
  isOther: (row: Row, stored: StoredRow) => boolean,
): Finding[] {
  const rules = rulesByKind[kind];
  const { duplicateFields } = rules;
  const stored = [...new Map(found.map(({ nth: _nth, ...row }) => [keyOf(kind, row), row])).values()];
  const byValues = duplicateFields.map((fields) => Map.groupBy(stored, (row) => valuesOf(row, fields)));
  const findings = rows.map((row, at) => {
    const duplicates = new Set(
      duplicateFields.flatMap((fields, rule) => byValues[rule]?.get(valuesOf(row, fields)) ?? []),
    );
    const others = [...duplicates].filter((other) => isOther(row, other)).slice(0, MAX_DUPLICATES);
    return others.map((other) => ({
      at,
      key: keyOf(kind, other),
      message: rules.duplicateMessage(row, other),
    }));
  });
  return findings.flat().toSorted((a, b) => (a.key < b.key ? -1 : Number(a.key > b.key)));
}

/** The values of a row in some fields, as one text. */
export const valuesOf = (row: Row, fields: readonly string[]): string =>
  JSON.stringify(fields.map((name) => row[name] ?? null));

/** A stored item, and which of the items with the same values it is. */
interface Ranked extends StoredRow {
  nth: number;
}

/** A query for the first stored items that have the same values as any of these rows, in the order of their keys. */
function duplicatesOf(kind: ItemKind, rows: readonly Row[]): RawBuilder<Ranked> {
  const { duplicateFields } = rulesByKind[kind];
  const inputRows = rows.map((row) =>
    Object.fromEntries(duplicateFields.flat().map((name) => [name, row[name]])),
  );
  const columns = (fields: readonly string[]) => sql.join(fields.map((name) => sql.ref(name)));
  const firsts = duplicateFields.map(
    (fields) => sql`
      select i.*, row_number() over (partition by ${columns(fields)} order by ${sql.ref(itemKinds[kind].key)}) as nth
      from ${sql.table(kind)} i where (${columns(fields)}) in (select ${columns(fields)} from g)`,
  );
  // One more than the maximum, because an edited item may be among them.
  return sql<Ranked>`
    with g as (select * from ${rowsAs(kind, inputRows)})
    select * from (${sql.join(firsts, sql` union all `)}) ranked
    where nth <= ${sql.lit(MAX_DUPLICATES + 1)} order by ${sql.ref(itemKinds[kind].key)}`;
}

interface Count {
  link: Link;
  count: number;
}

/** The relationship counts of each of these items, by key. Items that do not exist are omitted. */
export async function countRelated(
  db: Db,
  kind: ItemKind,
  keys: readonly ItemKey[],
): Promise<ReadonlyMap<ItemKey, Count[]>> {
  const { key } = itemKinds[kind];
  const links = relationshipsOf(kind);
  const counts = links.map(
    ({ relationship, near, name }) => sql`(
      select count(*)::integer from ${sql.table(relationship.name)} r
      where ${sql.ref(`r.${keyNames(relationship)[near]}`)} = ${sql.ref(`i.${key}`)}) as ${sql.ref(name)}`,
  );
  const keyRows = keys.map((value) => keyRow(kind, value));
  const { rows } = await sql<Row>`
    select ${sql.ref(`i.${key}`)}, ${sql.join(counts)} from ${sql.table(kind)} i
    where ${sql.ref(`i.${key}`)} in (select ${sql.ref(key)} from ${rowsAs(kind, keyRows)})`.execute(db);
  return new Map(
    rows.map((row) => [
      keyOf(kind, row),
      links.map((link) => ({ link, count: Number(row[link.name]) })).filter(({ count }) => count > 0),
    ]),
  );
}

/** The warning before an item is deleted with its relationships, with their counts by kind of the related items. */
export function deleteWarning(kind: ItemKind, counts: readonly Count[]): string {
  const byKind = Map.groupBy(counts, ({ link }) => link.to);
  const list = [...byKind].map(([to, group]) => {
    const total = group.reduce((sum, { count }) => sum + count, 0);
    return `${total} ${total === 1 ? to : itemKinds[to].collection}`;
  });
  return `This ${kind} is related to ${list.join(', ')}. Deleting it deletes these relationships too.`;
}

/** The warning before a save without a version overwrites a relationship. */
export const replaceWarning = ({ from, to }: RelationshipKind): string =>
  `This ${from} is already related to this ${to}. Saving replaces that relationship.`;
