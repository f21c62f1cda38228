import { guarded } from '../../../sheets/guard.ts';
import type { Column } from './column.ts';
import { saveFile, textsOf } from './saveFile.ts';

// Semicolons and tabs too: with some locales a spreadsheet splits at them, which would yield extra cells and formulas.
const NEEDS_QUOTES = /[",;|\t\r\n]|^\s|\s$/;
const BYTE_ORDER_MARK = '\uFEFF';

/** Escapes a cell so that it parses back to its text and no spreadsheet runs it as a formula. */
function cellOf(text: string): string {
  const safe = guarded(text);
  return NEEDS_QUOTES.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** A table as CSV (RFC 4180, UTF-8 with a byte order mark): a header line, then one line per row. */
export function toCsv<Row>(columns: readonly Column<Row>[], rows: readonly Row[], delimiter = ','): string {
  const texts = textsOf(columns, rows);
  const lines = [texts.header, ...texts.rows];
  return BYTE_ORDER_MARK + lines.map((cells) => `${cells.map(cellOf).join(delimiter)}\r\n`).join('');
}

/** Downloads a text as `{name}.csv`. */
export const downloadCsv = (name: string, csv: string): void =>
  saveFile(`${name}.csv`, new Blob([csv], { type: 'text/csv;charset=utf-8' }));
