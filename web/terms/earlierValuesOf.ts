import type { ItemEarlierValue } from '../../contract/earlierValues.ts';
import type { ItemKey, ItemKind } from '../../contract/kinds.ts';

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
