import { sql } from 'kysely';
import { type ItemKind, itemKinds } from '../../../contract/items.ts';
import { naturalKeys } from '../../../contract/proposals.ts';
import { keyNames, type RelationshipKind } from '../../../contract/relationships.ts';
import { isCleanText } from '../../../contract/text.ts';
import { labelSql } from '../../db/derived/recording.ts';
import { rowsAs } from '../../db/insertRows.ts';
import type { Db } from '../../db/tables.ts';
import { inBatches, mapYielding } from '../../runtime/yieldToEventLoop.ts';
import { type Keys, keyOf, keysRow } from '../checks.ts';
import type { StoredRow } from '../storedRows.ts';
import type { ItemName, Stored } from './proposedRow.ts';

// Finds what rows name, with a few statements for all of them.

type Labelled = StoredRow & { at: number; label: string };
type Like = Readonly<Record<string, string | number | null>>;

/** The stored items that a name can mean, in the order of their keys. */
export type Find = (kind: ItemKind, name: ItemName) => readonly Stored[];

/** Finds all items that are named, so that they can be looked up afterward. */
export async function findItems(db: Db, named: ReadonlyMap<ItemKind, readonly ItemName[]>): Promise<Find> {
  const found = new Map<string, Stored[]>();
  for (const [kind, names] of named) {
    const all = await mapYielding(names, (name) => ({ id: idOf(kind, name), like: fieldsOf(kind, name) }));
    const distinct = new Map(all.map((one) => [one.id, one]));
    const sought = [...distinct.values()].filter(({ like }) => canBeStored(like));
    // All names of a statement have the same fields.
    const alike = Map.groupBy(sought, ({ like }) => Object.keys(like).join());
    for (const some of alike.values())
      await inBatches(some, async (batch) => {
        const rows = await itemsLike(
          db,
          kind,
          batch.map(({ like }) => like),
        );
        for (const { at, label, ...row } of rows) {
          const id = batch[at]?.id ?? '';
          const stored = { row, key: String(keyOf(kind, row)), label };
          const own = found.get(id);
          if (own) own.push(stored);
          else found.set(id, [stored]);
        }
      });
  }
  return (kind, name) => found.get(idOf(kind, name)) ?? [];
}

const idOf = (kind: ItemKind, name: ItemName): string => `${kind} ${JSON.stringify(fieldsOf(kind, name))}`;

/** The fields in which an item must agree with its name; none if it names nothing stored. */
function fieldsOf(kind: ItemKind, name: ItemName): Like {
  if (name.by === 'key') return { [itemKinds[kind].key]: name.key };
  return name.by === 'nature' ? name.fields : {};
}

const MOST_KEY = 2 ** 31 - 1;

/** Whether the database can store these fields, and so can be asked for them. */
const canBeStored = (like: Like): boolean =>
  Object.keys(like).length > 0 &&
  Object.values(like).every((value) =>
    typeof value === 'number' ? value > 0 && value <= MOST_KEY : value === null || isCleanText(value),
  );

async function itemsLike(db: Db, kind: ItemKind, like: readonly Like[]): Promise<Labelled[]> {
  const { codes, start } = naturalKeys[kind];
  const agree = Object.keys(like[0] ?? {}).map((name) => {
    const [stored, given] = [sql.ref(`i.${name}`), sql.ref(`g.${name}`)];
    if (name === start) return sql`${stored} is not distinct from ${given}`;
    return codes.includes(name) ? sql`lower(${stored}) = ${given}` : sql`${stored} = ${given}`;
  });
  const { rows } = await sql<Labelled>`
    select g.ordinality::integer - 1 as at, i.*, ${sql.raw(labelSql(kind, 'i'))} as label
    from ${rowsAs(kind, like)} with ordinality g join ${sql.table(kind)} i on ${sql.join(agree, sql` and `)}
    order by ${sql.ref(`i.${itemKinds[kind].key}`)}`.execute(db);
  return rows;
}

/** The stored relationships between these items, in their order; undefined where there is none. */
export async function findRelationships(
  db: Db,
  kind: RelationshipKind,
  keys: readonly Keys[],
): Promise<(Stored | undefined)[]> {
  const names = keyNames(kind);
  const found: (Stored | undefined)[] = [];
  await inBatches(keys, async (batch) => {
    const from = found.length;
    found.length += batch.length;
    const like = batch.map((one) => keysRow(kind, one));
    const { rows } = await sql<Labelled>`
      select g.ordinality::integer - 1 as at, r.*, ${sql.raw(labelSql(kind.name, 'r'))} as label
      from ${rowsAs(kind.name, like)} with ordinality g join ${sql.table(kind.name)} r
        on ${sql.ref(`r.${names.from}`)} = ${sql.ref(`g.${names.from}`)}
        and ${sql.ref(`r.${names.to}`)} = ${sql.ref(`g.${names.to}`)}`.execute(db);
    for (const { at, label, ...row } of rows)
      found[from + at] = {
        row,
        key: `${String(row[names.from])}/${String(row[names.to])}`,
        label,
      };
  });
  return found;
}
