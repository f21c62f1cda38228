import type { ReactNode } from 'react';
import type { DataColumn } from '../../../contract/columns/dataColumn.ts';
import { timeOf } from '../../lib/time.ts';

/**
 * Describes a column for the table, its filter, its sort order and its download. All of them use `value` unless another
 * property overrides it.
 */
export interface Column<Row, Id extends string = string> extends DataColumn<Row, Id> {
  /** Renders the cell instead of its text. Undefined keeps the text. */
  cell?: (row: Row) => ReactNode;
  /** The page that the text links to. */
  to?: (row: Row) => string | null;
  /** Shown after the text. It is not part of the column's value, so it is not searched, sorted or downloaded. */
  mark?: (row: Row) => ReactNode;
  /** Names the row: a screen reader reads it with each other cell of the row. */
  isRowHeader?: true;
  /**
   * Keeps the column visible when the table scrolls sideways: at the `right` the last column, at the `left` up to three, of
   * which the last is the `edge`, and the only one that is pinned on a phone.
   */
  isPinned?: 'left' | 'edge' | 'right' | undefined;
}

/** What a table shows of a column besides its values. */
type Look<Row> = Pick<Column<Row>, 'cell' | 'to' | 'mark' | 'isRowHeader' | 'isPinned'>;

/** The columns of a file as a table shows them: with these looks, by column, and with times of the university's clocks. */
export const shownAs = <Row, Id extends string>(
  columns: readonly DataColumn<Row, Id>[],
  looks: Readonly<Partial<Record<Id, Look<Row>>>>,
): Column<Row, Id>[] => columns.map((column) => ({ ...withClock(column), ...looks[column.id] }));

/** A time is shown as the university's clocks show it. It is sorted and downloaded as it is. */
function withClock<Row, Id extends string>(column: DataColumn<Row, Id>): DataColumn<Row, Id> {
  const { value: stored, isTime } = column;
  if (!isTime) return column;
  const value = (row: Row) => {
    const time = stored(row);
    return time === null ? null : timeOf(String(time));
  };
  return { ...column, value, sort: stored, csv: stored };
}

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
