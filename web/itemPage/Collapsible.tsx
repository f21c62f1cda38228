import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { usePrinting } from '../lib/usePrinting.ts';
import classes from './itemPage.module.css';

/** What is not in effect as of the term, folded behind a button, but on paper. `count` says how much that is. */
export function Collapsible({ of, count, children }: { of: string; count: number; children: ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  const isPrinting = usePrinting() !== null;
  const text = isOpen ? 'Hide' : `Show ${count.toLocaleString('en-US')} not in effect`;
  return (
    <>
      <Button
        className={classes.fold}
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
