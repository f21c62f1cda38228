import { Button } from '@mantine/core';
import classes from './proposal.module.css';
import { existingText } from './proposalTexts.ts';

interface Props {
  kind: string;
  /** The names of the items that change. */
  names: readonly string[];
  /** The number of these that are selected. */
  selected: number;
  onSelect: (areSelected: boolean) => void;
  areOnlyTheseShown: boolean;
  onShowOnly: (isOn: boolean) => void;
}

/**
 * Names the items that an import changes although most of its rows are new: the file may have their codes by mistake. So these
 * rows are not selected at first.
 */
export function ExistingNote({ kind, names, selected, onSelect, areOnlyTheseShown, onShowOnly }: Props) {
  return (
    <div className={`${classes.notice} ${classes.existing}`}>
      <p>
        <span>{`${existingText(kind, names)}.`}</span> <b>{selectedText(names.length, selected)}</b>
      </p>
      <Button size="compact-sm" variant="default" onClick={() => onSelect(selected === 0)}>
        {selected === 0 ? `Select ${themText(names.length)}` : `Leave ${themText(names.length)} out`}
      </Button>
      <Button size="compact-sm" variant="default" onClick={() => onShowOnly(!areOnlyTheseShown)}>
        {areOnlyTheseShown ? 'Show all rows' : 'Show only changed rows'}
      </Button>
    </div>
  );
}

const themText = (count: number) => (count === 1 ? 'it' : 'them');

/** 'They are not selected.', 'One is selected.' */
function selectedText(count: number, selected: number): string {
  if (count === 1) return selected === 0 ? 'It is not selected.' : 'It is selected.';
  if (selected === 0) return 'They are not selected.';
  return selected === count ? 'They are selected.' : `${selected.toLocaleString('en-US')} of them selected.`;
}
