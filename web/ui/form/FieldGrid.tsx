import type { ReactNode } from 'react';
import classes from './form.module.css';

/** Lays out fields in four columns, or two on a phone. A field's `span` is the number of columns that it takes. */
export function FieldGrid({ children }: { children: ReactNode }) {
  return <div className={classes.grid}>{children}</div>;
}

/** Checkboxes in a row. */
export function Flags({ children }: { children: ReactNode }) {
  return <div className={classes.flags}>{children}</div>;
}

/** Content other than a field, across all columns. */
export function Across({ children }: { children: ReactNode }) {
  return <div className={classes.across}>{children}</div>;
}
