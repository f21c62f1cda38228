import type { ReactNode } from 'react';
import classes from './scroller.module.css';

/** How many rows are shown at once. */
const MANY = 30;

interface Props {
  /** Of the rows. */
  count: number;
  label: string;
  children: ReactNode;
}

/** Holds rows, of which more than fit scroll, also by keyboard. */
export function Scroller({ count, label, children }: Props) {
  const isLong = count > MANY;
  const scrolls = isLong && { tabIndex: 0, role: 'group', 'aria-label': label };
  return (
    <div className={classes.scroller} data-long={isLong || undefined} {...scrolls}>
      {children}
    </div>
  );
}
