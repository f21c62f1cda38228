import { labeled, textOf } from '../../../contract/columns/dataColumn.ts';
import type { Column } from './column.ts';

/** The texts of a download: the column headers, and the rows. */
interface Texts {
  header: string[];
  rows: string[][];
}

/** The content of a download of these rows. A column may be excluded from it, or have another value in it. */
export function textsOf<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): Texts {
  const exported = labeled(columns);
  return {
    header: exported.map(({ header }) => header),
    rows: rows.map((row) => exported.map(({ read }) => textOf(read(row)))),
  };
}

/** Makes the browser save a file under this name. */
export function saveFile(name: string, content: Blob): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // Delayed, because some browsers read the URL a moment later.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
