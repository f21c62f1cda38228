/** The key of an item: a school's code, or a number; for a relationship, of both its ends. */
export type Key = readonly (string | number)[];

/** What determines the place of a finding. */
interface Placed {
  items: readonly { label: string }[];
  keys: readonly Key[];
  fingerprint: string;
}

/** Where a finding comes in the list of its rule: no two findings of a rule have the same place. */
export interface Place {
  /** The label of the first item. */
  label: string;
  /** The keys of all items. */
  keys: Key;
  fingerprint: string;
}

export const placeOf = ({ items, keys, fingerprint }: Placed): Place => ({
  label: items[0]?.label ?? '',
  keys: keys.flat(),
  fingerprint,
});

/** Orders by label, then keys; findings about the same items, in any order that stays the same. */
export function byPlace(a: Place, b: Place): number {
  if (a.label !== b.label) return byCodePoint(a.label, b.label);
  const at = a.keys.findIndex((key, index) => key !== b.keys[index]);
  if (at === -1) return a.keys.length - b.keys.length || byCodePoint(a.fingerprint, b.fingerprint);
  const [first, second] = [a.keys[at], b.keys[at]];
  if (typeof first === 'number' && typeof second === 'number') return first - second;
  return byCodePoint(String(first ?? ''), String(second ?? ''));
}

/** Labels can contain characters beyond the 16 bits that `<` compares. */
const byCodePoint = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b));
