import { type Column, textOf, type Value } from './column.ts';

// What a spreadsheet would run; a sign alone is no formula.
const FORMULA = /^[=+\-@\t\r＝＋－＠]./s;
const PLAIN_NUMBER = /^[+-]?\d+(\.\d+)?$/;
// Semicolons and tabs too: a spreadsheet of another country separates by them, and would find more cells, and formulas.
const NEEDS_QUOTES = /[",;|\t\r\n]|^\s|\s$/;
const BYTE_ORDER_MARK = '\uFEFF';

/** A cell that parses back to its value and that no spreadsheet takes for a formula. */
function cellOf(value: Value): string {
  const text = textOf(value);
  const safe = FORMULA.test(text) && !PLAIN_NUMBER.test(text) ? `'${text}` : text;
  return NEEDS_QUOTES.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** A table as CSV (RFC 4180, UTF-8 with its mark): a line of headers, then every row. */
export function toCsv<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): string {
  const exported = columns.flatMap(({ header, value, csv = value }) => (csv ? [{ header, read: csv }] : []));
  const lines = [
    exported.map(({ header }) => cellOf(header)),
    ...rows.map((row) => exported.map(({ read }) => cellOf(read(row)))),
  ];
  return BYTE_ORDER_MARK + lines.map((cells) => `${cells.join(',')}\r\n`).join('');
}

/** Has the browser save a text as `{name}.csv`. */
export function downloadCsv(name: string, csv: string): void {
  const address = URL.createObjectURL(new Blob([csv], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = `${name}.csv`;
  link.click();
  // Not at once: some browsers read the address a moment later.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
