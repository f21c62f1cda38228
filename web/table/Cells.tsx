import { memo, type ReactNode } from 'react';
import { type Column, textOf } from './column.ts';

interface Props<Item> {
  columns: readonly Column<Item>[];
  item: Item;
}

/** A text of more characters may take two lines. */
const LONG = 32;

/** The cells of a row; built again only for another item or other columns. */
export const Cells = memo(function Cells<Item>({ columns, item }: Props<Item>) {
  return columns.map(({ header, value, cell, stays }) => {
    if (cell)
      return (
        <td key={header} data-stays={stays}>
          {cell(item)}
        </td>
      );
    const text = textOf(value(item));
    return (
      <td key={header} data-long={text.length > LONG || undefined}>
        {text}
      </td>
    );
  });
}) as <Item>(props: Props<Item>) => ReactNode;
