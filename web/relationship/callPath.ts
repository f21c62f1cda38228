import type { ItemKey, ItemKind } from '../../contract/items.ts';
import { pairOf } from '../../contract/relationships.ts';

/** The two ends of a relationship, whichever of them a screen starts from. */
export interface Ends {
  from: ItemKind;
  fromKey: ItemKey;
  to: ItemKind;
  toKey: ItemKey;
}

/** The path of a relationship's calls, its kinds in the order that the API has them in (spec 7). */
export function callPath({ from, fromKey, to, toKey }: Ends): string {
  const pair = pairOf(from, to);
  if (!pair) throw new Error(`A ${from} cannot be related to a ${to}`);
  const keyOf = (kind: ItemKind) => encodeURIComponent(kind === from ? fromKey : toKey);
  return `/relationships/${pair.from}/${keyOf(pair.from)}/${pair.to}/${keyOf(pair.to)}`;
}
