import { type ReactNode, useState } from 'react';
import { ShowMore } from '../history/ShowMore.tsx';
import { usePrinting } from '../lib/usePrinting.ts';
import { Card } from '../ui/Card.tsx';
import classes from './differences.module.css';

/** The number of lines shown at first. */
const SHOWN = 100;

interface PartProps {
  title: string;
  count: number;
  children: ReactNode;
}

/** A card of lines, with their count. */
export function Part({ title, count, children }: PartProps) {
  return (
    <Card>
      <section aria-label={title}>
        <h2 className={classes.title}>
          <span>{title}</span> {count > 0 && <small>{count.toLocaleString('en-US')}</small>}
        </h2>
        {count === 0 ? <p className={classes.none}>None</p> : children}
      </section>
    </Card>
  );
}

interface Props<Row> {
  title: string;
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  line: (row: Row) => ReactNode;
}

/** Lines of one kind: the first hundred, then more on demand. All are printed. */
export function DifferenceList<Row>({ title, rows, keyOf, line }: Props<Row>) {
  const [most, setMost] = useState(SHOWN);
  const isPrinting = usePrinting() !== null;
  if (rows.length === 0) return null;
  const rest = isPrinting ? 0 : rows.length - most;
  return (
    // Has the focus when the last lines are shown.
    <div tabIndex={-1} className={classes.group}>
      <h3>
        <span>{title}</span> · <span>{rows.length.toLocaleString('en-US')}</span>
      </h3>
      <ul className={classes.lines}>
        {(rest > 0 ? rows.slice(0, most) : rows).map((row) => (
          <li key={keyOf(row)}>{line(row)}</li>
        ))}
      </ul>
      {rest > 0 && (
        <ShowMore count={Math.min(SHOWN, rest)} isReading={false} onClick={() => setMost(most + SHOWN)} />
      )}
    </div>
  );
}
