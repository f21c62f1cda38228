import type { ReactNode } from 'react';
import classes from './layout.module.css';

interface Props {
  heading: string;
  /** What can be done here, beside the heading. */
  actions?: ReactNode;
  children: ReactNode;
}

/** A screen: its name in the window's title and as its heading. */
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
