import { BYTE_ORDER_MARK, csvLine } from '../../../sheets/csv.ts';
import type { Column } from './column.ts';
import { saveFile, textsOf } from './saveFile.ts';

/** A table as CSV (RFC 4180, UTF-8 with a byte order mark): a header line, then one line per row. */
export function toCsv<Row>(columns: readonly Column<Row>[], rows: readonly Row[], delimiter = ','): string {
  const texts = textsOf(columns, rows);
  const lines = [texts.header, ...texts.rows];
  return BYTE_ORDER_MARK + lines.map((cells) => csvLine(cells, delimiter)).join('');
}

/** Downloads a text as `{name}.csv`. */
export const downloadCsv = (name: string, csv: string): void =>
  saveFile(`${name}.csv`, new Blob([csv], { type: 'text/csv;charset=utf-8' }));
