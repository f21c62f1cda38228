import { memo, type ReactNode } from 'react';
import { Cells } from './Cells.tsx';
import type { Column } from './column.ts';
import classes from './table.module.css';
import type { RowProps } from './useSelection.ts';

interface Props<Item> {
  columns: readonly Column<Item>[];
  items: readonly Item[];
  rowProps?: RowProps<Item> | undefined;
}

export const PlainRows = memo(function PlainRows<Item>({ columns, items, rowProps }: Props<Item>) {
  return (
    <tbody>
      {items.length === 0 && (
        <tr>
          <td className={classes.empty} colSpan={columns.length}>
            <span>No results found</span>
          </td>
        </tr>
      )}
      {items.map((item, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- rows have no state, and two rows may show the same item
        <tr key={at} {...rowProps?.(item)}>
          <Cells columns={columns} item={item} />
        </tr>
      ))}
    </tbody>
  );
}) as <Item>(props: Props<Item>) => ReactNode;
