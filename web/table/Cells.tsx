import { memo, type ReactNode } from 'react';
import { type Column, textOf } from './column.ts';

interface Props<Item> {
  columns: readonly Column<Item>[];
  item: Item;
  /** The visible columns: the index of the first, and the index after the last. */
  left?: number;
  right?: number;
}

/** A longer text, in characters, may wrap to a second line. */
const LONG = 32;

/**
 * The cells of a row. Rendered again only if the item or the columns change. Empty cells take the place of columns that
 * are out of view; a column that `stays` is always rendered.
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

/** `index` is the 1-based column index, set when not all cells of the row are rendered. */
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
