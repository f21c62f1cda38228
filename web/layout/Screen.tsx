import type { ReactNode } from 'react';
import classes from './layout.module.css';

interface Props {
  heading: string;
  /** Shown next to the heading. */
  actions?: ReactNode;
  children: ReactNode;
}

/** A screen. The heading is also the window's title. */
export function Screen({ heading, actions, children }: Props) {
  return (
    <>
      <title>{`${heading} - Major/Degree Database`}</title>
      <div className={classes.heading}>
        <h1>{heading}</h1>
        {actions}
      </div>
      {children}
    </>
  );
}
