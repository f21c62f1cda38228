import type { PreviewCounts } from '../../contract/proposals.ts';
import chip from '../ui/buttons/chip.module.css';
import { GroupIcon, groupText } from './Outcome.tsx';
import classes from './proposal.module.css';
import { type Group, groups } from './proposalLines.ts';

interface Props {
  counts: PreviewCounts;
  chosen: ReadonlySet<Group>;
  onChoose: (chosen: ReadonlySet<Group>) => void;
}

/** The number of rows for each outcome. Each chip shows or hides its rows. */
export function OutcomeChips({ counts, chosen, onChoose }: Props) {
  const toggle = (group: Group) => {
    const next = new Set(chosen);
    if (!next.delete(group)) next.add(group);
    onChoose(next);
  };
  return (
    <div role="group" aria-label="Show" className={classes.chips}>
      <span aria-hidden>Show</span>
      {groups
        .filter((group) => counts[group] > 0)
        .map((group) => (
          <button
            key={group}
            type="button"
            className={`${chip.chip} ${classes.group}`}
            data-group={group}
            aria-pressed={chosen.has(group)}
            onClick={() => toggle(group)}
          >
            <GroupIcon group={group} />
            <span>{groupText(group)}</span> <b>{counts[group].toLocaleString('en-US')}</b>
          </button>
        ))}
    </div>
  );
}
