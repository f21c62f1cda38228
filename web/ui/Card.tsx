import type { ReactNode, Ref } from 'react';
import classes from './card.module.css';

interface Props {
  ref?: Ref<HTMLDivElement>;
  children: ReactNode;
}

/** A white card. Each task of a screen has its own card. */
export function Card({ ref, children }: Props) {
  return (
    <div ref={ref} className={classes.card}>
      {children}
    </div>
  );
}
