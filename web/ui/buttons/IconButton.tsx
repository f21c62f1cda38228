import type { ComponentProps, ReactNode } from 'react';
import classes from './iconButton.module.css';

interface Props extends ComponentProps<'button'> {
  /** The accessible name. */
  name: string;
  icon: ReactNode;
  isDanger?: boolean;
}

/** A plain button. A table page has hundreds of them, and library components would take a third of its rendering time. */
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
