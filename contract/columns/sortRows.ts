import type { DataColumn, Value } from './dataColumn.ts';

/** A column to sort by, and its direction. */
export interface SortedBy<Id extends string = string> {
  id: Id;
  desc: boolean;
}

/**
 * Changes the sort order. The function gets the current order, not that of the last render: a second click may come before
 * it.
 */
export type OnSort = (next: (before: readonly SortedBy[]) => readonly SortedBy[]) => void;

const collator = new Intl.Collator('en-US');

/** Numbers by size, Yes before No, everything else alphabetically (en-US). */
function compareValues(one: Value, other: Value): number {
  if (typeof one === 'number' && typeof other === 'number') return one - other;
  if (typeof one === 'boolean' && typeof other === 'boolean') return Number(other) - Number(one);
  return collator.compare(String(one), String(other));
}

const isEmpty = (value: Value) => value === null || value === '';

/** Sorts items by several columns. Empty values come last in either direction. The sort is stable. */
export function orderItems<Item>(
  items: readonly Item[],
  columns: readonly DataColumn<Item>[],
  sort: readonly SortedBy[],
): readonly Item[] {
  const keys = sort.flatMap(({ id, desc }) => {
    const column = columns.find((one) => one.id === id);
    return column ? [ranksOf(items.map(column.sort || column.value), desc)] : [];
  });
  if (keys.length === 0) return items;
  return items
    .map((item, at) => ({ item, at }))
    .sort(({ at: one }, { at: other }) => {
      for (const ranks of keys) {
        const [a = 0, b = 0] = [ranks[one], ranks[other]];
        if (a !== b) return a < b ? -1 : 1;
      }
      return 0;
    })
    .map(({ item }) => item);
}

/** The rank of each value. Each distinct value is compared only once; rows are then compared by their ranks. */
function ranksOf(values: readonly Value[], desc: boolean): number[] {
  const different = [...new Set(values)].filter((value) => !isEmpty(value)).sort(compareValues);
  const ranks = new Map<Value, number>();
  let rank = 0;
  for (const [at, value] of different.entries()) {
    const before = different[at - 1] ?? value;
    if (compareValues(before, value) !== 0) rank += 1;
    ranks.set(value, desc ? -rank : rank);
  }
  return values.map((value) => ranks.get(value) ?? Number.POSITIVE_INFINITY);
}

/**
 * The sort order after a click on a header, which cycles through ascending, descending and unsorted. With Shift the
 * column is added to the others (spec 2); without, it replaces them.
 */
export function nextSort(sort: readonly SortedBy[], id: string, withShift: boolean): SortedBy[] {
  const now = sort.find((one) => one.id === id);
  const next = now ? (now.desc ? [] : [{ id, desc: true }]) : [{ id, desc: false }];
  if (!withShift) return next;
  return now ? sort.flatMap((one) => (one.id === id ? next : [one])) : [...sort, ...next];
}
