import { valueInTerm } from '../../../contract/earlierValues.ts';
import { type ItemKind, type Items, itemKinds } from '../../../contract/kinds.ts';
import type { EarlierValuesOf } from '../../terms/earlierValuesOf.ts';
import { keyOf } from './itemView.ts';

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
