import { memo, type ReactNode } from 'react';
import { type Column, textOf } from './column.ts';

interface Props<Item> {
  columns: readonly Column<Item>[];
  item: Item;
  /** The columns in sight, by number: the first, and the first that is beyond. */
  left?: number;
  right?: number;
}

/** A text of more characters may take two lines. */
const LONG = 32;

/**
 * The cells of a row; built again only for another item or other columns. Empty cells hold the place of those that are
 * out of sight; what stays never is.
 */
export const Cells = memo(function Cells<Item>({ columns, item, left = 0, right = Infinity }: Props<Item>) {
  const isWhole = left === 0 && right >= columns.length;
  const cells: ReactNode[] = [];
  let missing = 0;
  for (const [at, column] of columns.entries()) {
    const isInSight = column.stays || (at >= left && at < right);
    if (!isInSight) missing += 1;
    if (missing > 0 && (isInSight || at === columns.length - 1)) {
      cells.push(<td key={`before ${at}`} aria-hidden colSpan={missing} />);
      missing = 0;
    }
    if (isInSight) cells.push(cellOf(column, item, isWhole ? undefined : at + 1));
  }
  return cells;
}) as <Item>(props: Props<Item>) => ReactNode;

/** `index`: where the column is, if not where its cell is among those of its row. */
function cellOf<Item>(
  { id, value, cell, stays }: Column<Item>,
  item: Item,
  index: number | undefined,
): ReactNode {
  if (cell)
    return (
      <td key={id} data-stays={stays} aria-colindex={index}>
        {cell(item)}
      </td>
    );
  const text = textOf(value(item));
  return (
    <td key={id} data-long={text.length > LONG || undefined} aria-colindex={index}>
      {text}
    </td>
  );
}
