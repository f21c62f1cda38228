import type { ReactNode } from 'react';
import type { Moment } from '../../../contract/spans.ts';
import { hasPassed } from '../../terms/runningTerm.ts';
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
