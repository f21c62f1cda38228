import { useEffect, useMemo, useState } from 'react';
import { isChanging } from '../lib/api.ts';
import { allRows, isSelected, type RowSelection, setRows } from './rowSelection.ts';

/**
 * The selected rows of a proposal. Rows that would change existing items by mistake (`doubtful`, by their IDs) are cleared as soon as
 * they are shown, also if they come to be such rows later: what the user has not confirmed is not overwritten.
 */
export function useConfirmedSelection(
  own: RowSelection | null,
  doubtful: readonly string[],
  onSelect: (next: RowSelection) => void,
) {
  // A restored selection was made with these rows in view.
  const [seen, setSeen] = useState(own ? doubtful : []);
  const selection = useMemo(() => {
    const known = new Set(seen);
    const appeared = doubtful.filter((id) => !known.has(id));
    return setRows(own ?? allRows, appeared, false);
  }, [own, doubtful, seen]);
  const isStored = doubtful.every((id) => isSelected(selection, id) === isSelected(own ?? allRows, id));
  useEffect(() => {
    if (!isStored) onSelect(selection);
  }, [isStored, selection, onSelect]);
  const select = (next: RowSelection) => {
    // The running save has the rows that were selected before.
    if (isChanging()) return;
    setSeen(doubtful);
    onSelect(next);
  };
  return { selection, select };
}
