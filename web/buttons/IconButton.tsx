import type { ComponentProps, ReactNode } from 'react';
import classes from './iconButton.module.css';

interface Props extends ComponentProps<'button'> {
  /** What the button is called. */
  name: string;
  icon: ReactNode;
  isDanger?: boolean;
}

/** Plain: a page of a table has hundreds of them, and a component of the library for each takes a third of its time. */
export function IconButton({ name, icon, isDanger, ...others }: Props) {
  return (
    <button
      type="button"
      className={classes.button}
      data-danger={isDanger || undefined}
      aria-label={name}
      {...others}
    >
      {icon}
    </button>
  );
}
