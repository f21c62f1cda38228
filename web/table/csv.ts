import { type Column, textOf, type Value } from './column.ts';

// Where a spreadsheet would find what it runs: where a cell begins, also for one that separates by something else than
// commas. The quotes around a cell do not hold it together then: they count only where such a spreadsheet begins one.
const FORMULA = /(?<=(?:^|[;|\t\r\n])["\s]*)(?=[=+\-@＝＋－＠])/g;
const SIGN_OR_NUMBER = /^(.|[+-]?\d+(\.\d+)?)$/s;
const NEEDS_QUOTES = /[",;|\t\r\n]|^\s|\s$/;
const BYTE_ORDER_MARK = '\uFEFF';

/** A cell that parses back to its value, unless a spreadsheet would take some of it for a formula. */
function cellOf(value: Value, at: number): string {
  const text = textOf(value);
  // No formula by itself; but such a spreadsheet reads on from the first cell of a line.
  const isPlain = at > 0 && SIGN_OR_NUMBER.test(text);
  const safe = isPlain ? text : text.replace(FORMULA, "'");
  return NEEDS_QUOTES.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** A table as CSV (RFC 4180, UTF-8 with its mark): a line of headers, then every row. */
export function toCsv<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): string {
  const exported = columns.flatMap(({ header, value, csv = value }) => (csv ? [{ header, read: csv }] : []));
  const lines = [
    exported.map(({ header }) => header),
    ...rows.map((row) => exported.map(({ read }) => read(row))),
  ];
  return BYTE_ORDER_MARK + lines.map((values) => `${values.map(cellOf).join(',')}\r\n`).join('');
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
