import { type Column, textOf } from './column.ts';
import { marked } from './marked.tsx';
import classes from './table.module.css';

interface Props<Item> {
  of: Item;
  column: Column<Item>;
  /** The number of columns. */
  span: number;
  words: readonly string[];
}

/** Whether a row has a second line. */
export const hasSecondaryRow = <Item,>(item: Item, { value }: Column<Item>): boolean =>
  textOf(value(item)) !== '';

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
