import type { ReactNode } from 'react';
import classes from './scroller.module.css';

/** The number of rows shown at once. */
const MANY = 30;

interface Props {
  /** The number of rows. */
  count: number;
  label: string;
  children: ReactNode;
}

/** Contains rows. If there are many, it scrolls, also by keyboard. */
export function Scroller({ count, label, children }: Props) {
  const isLong = count > MANY;
  const scrolls = isLong && { tabIndex: 0, role: 'group', 'aria-label': label };
  return (
    <div className={classes.scroller} data-long={isLong || undefined} {...scrolls}>
      {children}
    </div>
  );
}
