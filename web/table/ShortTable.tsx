import { useId, useState } from 'react';
import type { Column } from './column.ts';
import { orderItems, type SortedBy } from './order.ts';
import { PlainRows } from './PlainRows.tsx';
import { TableHead } from './TableHead.tsx';
import classes from './table.module.css';

interface Props<Item> {
  /** What the table holds, for those who do not see it. */
  label: string;
  columns: readonly Column<Item>[];
  items: readonly Item[];
  /** Without one: the order of the items. */
  defaultSort?: readonly SortedBy[];
}

const unsorted: readonly SortedBy[] = [];
const plain = () => ({});

/** A table that is one of several on its screen: all of its rows, and an order that is its own, not the address's. */
export function ShortTable<Item>({ label, columns, items, defaultSort = unsorted }: Props<Item>) {
  const [sort, setSort] = useState(defaultSort);
  const id = useId();
  return (
    // What scrolls must be reachable by keyboard.
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
