import type { Column } from '../../ui/table/column.ts';

/** The columns of a table of texts, by their headers. */
export const columnsNamed = (header: readonly string[]): Column<readonly string[]>[] =>
  header.map((text, at) => ({ id: String(at), header: text, value: (row) => row[at] ?? null }));
