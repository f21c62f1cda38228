import { isWarned } from './proposal.ts';
import { type Line, lineId } from './proposalLines.ts';
import { isSelected, type RowSelection } from './rowSelection.ts';

/** The rows with warnings that the user has selected. */
export interface Confirmed {
  /** All, also those that the server does not identify. */
  isAll: boolean;
  indexes: ReadonlySet<number>;
}

export const noneConfirmed: Confirmed = { isAll: false, indexes: new Set() };

/** The indexes of the rows to save: those that are selected, and those with confirmed warnings. None has errors. */
export function selectedIndexes(
  lines: readonly Line[],
  selection: RowSelection,
  { isAll, indexes }: Confirmed,
): ReadonlySet<number> {
  return new Set(
    lines
      .filter((line) => {
        const { shown } = line;
        if (shown.outcome === 'refused') return false;
        if (isWarned(shown)) return isAll || indexes.has(shown.index);
        return isSelected(selection, lineId(line));
      })
      .map(({ shown }) => shown.index),
  );
}
