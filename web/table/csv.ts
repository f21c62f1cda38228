import { type Column, textOf, type Value } from './column.ts';

// What a spreadsheet would run as a formula. A sign on its own is not one.
const FORMULA = /^[=+\-@\t\r＝＋－＠]./s;
const PLAIN_NUMBER = /^[+-]?\d+(\.\d+)?$/;
// Semicolons and tabs too: with some locales a spreadsheet splits at them, which would yield extra cells and formulas.
const NEEDS_QUOTES = /[",;|\t\r\n]|^\s|\s$/;
const BYTE_ORDER_MARK = '\uFEFF';

/** Escapes a cell so that it parses back to its value and no spreadsheet runs it as a formula. */
function cellOf(value: Value): string {
  const text = textOf(value);
  const safe = FORMULA.test(text) && !PLAIN_NUMBER.test(text) ? `'${text}` : text;
  return NEEDS_QUOTES.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** A table as CSV (RFC 4180, UTF-8 with a byte order mark): a header line, then one line per row. */
export function toCsv<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): string {
  const exported = columns.flatMap(({ header, value, csv = value }) => (csv ? [{ header, read: csv }] : []));
  const lines = [
    exported.map(({ header }) => cellOf(header)),
    ...rows.map((row) => exported.map(({ read }) => cellOf(read(row)))),
  ];
  return BYTE_ORDER_MARK + lines.map((cells) => `${cells.join(',')}\r\n`).join('');
}

/** Downloads a text as `{name}.csv`. */
export function downloadCsv(name: string, csv: string): void {
  const address = URL.createObjectURL(new Blob([csv], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = `${name}.csv`;
  link.click();
  // Delayed, because some browsers read the URL a moment later.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
