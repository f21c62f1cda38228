import { Button } from '@mantine/core';
import { useRef } from 'react';
import classes from './history.module.css';
import { useKeepFocus } from './useKeepFocus.ts';

interface Props {
  count: number;
  isReading: boolean;
  onClick: () => void;
}

/** 'Show 20 more'. It disappears when there is nothing left to show, and the focus stays nearby. */
export function ShowMore({ count, isReading, onClick }: Props) {
  const button = useRef<HTMLButtonElement>(null);
  useKeepFocus(button);
  return (
    <Button
      ref={button}
      variant="default"
      size="xs"
      className={classes.more}
      aria-busy={isReading}
      onClick={() => isReading || onClick()}
    >
      {/* In one box: the button's own would swallow the spaces. */}
      <span>
        Show <span>{count}</span> more
      </span>
    </Button>
  );
}
