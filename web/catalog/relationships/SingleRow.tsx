import { useMemo } from 'react';
import type { ItemKind, Items } from '../../../contract/kinds.ts';
import { withoutLinks } from '../../ui/table/column.ts';
import { ShortTable } from '../../ui/table/ShortTable.tsx';
import { type ItemView, useColumns } from '../items/itemView.ts';

interface Props<K extends ItemKind> {
  view: ItemView<K>;
  item: Items[K];
}

/** A read-only table with a single item. */
export function SingleRow<K extends ItemKind>({ view, item }: Props<K>) {
  const listed = useColumns(view);
  // A single row needs no sorting.
  const columns = useMemo(
    () => withoutLinks(listed).map((column) => ({ ...column, sort: false }) as const),
    [listed],
  );
  return <ShortTable label={view.title} columns={columns} items={[item]} />;
}
