import type { Column } from '../../ui/table/column.ts';
import { searcher, wordsOf } from '../../ui/table/filterRows.ts';
import { type Coded, keyOfCode } from '../codes/codeFilter.ts';
import { isInEffect, type Period } from './outsideTerm.ts';

/** A list and the filters of its URL. */
export interface FilteredList<Item> {
  /** All items as they are stored, and in the same order with the names and codes of the term. */
  stored: readonly Item[];
  all: readonly Item[];
  term: string | null;
  /** The items that the filter by codes leaves; null without that filter. */
  withCodes: readonly Item[] | null;
  coded: Coded<Item> | undefined;
  columns: readonly Column<Item>[];
  periodsOf: (item: Item) => readonly Period[];
}

/** The conditions of a list besides its filter text: its codes, its term, and the code that an item had in the term. */
export type Condition = 'codes' | 'term' | 'codeInTerm';

export interface ExcludedItem<Item> {
  /** The item as the user named it: with the code of the term, or that of today. */
  item: Item;
  inTerm: Item;
  by: readonly Condition[];
}

/**
 * Finds the items that the user named and the list leaves out, and why: those with the code in the filter text; if there are
 * none and the list is empty, those that the text finds; without a text, those of the filter by codes. `found` are the rows
 * that the list shows. The codes are read at the first text, so that each further letter only looks one up.
 */
export function itemsExcludedFrom<Item>(list: FilteredList<Item>) {
  const { stored, all, term, withCodes, coded, columns, periodsOf } = list;
  const codes = withCodes && new Set(withCodes);
  const conditionsOf = (item: Item): Condition[] => [
    ...(codes && !codes.has(item) ? (['codes'] as const) : []),
    ...(term !== null && !isInEffect(periodsOf(item), term) ? (['term'] as const) : []),
  ];
  const excluded = (items: readonly Item[]) =>
    items
      .map((item): ExcludedItem<Item> => ({ item, inTerm: item, by: conditionsOf(item) }))
      .filter(({ by }) => by.length > 0);
  const search = searcher(columns, all);
  let named: ReadonlyMap<string, ReadonlySet<number>> | undefined;

  return (text: string, found: readonly Item[]): readonly ExcludedItem<Item>[] => {
    if (term === null && codes === null) return [];
    const words = wordsOf(text);
    if (words.length === 0) return excluded(withCodes ?? []);
    named ??= placesOfCodes([all, stored], coded);
    const key = keyOfCode(text);
    const withCode = [...(named.get(key) ?? [])].flatMap((at): ExcludedItem<Item>[] => {
      const [inTerm, today] = [all[at], stored[at]] as [Item, Item];
      const hasCode = coded !== undefined && keysOf(coded, inTerm).includes(key);
      const item = hasCode ? inTerm : today;
      const by = conditionsOf(inTerm);
      if (by.length > 0) return [{ item, inTerm, by }];
      return hasCode || found.includes(inTerm) ? [] : [{ item, inTerm, by: ['codeInTerm'] }];
    });
    return withCode.length > 0 || found.length > 0 ? withCode : excluded(search(words));
  };
}

/** '201' and, for a major, '201 G', as keys. */
function keysOf<Item>({ codeOf }: Coded<Item>, item: Item): string[] {
  const { code, letter } = codeOf(item);
  return [code, ...(letter === undefined ? [] : [`${code} ${letter}`])].map(keyOfCode);
}

/** The places in the lists of the items with each code. */
function placesOfCodes<Item>(lists: readonly (readonly Item[])[], coded: Coded<Item> | undefined) {
  const places = new Map<string, Set<number>>();
  if (!coded) return places;
  for (const list of lists)
    for (const [at, item] of list.entries())
      for (const key of keysOf(coded, item)) places.set(key, (places.get(key) ?? new Set()).add(at));
  return places;
}
