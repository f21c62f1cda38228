import { useMemo } from 'react';
import type { ItemKind, Items } from '../../contract/items.ts';
import { type ItemView, useColumns } from '../items/items.ts';
import { ShortTable } from '../table/ShortTable.tsx';

interface Props<K extends ItemKind> {
  view: ItemView<K>;
  item: Items[K];
}

/** One item as the row of a table, to look at. */
export function SingleRow<K extends ItemKind>({ view, item }: Props<K>) {
  const listed = useColumns(view);
  // With one row there is nothing to order.
  const columns = useMemo(() => listed.map((column) => ({ ...column, sort: false }) as const), [listed]);
  return <ShortTable label={view.title} columns={columns} items={[item]} />;
}
