import { type ItemEarlierValue, valueInTerm } from '../../../contract/earlierValues.ts';
import { type ItemKey, type ItemKind, type Items, itemKinds } from '../../../contract/kinds.ts';
import { keyOf } from './itemView.ts';

/** Returns the earlier values of an item. */
export type EarlierValuesOf = (kind: ItemKind, key: ItemKey) => readonly ItemEarlierValue[];

const none: readonly ItemEarlierValue[] = [];
// A school's code may be written in either case.
const idOf = (kind: ItemKind, key: ItemKey) => `${kind}/${key}`.toUpperCase();

/** The earlier values of all items, by item. */
export function earlierValuesByItem(all: readonly ItemEarlierValue[]): EarlierValuesOf {
  const byItem = Map.groupBy(all, ({ kind, key }) => idOf(kind, key));
  return (kind, key) => byItem.get(idOf(kind, key)) ?? none;
}

/** An item with the names and codes that it had in a term: the same object if they are its own. */
export function itemInTerm<K extends ItemKind>(
  kind: K,
  item: Items[K],
  term: string,
  earlierOf: EarlierValuesOf,
): Items[K] {
  const earlier = earlierOf(kind, keyOf({ kind }, item));
  if (earlier.length === 0) return item;
  const own: Readonly<Record<string, unknown>> = { ...item };
  const names = itemKinds[kind].earlier.map((name) => [name, valueInTerm(term, name, own[name], earlier)]);
  return { ...item, ...Object.fromEntries(names) };
}
