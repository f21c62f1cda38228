import { textOf } from '../../../contract/columns/dataColumn.ts';
import type { Column } from './column.ts';
import { marked } from './marked.tsx';
import classes from './table.module.css';

/** The column of the second lines. */
export interface SecondaryColumn<Item> extends Column<Item> {
  /** Whether the row shows its second line; by default each row that has a text for it. */
  isOpen?: (row: Item) => boolean;
}

interface Props<Item> {
  of: Item;
  column: SecondaryColumn<Item>;
  /** The number of columns. */
  span: number;
  words: readonly string[];
}

/** Whether a row shows a second line. */
export const hasSecondaryRow = <Item,>(item: Item, { value, isOpen }: SecondaryColumn<Item>): boolean =>
  isOpen?.(item) !== false && textOf(value(item)) !== '';

/** The second line of a row, across all columns. It stays visible when the table scrolls sideways. */
export function SecondaryRow<Item>({ of, column, span, words }: Props<Item>) {
  if (!hasSecondaryRow(of, column)) return null;
  const text = textOf(column.value(of));
  return (
    <tr data-below>
      <td colSpan={span}>
        <div className={classes.secondaryRow}>{column.cell?.(of) ?? marked(text, words) ?? text}</div>
      </td>
    </tr>
  );
}
