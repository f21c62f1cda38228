import type { ReactNode } from 'react';
import classes from './layout.module.css';

/** One white card for each task. */
export function Card({ children }: { children: ReactNode }) {
  return <div className={classes.card}>{children}</div>;
}
