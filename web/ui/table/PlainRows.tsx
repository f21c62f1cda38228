import { Fragment, memo, type ReactNode } from 'react';
import { Cells } from './Cells.tsx';
import type { Column } from './column.ts';
import { type SecondaryColumn, SecondaryRow } from './SecondaryRow.tsx';
import classes from './table.module.css';
import { useLinks } from './useLinks.ts';
import type { LeftState } from './useRestoreFocus.ts';
import { type KeyOf, useRowFocus } from './useRowFocus.ts';
import type { RowProps } from './useSelection.ts';

interface Props<Item> {
  columns: readonly Column<Item>[];
  secondaryRow?: SecondaryColumn<Item> | undefined;
  items: readonly Item[];
  keyOf?: KeyOf<Item> | undefined;
  words?: readonly string[];
  rowProps?: RowProps<Item> | undefined;
  /** The row that has the focus at first. */
  first?: LeftState | undefined;
}

const noWords: readonly string[] = [];

export const PlainRows = memo(function PlainRows<Item>({
  columns,
  secondaryRow,
  items,
  keyOf,
  words = noWords,
  rowProps,
  first,
}: Props<Item>) {
  const { props } = useRowFocus(items, keyOf, first);
  const links = useLinks();
  return (
    <tbody {...props} translate="no">
      {items.length === 0 && (
        <tr>
          <td className={classes.empty} colSpan={columns.length}>
            <span>No results found</span>
          </td>
        </tr>
      )}
      {items.map((item, at) => (
        <Fragment key={keyOf ? keyOf(item) : at}>
          <tr data-at={at} tabIndex={keyOf && -1} {...rowProps?.(item)}>
            <Cells columns={columns} item={item} words={words} links={links} />
          </tr>
          {secondaryRow && (
            <SecondaryRow of={item} column={secondaryRow} span={columns.length} words={words} />
          )}
        </Fragment>
      ))}
    </tbody>
  );
}) as <Item>(props: Props<Item>) => ReactNode;
