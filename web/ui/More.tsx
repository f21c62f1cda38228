import { IconDots } from '@tabler/icons-react';
import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react';
import { IconButton } from './buttons/IconButton.tsx';
import classes from './more.module.css';

interface Props {
  /** The name of the button. */
  name: string;
  /** The width below which the controls are behind the button: 1200 px, or that of a phone. */
  below: 'wide' | 'phone';
  children: ReactNode;
}

/**
 * Controls that a wide screen shows, and a narrower one only after a click on ⋯. Must be in an element with
 * `data-toolbar`.
 */
export function More({ name, below, children }: Props) {
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  const onKeyDown = (event: KeyboardEvent) => {
    if (!isOpen || event.key !== 'Escape' || event.defaultPrevented) return;
    event.preventDefault();
    setOpen(false);
    button.current?.focus();
  };
  return (
    <>
      <span className={classes.button} data-below={below}>
        <IconButton
          ref={button}
          name={name}
          title={name}
          icon={<IconDots size={20} />}
          data-more
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
        />
      </span>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- only handles Escape */}
      <div
        id={id}
        className={classes.more}
        data-below={below}
        data-opened={isOpen || undefined}
        onKeyDown={onKeyDown}
      >
        {children}
      </div>
    </>
  );
}

/** Focuses an element or, if it is hidden, the button ⋯ of its toolbar. */
export function focusOrMore(id: string): void {
  const element = document.getElementById(id);
  const isVisible = element?.checkVisibility() ?? false;
  const target = isVisible ? element : element?.closest('[data-toolbar]')?.querySelector('[data-more]');
  (target as HTMLElement | null | undefined)?.focus();
}
