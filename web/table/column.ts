import type { ReactNode } from 'react';

export type Value = string | number | boolean | null;

/**
 * A column is one object that serves the list, its filter, its order and its download. `value` is what the column
 * says; each of the others is only named where it differs.
 */
export interface Column<Row, Id extends string = string> {
  /** How the address calls it: the field of the row that it shows, `title20` or `major.title20`, or a word. */
  id: Id;
  header: string;
  value: (row: Row) => Value;
  /** What it is ordered by; false: it cannot be ordered. */
  sort?: ((row: Row) => Value) | false;
  /** How it looks. */
  cell?: (row: Row) => ReactNode;
  /** What the download holds; false: it is left out. */
  csv?: ((row: Row) => Value) | false;
  /** It stays in sight, as the last column, where the table is wider than its place. */
  stays?: boolean;
}

/** A column that says a field of the row as it is. */
export const fieldColumn = <Id extends string>(id: Id, header: string): Column<Record<Id, Value>, Id> => ({
  id,
  header,
  value: (row) => row[id],
});

/** A column that says a field of a part of the row as it is, and nothing where the row has no such part. */
export const partColumn = <Part extends string, Id extends string>(
  part: Part,
  id: Id,
  header: string,
): Column<Record<Part, Record<Id, Value> | null>> => ({
  id: `${part}.${id}`,
  header,
  value: ({ [part]: of }) => of && of[id],
});

/** The last column: what can be done with a row. */
export const actionsColumn = <Row>(cell: (row: Row) => ReactNode): Column<Row> => ({
  id: 'actions',
  header: 'Actions',
  value: () => null,
  sort: false,
  csv: false,
  stays: true,
  cell,
});

/** A value as it is shown and searched. */
export function textOf(value: Value): string {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  return value === null ? '' : String(value);
}
