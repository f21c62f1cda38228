import * as z from 'zod/mini';
import { type ItemKind, itemKinds } from './kinds.ts';

// Names and codes that items had in earlier terms (contract 14). Terms are `yyyyst` codes, which sort by code unit.

/** The kind of earlier values in change sets and proposals. */
export const EARLIER_VALUE = 'earlierValue';

/** A field had this value through the term `lastTerm`, inclusive. */
export const earlierValue = z.object({
  field: z.string(),
  lastTerm: z.string(),
  value: z.nullable(z.string()),
  version: z.int(),
  lastModified: z.iso.datetime(),
  lastModifiedBy: z.string(),
});
export type EarlierValue = z.output<typeof earlierValue>;

/** An earlier value with its item, as in the list of all of them. `key` is as in paths. */
export const itemEarlierValue = z.object({
  kind: z.enum(Object.keys(itemKinds) as [ItemKind, ...ItemKind[]]),
  key: z.string(),
  ...earlierValue.shape,
});
export type ItemEarlierValue = z.output<typeof itemEarlierValue>;

/** The header of a save that keeps the old values of the changed fields through the term before this one. */
export const EFFECTIVE_TERM_HEADER = 'x-effective-term';

export const hasEarlierValues = (kind: ItemKind, field: string): boolean =>
  (itemKinds[kind].earlier as readonly string[]).includes(field);

/**
 * The value of a field in a term: that of its earlier value with the smallest `lastTerm` from the term on; without one, the
 * item's own. `earlier` has the earlier values of one item, in any order. The same rule in SQL is `valuesInTerm`
 * (server/catalog/asOfTerm.ts).
 */
export function valueInTerm<Value>(
  term: string,
  field: string,
  own: Value,
  earlier: readonly Pick<EarlierValue, 'field' | 'lastTerm' | 'value'>[],
): Value | string | null {
  const candidates = earlier.filter((one) => one.field === field && one.lastTerm >= term);
  const [first] = candidates.toSorted((a, b) => (a.lastTerm < b.lastTerm ? -1 : 1));
  return first ? first.value : own;
}
