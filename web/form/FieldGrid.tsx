import type { ReactNode } from 'react';
import classes from './form.module.css';

/** Fields in four columns, two on a phone; `span` says how many one takes. */
export function FieldGrid({ children }: { children: ReactNode }) {
  return <div className={classes.grid}>{children}</div>;
}

/** Flags side by side. */
export function Flags({ children }: { children: ReactNode }) {
  return <div className={classes.flags}>{children}</div>;
}
