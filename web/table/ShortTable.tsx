import { useId, useState } from 'react';
import type { Column } from './column.ts';
import { orderItems, type SortedBy } from './order.ts';
import { PlainRows } from './PlainRows.tsx';
import { TableHead } from './TableHead.tsx';
import classes from './table.module.css';

interface Props<Item> {
  /** Describes the table to screen readers. */
  label: string;
  columns: readonly Column<Item>[];
  items: readonly Item[];
  /** Defaults to the order of the items. */
  defaultSort?: readonly SortedBy[];
}

const unsorted: readonly SortedBy[] = [];
const plain = () => ({});

/** One of several tables on a screen: shows all its rows and keeps its sort order to itself, not in the address. */
export function ShortTable<Item>({ label, columns, items, defaultSort = unsorted }: Props<Item>) {
  const [sort, setSort] = useState(defaultSort);
  const id = useId();
  return (
    // A scrollable element must be reachable by keyboard.
    <section className={classes.short} aria-labelledby={id} tabIndex={0}>
      <table className={classes.table}>
        <caption id={id} className={classes.hidden}>
          {label}
        </caption>
        <TableHead
          columns={columns}
          sort={sort}
          onSort={(next) => setSort(next.length > 0 ? next : defaultSort)}
        />
        <PlainRows columns={columns} items={orderItems(items, columns, sort)} rowProps={plain} />
      </table>
    </section>
  );
}
