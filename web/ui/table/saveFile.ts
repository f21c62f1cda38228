import { type Column, textOf } from './column.ts';

/** The texts of a download: the headers of its columns, and its rows. */
interface Texts {
  header: string[];
  rows: string[][];
}

/** What a download of these rows holds. Columns may be left out of it, or have a value of their own in it. */
export function textsOf<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): Texts {
  const exported = columns.flatMap(({ header, value, csv = value }) => (csv ? [{ header, read: csv }] : []));
  return {
    header: exported.map(({ header }) => header),
    rows: rows.map((row) => exported.map(({ read }) => textOf(read(row)))),
  };
}

/** Has the browser save a file under this name. */
export function saveFile(name: string, content: Blob): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // Delayed, because some browsers read the URL a moment later.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
