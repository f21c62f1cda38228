import { fold } from '../fold.ts';
import { type Column, textOf } from './column.ts';

/**
 * Finds the rows that show a text in any of their columns, ignoring case. The text of all rows is built once, at the
 * first search, so that each keystroke only scans strings even with thousands of rows.
 */
export function searcher<Row>(columns: readonly Column<Row>[], rows: readonly Row[]) {
  let texts: string[] | undefined;
  return (text: string): readonly Row[] => {
    const wanted = fold(text.trim());
    if (!wanted) return rows;
    texts ??= rows.map((row) => fold(columns.map((column) => textOf(column.value(row))).join('\n')));
    const shown = texts;
    return rows.filter((_row, at) => shown[at]?.includes(wanted));
  };
}
