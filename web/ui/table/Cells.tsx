import { memo, type ReactNode, useMemo } from 'react';
import { textOf } from '../../../contract/columns/dataColumn.ts';
import type { Column } from './column.ts';
import { marked } from './marked.tsx';
import classes from './table.module.css';
import type { Links } from './useLinks.ts';

interface Props<Item> {
  columns: readonly Column<Item>[];
  item: Item;
  /** The words to mark. */
  words: readonly string[];
  links: Links;
  /** The visible columns: the index of the first, and the index after the last. */
  left?: number;
  right?: number;
}

/** A longer text, in characters, may wrap to a second line. */
const LONG = 32;

/**
 * The cells of a row. Rendered again only if the item, the columns or the words change, and with new words only the cells
 * that have a mark. Empty cells replace columns that are out of view; a pinned column is always rendered.
 */
export const Cells = memo(function Cells<Item>({
  columns,
  item,
  words,
  links,
  left = 0,
  right = Infinity,
}: Props<Item>) {
  const cells = useMemo(
    () => cellsOf(columns, item, links, left, right),
    [columns, item, links, left, right],
  );
  return cells.map(({ element, text, withText }) => {
    const shown = text && marked(text, words);
    return shown ? withText?.(shown) : element;
  });
}) as <Item>(props: Props<Item>) => ReactNode;

interface Cell {
  element: ReactNode;
  /** The text that is searched. */
  text?: string;
  /** Renders the cell with its marked text. */
  withText?: (text: ReactNode) => ReactNode;
}

function cellsOf<Item>(
  columns: readonly Column<Item>[],
  item: Item,
  links: Links,
  left: number,
  right: number,
): Cell[] {
  const isWhole = left === 0 && right >= columns.length;
  const cells: Cell[] = [];
  let skipped = 0;
  for (const [at, column] of columns.entries()) {
    const isVisible = column.isPinned || (at >= left && at < right);
    if (!isVisible) skipped += 1;
    if (skipped > 0 && (isVisible || at === columns.length - 1)) {
      cells.push({ element: <td key={`before ${at}`} aria-hidden colSpan={skipped} /> });
      skipped = 0;
    }
    if (isVisible) cells.push(cellOf(column, item, links, isWhole ? undefined : at + 1));
  }
  return cells;
}

/** `index` is the 1-based column index, set when not all cells of the row are rendered. */
function cellOf<Item>(
  { id, value, cell, to, mark, isPinned, isRowHeader }: Column<Item>,
  item: Item,
  links: Links,
  index: number | undefined,
): Cell {
  const own = cell?.(item);
  const sign = mark?.(item);
  if (own !== undefined)
    return {
      element: (
        <td key={id} data-stays={isPinned} aria-colindex={index}>
          {own}
          {sign}
        </td>
      ),
    };
  const text = textOf(value(item));
  const url = text ? to?.(item) : null;
  const withText = (shown: ReactNode) => {
    const content = url ? (
      <a className={classes.link} href={links.hrefOf(url)} onClick={links.onFollow}>
        {shown}
      </a>
    ) : (
      shown
    );
    return (
      <td
        key={id}
        role={isRowHeader && 'rowheader'}
        data-long={text.length > LONG || undefined}
        data-stays={isPinned}
        aria-colindex={index}
      >
        {sign ? (
          <>
            <span>{content}</span>
            {sign}
          </>
        ) : (
          content
        )}
      </td>
    );
  };
  return { element: withText(text), text, withText };
}
