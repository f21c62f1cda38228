import { useDeferredValue, useMemo } from 'react';
import type { Column } from './column.ts';
import { orderItems } from './order.ts';
import { searcher } from './search.ts';
import type { TableView } from './view.ts';

/** The items of a view: found, ordered, and cut to a page. */
export function useRows<Item>(columns: readonly Column<Item>[], items: readonly Item[], view: TableView) {
  const search = useMemo(() => searcher(columns, items), [columns, items]);
  // The box answers each letter at once; the table follows as fast as it can.
  const text = useDeferredValue(view.text);
  const sort = JSON.stringify(view.sort);
  const all = useMemo(
    () => orderItems(search(text), columns, JSON.parse(sort)),
    [search, text, columns, sort],
  );
  const pageSize = view.pageSize || Math.max(1, all.length);
  const pageCount = Math.max(1, Math.ceil(all.length / pageSize));
  const pageIndex = Math.min(view.pageIndex, pageCount - 1);
  const page = useMemo(
    () => all.slice(pageIndex * pageSize, (pageIndex + 1) * pageSize),
    [all, pageIndex, pageSize],
  );
  return { all, page, pageIndex, pageCount };
}
