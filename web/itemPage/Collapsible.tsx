import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { usePrinting } from '../lib/usePrinting.ts';
import classes from './itemPage.module.css';

/** The rows that are not in effect as of the term, collapsed behind a button, except on paper. `count` is their number. */
export function Collapsible({ of, count, children }: { of: string; count: number; children: ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  const isPrinting = usePrinting() !== null;
  const text = isOpen ? 'Hide' : `Show ${count.toLocaleString('en-US')} not in effect`;
  return (
    <>
      <Button
        className={classes.collapsible}
        variant="subtle"
        size="compact-sm"
        aria-expanded={isOpen}
        aria-label={isOpen ? `Hide ${of} not in effect` : `${text}: ${of}`}
        onClick={() => setOpen(!isOpen)}
      >
        {text}
      </Button>
      {isPrinting && (
        <h3>
          <span>{of}</span> not in effect
        </h3>
      )}
      {(isOpen || isPrinting) && children}
    </>
  );
}
