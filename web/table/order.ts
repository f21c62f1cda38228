import { type Column, columnId, type Value } from './column.ts';

/** One of the columns in the order, by its name in the address. */
export interface SortedBy {
  id: string;
  desc: boolean;
}

const collator = new Intl.Collator('en-US');

/** Numbers by size, Yes before No, everything else as a person would file it. */
function compareValues(one: Value, other: Value): number {
  if (typeof one === 'number' && typeof other === 'number') return one - other;
  if (typeof one === 'boolean' && typeof other === 'boolean') return Number(other) - Number(one);
  return collator.compare(String(one), String(other));
}

const isEmpty = (value: Value) => value === null || value === '';

/** Orders items by several columns; what is empty comes last whichever way, and equals keep their order. */
export function orderItems<Item>(
  items: readonly Item[],
  columns: readonly Column<Item>[],
  sort: readonly SortedBy[],
): readonly Item[] {
  const keys = sort.flatMap(({ id, desc }) => {
    const column = columns.find((one) => columnId(one) === id);
    return column ? [{ read: column.sort || column.value, sign: desc ? -1 : 1 }] : [];
  });
  if (keys.length === 0) return items;
  const compare = (one: Value[], other: Value[]) => {
    for (const [at, { sign }] of keys.entries()) {
      const [a = null, b = null] = [one[at], other[at]];
      if (isEmpty(a) || isEmpty(b)) {
        if (isEmpty(a) !== isEmpty(b)) return isEmpty(a) ? 1 : -1;
      } else {
        const difference = compareValues(a, b);
        if (difference !== 0) return difference * sign;
      }
    }
    return 0;
  };
  return items
    .map((item) => ({ item, values: keys.map(({ read }) => read(item)) }))
    .sort((one, other) => compare(one.values, other.values))
    .map(({ item }) => item);
}

/**
 * The order after a press on a header: upwards, then downwards, then no longer. With shift the column joins the others
 * (spec 2); without, it stands alone.
 */
export function pressed(sort: readonly SortedBy[], id: string, withShift: boolean): SortedBy[] {
  const now = sort.find((one) => one.id === id);
  const next = now ? (now.desc ? [] : [{ id, desc: true }]) : [{ id, desc: false }];
  if (!withShift) return next;
  return now ? sort.flatMap((one) => (one.id === id ? next : [one])) : [...sort, ...next];
}
