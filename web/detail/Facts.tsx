import type { ReactNode } from 'react';
import { textOf, type Value } from '../table/column.ts';
import classes from './detail.module.css';

/** Names and values of an item, in as many columns as there is room for. */
export function Facts({ children }: { children: ReactNode }) {
  return <dl className={classes.facts}>{children}</dl>;
}

interface Props {
  label: string;
  value: Value;
  /** How the value looks, where it has a look of its own. */
  children?: ReactNode;
}

export function Fact({ label, value, children }: Props) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children ?? (textOf(value) || <span className={classes.none}>None</span>)}</dd>
    </div>
  );
}
