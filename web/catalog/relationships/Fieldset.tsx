import type { ReactNode } from 'react';
import classes from './relationship.module.css';

/** A fieldset of the relationship screen. */
export function Fieldset({ legend, children }: { legend: string; children: ReactNode }) {
  return (
    <fieldset className={classes.part}>
      <legend>{legend}</legend>
      {children}
    </fieldset>
  );
}
