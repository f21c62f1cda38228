import type { ReactNode, Ref } from 'react';
import classes from './layout.module.css';

interface Props {
  ref?: Ref<HTMLDivElement>;
  children: ReactNode;
}

/** One white card for each task. */
export function Card({ ref, children }: Props) {
  return (
    <div ref={ref} className={classes.card}>
      {children}
    </div>
  );
}
