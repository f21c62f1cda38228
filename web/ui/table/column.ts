import type { ReactNode } from 'react';

export type Value = string | number | boolean | null;

/**
 * Describes a column for the table, its filter, its sort order and its download. All of them use `value` unless another
 * property overrides it.
 */
export interface Column<Row, Id extends string = string> {
  /** The column's name in the URL: the path of the field in the row (`title20`, `major.title20`), or a word. */
  id: Id;
  header: string;
  value: (row: Row) => Value;
  /** The value to sort by, or false if the column is not sortable. */
  sort?: ((row: Row) => Value) | false;
  /** Renders the cell instead of its text. Undefined keeps the text. */
  cell?: (row: Row) => ReactNode;
  /** The page that the text links to. */
  to?: (row: Row) => string | null;
  /** Shown after the text. It is not part of the column's value, so it is not searched, sorted or downloaded. */
  mark?: (row: Row) => ReactNode;
  /** Names the row: a screen reader reads it with each other cell of the row. */
  isRowHeader?: true;
  /** The value in the download, or false to leave the column out. */
  csv?: ((row: Row) => Value) | false;
  /**
   * Keeps the column visible when the table scrolls sideways: at the `right` the last column, at the `left` up to three, of
   * which the last is the `edge`, and the only one that is pinned on a phone.
   */
  isPinned?: 'left' | 'edge' | 'right' | undefined;
}

/** A column that shows a field of the row. */
export const fieldColumn = <Id extends string>(id: Id, header: string): Column<Record<Id, Value>, Id> => ({
  id,
  header,
  value: (row) => row[id],
});

/** A column that shows a field of a part of the row. Empty if the row has no such part. */
export const partColumn = <Part extends string, Id extends string>(
  part: Part,
  id: Id,
  header: string,
): Column<Record<Part, Record<Id, Value> | null>> => ({
  id: `${part}.${id}`,
  header,
  value: ({ [part]: of }) => of && of[id],
});

/** The same columns without links, for users who may not open the linked pages, and for forms, which a link would leave. */
export const withoutLinks = <Row>(columns: readonly Column<Row>[]): readonly Column<Row>[] =>
  columns.map(({ to: _to, ...column }) => column);

/** The last column, with the actions of a row. */
export const actionsColumn = <Row>(cell: (row: Row) => ReactNode): Column<Row> => ({
  id: 'actions',
  header: 'Actions',
  value: () => null,
  sort: false,
  csv: false,
  isPinned: 'right',
  cell,
});

/** A value as shown and searched. */
export function textOf(value: Value): string {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  return value === null ? '' : String(value);
}
