import { Checkbox } from '@mantine/core';
import { createContext, use } from 'react';
import type { PreviewRow } from '../../contract/proposals.ts';
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

/** Whether a row changes something if it is selected. */
export const canSelect = ({ outcome }: PreviewRow): boolean => outcome !== 'refused' && outcome !== 'same';

/** Selects a row of a proposal to save. */
export function RowCheckbox({ line }: { line: Line }) {
  const { indexes, toggle } = use(SelectedRows);
  const { shown, name } = line;
  return (
    <Checkbox
      className={classes.rowChoice}
      label={<Outcome row={shown} />}
      aria-label={name}
      checked={canSelect(shown) && indexes.has(shown.index)}
      disabled={!canSelect(shown)}
      onChange={() => toggle(line)}
    />
  );
}
