import { sql } from 'kysely';
import { type ItemKind, itemKinds } from '../../../contract/kinds.ts';
import { keyNames, type RelationshipKind } from '../../../contract/relationships.ts';
import { isCleanText } from '../../../contract/text.ts';
import { labelSql } from '../../db/derived/recording.ts';
import { rowsAs } from '../../db/insertRows.ts';
import type { Db } from '../../db/tables.ts';
import { inBatches, mapYielding } from '../../runtime/yieldToEventLoop.ts';
import { type Keys, keyOf, keysRow } from '../checks.ts';
import type { StoredRow } from '../storedRows.ts';
import type { ItemName, Stored } from './proposedRow.ts';

// Finds the items and relationships that rows name, with a few statements for all rows.

type LabeledRow = StoredRow & { at: number; label: string };
type NameFields = Readonly<Record<string, string | number | null>>;

/** The stored items that a name can mean, in the order of their keys. */
export type Find = (kind: ItemKind, name: ItemName) => readonly Stored[];

/** Finds all named items, and returns a function that looks them up. */
export async function findItems(db: Db, named: ReadonlyMap<ItemKind, readonly ItemName[]>): Promise<Find> {
  const found = new Map<string, Stored[]>();
  for (const [kind, names] of named) {
    const all = await mapYielding(names, (name) => ({ id: idOf(kind, name), fields: fieldsOf(kind, name) }));
    const distinct = new Map(all.map((name) => [name.id, name]));
    const storable = [...distinct.values()].filter(({ fields }) => canBeStored(fields));
    // All names of a statement have the same fields.
    const byFields = Map.groupBy(storable, ({ fields }) => Object.keys(fields).join());
    for (const group of byFields.values())
      await inBatches(group, async (batch) => {
        const rows = await matchingItems(
          db,
          kind,
          batch.map(({ fields }) => fields),
        );
        for (const { at, label, ...row } of rows) {
          const id = batch[at]?.id ?? '';
          const stored = { row, key: String(keyOf(kind, row)), label };
          const ofName = found.get(id);
          if (ofName) ofName.push(stored);
          else found.set(id, [stored]);
        }
      });
  }
  return (kind, name) => found.get(idOf(kind, name)) ?? [];
}

const idOf = (kind: ItemKind, name: ItemName): string => `${kind} ${JSON.stringify(fieldsOf(kind, name))}`;

/** The fields in which an item must agree with its name; none if the name cannot match a stored item. */
function fieldsOf(kind: ItemKind, name: ItemName): NameFields {
  if (name.by === 'key') return { [itemKinds[kind].key]: name.key };
  return name.by === 'naturalKey' ? name.fields : {};
}

const MAX_KEY = 2 ** 31 - 1;

/** Whether the database can store these fields, so that a query can have them as parameters. */
const canBeStored = (fields: NameFields): boolean =>
  Object.keys(fields).length > 0 &&
  Object.values(fields).every((value) =>
    typeof value === 'number' ? value > 0 && value <= MAX_KEY : value === null || isCleanText(value),
  );

async function matchingItems(db: Db, kind: ItemKind, names: readonly NameFields[]): Promise<LabeledRow[]> {
  const { codes, start } = itemKinds[kind].naturalKey;
  const conditions = Object.keys(names[0] ?? {}).map((name) => {
    const [stored, named] = [sql.ref(`i.${name}`), sql.ref(`g.${name}`)];
    if (name === start) return sql`${stored} is not distinct from ${named}`;
    return codes.includes(name) ? sql`lower(${stored}) = ${named}` : sql`${stored} = ${named}`;
  });
  const { rows } = await sql<LabeledRow>`
    select g.ordinality::integer - 1 as at, i.*, ${sql.raw(labelSql(kind, 'i'))} as label
    from ${rowsAs(kind, names)} with ordinality g join ${sql.table(kind)} i on ${sql.join(conditions, sql` and `)}
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
    const offset = found.length;
    found.length += batch.length;
    const keyRows = batch.map((pair) => keysRow(kind, pair));
    const { rows } = await sql<LabeledRow>`
      select g.ordinality::integer - 1 as at, r.*, ${sql.raw(labelSql(kind.name, 'r'))} as label
      from ${rowsAs(kind.name, keyRows)} with ordinality g join ${sql.table(kind.name)} r
        on ${sql.ref(`r.${names.from}`)} = ${sql.ref(`g.${names.from}`)}
        and ${sql.ref(`r.${names.to}`)} = ${sql.ref(`g.${names.to}`)}`.execute(db);
    for (const { at, label, ...row } of rows)
      found[offset + at] = {
        row,
        key: `${String(row[names.from])}/${String(row[names.to])}`,
        label,
      };
  });
  return found;
}
