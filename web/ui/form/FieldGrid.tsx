import { type ReactNode, use } from 'react';
import classes from './form.module.css';
import { OnlyField } from './onlyField.ts';

/**
 * Lays out fields in four columns, or two on a phone. A field's `span` is the number of columns that it takes. A field alone
 * is laid out by the surrounding element.
 */
export function FieldGrid({ children }: { children: ReactNode }) {
  return use(OnlyField) ? children : <div className={classes.grid}>{children}</div>;
}

/** Checkboxes in a row. */
export function Flags({ children }: { children: ReactNode }) {
  return use(OnlyField) ? children : <div className={classes.flags}>{children}</div>;
}

/** Content other than a field, across all columns. */
export function Across({ children }: { children: ReactNode }) {
  return <div className={classes.across}>{children}</div>;
}
