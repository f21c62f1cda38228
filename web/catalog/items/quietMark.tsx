import type { Column } from '../../ui/table/column.ts';

/**
 * The columns of a table whose muted rows are not in effect. A screen reader reads this at the first column, because any
 * columns may be shown. As for an end, it is not part of the text.
 */
export const withQuietMark = <Row,>(
  columns: readonly Column<Row>[],
  isQuiet: (row: Row) => boolean,
): Column<Row>[] =>
  columns.map((column, at) =>
    at > 0
      ? column
      : {
          ...column,
          mark: (row) =>
            isQuiet(row) ? (
              <>
                {column.mark?.(row)}
                <span role="img" aria-label="Not in effect" />
              </>
            ) : (
              column.mark?.(row)
            ),
        },
  );
