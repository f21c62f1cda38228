import { Checkbox } from '@mantine/core';
import { createContext, use } from 'react';
import { Outcome } from './Outcome.tsx';
import classes from './proposal.module.css';
import type { Line } from './proposalLines.ts';

interface SelectedRows {
  /** The indexes of the selected rows. */
  indexes: ReadonlySet<number>;
  toggle: (line: Line) => void;
}

// A context, because columns that depend on the selection would rebuild the whole table.
export const SelectedRows = createContext<SelectedRows>({ indexes: new Set(), toggle: () => {} });

/** Selects a row of a proposal to save. A row with errors cannot be selected. */
export function RowCheckbox({ line }: { line: Line }) {
  const { indexes, toggle } = use(SelectedRows);
  const { shown, name } = line;
  return (
    <Checkbox
      className={classes.rowChoice}
      label={<Outcome row={shown} />}
      aria-label={name}
      checked={indexes.has(shown.index)}
      disabled={shown.outcome === 'refused'}
      onChange={() => toggle(line)}
    />
  );
}
