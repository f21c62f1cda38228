import chip from '../ui/buttons/chip.module.css';
import classes from './programs.module.css';
import type { GroupChange } from './useGroupChange.ts';

interface Props extends Pick<GroupChange, 'chips' | 'choose'> {
  chosen: GroupChange['change'];
}

/** The number of groups of each change. A chip limits the table to its groups. */
export const ChangeChips = ({ chips, chosen, choose }: Props) => (
  <div role="group" aria-label="Show" className={classes.chips}>
    {chips.map(({ value, text, count }) => (
      <button
        key={text}
        type="button"
        className={chip.chip}
        aria-pressed={value === chosen}
        onClick={() => choose(value)}
      >
        <span>{text}</span> <b>{count.toLocaleString('en-US')}</b>
      </button>
    ))}
  </div>
);
