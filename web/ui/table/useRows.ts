import { useDeferredValue, useMemo } from 'react';
import { orderItems } from '../../../contract/columns/sortRows.ts';
import type { Column } from './column.ts';
import { searcher, wordsOf } from './filterRows.ts';
import type { Place } from './tableView.ts';

/** Filters the items by the words of the typed text, sorts them and returns the current page. */
export function useRows<Item>(
  columns: readonly Column<Item>[],
  sortColumns: readonly Column<Item>[],
  items: readonly Item[],
  typed: string,
  place: Place,
) {
  const search = useMemo(() => searcher(columns, items), [columns, items]);
  // Deferred, so that typing stays responsive while the table catches up.
  const text = useDeferredValue(typed);
  const words = useMemo(() => wordsOf(text), [text]);
  const all = useMemo(
    () => orderItems(search(words), sortColumns, place.sort),
    [search, words, sortColumns, place.sort],
  );
  const pageSize = place.pageSize || Math.max(1, all.length);
  const pageCount = Math.max(1, Math.ceil(all.length / pageSize));
  const pageIndex = Math.min(place.pageIndex, pageCount - 1);
  const page = useMemo(
    () => all.slice(pageIndex * pageSize, (pageIndex + 1) * pageSize),
    [all, pageIndex, pageSize],
  );
  return { words, all, page, pageIndex, pageCount };
}
