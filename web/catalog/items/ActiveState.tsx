import type { ReactNode } from 'react';
import type { Moment } from '../../../contract/spans.ts';
import { hasPassed } from '../../terms/runningTerm.ts';
import type { Column } from '../../ui/table/column.ts';
import classes from './items.module.css';

interface Props {
  active: boolean;
  /** 'Ended F15' if the end has passed, whatever the flag is. Real data has items that are active and ended. */
  ended: string | null;
}

/** The stored Active flag, followed by the end if it has passed. */
export function ActiveState({ active, ended }: Props) {
  return (
    <>
      <span className={active ? classes.yes : classes.no}>{active ? 'Yes' : 'No'}</span>
      {ended && <span className={active ? classes.ended : classes.no}>{ended}</span>}
    </>
  );
}

/**
 * Marks an end that has passed. The style sheet draws the word, so that the cell's text, which may be copied, remains the
 * column's.
 */
export const endedMark = (end: Moment | null): ReactNode =>
  hasPassed(end) && <span className={classes.mark} role="img" aria-label="Ended" />;

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
