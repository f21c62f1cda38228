import { Checkbox } from '@mantine/core';
import { isChanging } from '../lib/api.ts';
import { allRows, noRows, type RowSelection } from './rowSelection.ts';

interface Props {
  /** 'All 15 rows'. */
  label: string;
  /** The numbers of rows, and of selected rows. */
  count: number;
  selected: number;
  onSelect: (next: RowSelection) => void;
}

/** Selects all rows, or none. */
export function AllRows({ label, count, selected, onSelect }: Props) {
  const areAll = selected === count;
  return (
    <Checkbox
      label={label}
      checked={areAll}
      indeterminate={selected > 0 && !areAll}
      // The running save has the rows that were selected before.
      onChange={() => isChanging() || onSelect(areAll ? noRows : allRows)}
    />
  );
}
