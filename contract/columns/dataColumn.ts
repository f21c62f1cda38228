// The columns of tables as data: what a file contains, in a browser and on the server.

export type Value = string | number | boolean | null;

/** A column of a table and of its files. All use `value` unless another property overrides it. */
export interface DataColumn<Row, Id extends string = string> {
  /** The column's name in URLs: the path of the field in the row (`title20`, `major.title20`), or a word. */
  id: Id;
  header: string;
  value: (row: Row) => Value;
  /** The value to sort by, or false if the column is not sortable. */
  sort?: ((row: Row) => Value) | false;
  /** The value in a file, or false to leave the column out. */
  csv?: ((row: Row) => Value) | false;
  /** The value in a file is a time, in UTC. */
  isTime?: true;
}

/** A column that shows a field of the row. */
export const fieldColumn = <Id extends string>(
  id: Id,
  header: string,
): DataColumn<Record<Id, Value>, Id> => ({ id, header, value: (row) => row[id] });

/** A column that shows a field of a part of the row. Empty if the row has no such part. */
export const partColumn = <Part extends string, Id extends string>(
  part: Part,
  id: Id,
  header: string,
): DataColumn<Record<Part, Record<Id, Value> | null>> => ({
  id: `${part}.${id}`,
  header,
  value: ({ [part]: of }) => of && of[id],
});

/** Turns a column of an item or relationship into a column of rows in which it is a part. Empty without that part. */
export function ofPart<Name extends string, Part>(
  name: Name,
  prefix: string,
  { id, header, value, sort = value, csv = value, isTime }: DataColumn<Part>,
): DataColumn<Record<Name, Part | null>> {
  const read =
    (of: (part: Part) => Value) =>
    ({ [name]: part }: Record<Name, Part | null>): Value =>
      part && of(part);
  return {
    id: `${name}.${id}`,
    header: `${prefix} ${header}`,
    value: read(value),
    sort: sort && read(sort),
    csv: csv && read(csv),
    ...(isTime ? { isTime } : {}),
  };
}

/** A value as shown and searched. */
export function textOf(value: Value): string {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  return value === null ? '' : String(value);
}

/** A way to read a column of a file from a row. */
export interface FileColumn<Row> {
  header: string;
  read: (row: Row) => Value;
}

/** The columns of a file as the screens show them: with labels of quarters, and without the columns that no file has. */
export const labeled = <Row>(columns: readonly DataColumn<Row>[]): FileColumn<Row>[] =>
  columns.flatMap(({ header, value, csv = value }) => (csv ? [{ header, read: csv }] : []));
