import type { ReactNode } from 'react';

export type Value = string | number | boolean | null;

/**
 * Describes a column for the table, its filter, its sort order and its download. `value` is used for all of them unless
 * another property overrides it.
 */
export interface Column<Row, Id extends string = string> {
  /** The name used in the address: the path of the field in the row (`title20`, `major.title20`), or a word. */
  id: Id;
  header: string;
  value: (row: Row) => Value;
  /** The value to sort by, or false if the column is not sortable. */
  sort?: ((row: Row) => Value) | false;
  /** Renders the cell. */
  cell?: (row: Row) => ReactNode;
  /** The value in the download, or false to leave the column out. */
  csv?: ((row: Row) => Value) | false;
  /** Keeps the column visible when the table scrolls horizontally. Only for the last one. */
  stays?: boolean;
}

/** A column that shows a field of the row. */
export const fieldColumn = <Id extends string>(id: Id, header: string): Column<Record<Id, Value>, Id> => ({
  id,
  header,
  value: (row) => row[id],
});

/** A column that shows a field of a part of the row, or nothing if the row has no such part. */
export const partColumn = <Part extends string, Id extends string>(
  part: Part,
  id: Id,
  header: string,
): Column<Record<Part, Record<Id, Value> | null>> => ({
  id: `${part}.${id}`,
  header,
  value: ({ [part]: of }) => of && of[id],
});

/** The last column, which holds the actions on a row. */
export const actionsColumn = <Row>(cell: (row: Row) => ReactNode): Column<Row> => ({
  id: 'actions',
  header: 'Actions',
  value: () => null,
  sort: false,
  csv: false,
  stays: true,
  cell,
});

/** A value as shown and searched. */
export function textOf(value: Value): string {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  return value === null ? '' : String(value);
}
