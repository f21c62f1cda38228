import type { ComponentProps, ReactNode } from 'react';
import classes from './iconButton.module.css';

interface Props extends ComponentProps<'button'> {
  /** The accessible name. */
  name: string;
  icon: ReactNode;
  isDanger?: boolean;
}

/**
 * A plain button. A table page has hundreds of them, and using a library component for each takes a third of its time.
 */
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
