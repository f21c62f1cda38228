import { IconAlertTriangle, IconBan, IconEqual, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import type { PreviewRow } from '../../contract/proposals.ts';
import classes from './proposal.module.css';
import { isWarned } from './proposal.ts';
import type { Group } from './proposalLines.ts';

const displays = {
  create: { text: 'New', Icon: IconPlus },
  update: { text: 'Changed', Icon: IconPencil },
  delete: { text: 'Deleted', Icon: IconTrash },
  warned: { text: 'Warning', Icon: IconAlertTriangle },
  refused: { text: 'Error', Icon: IconBan },
  same: { text: 'Same', Icon: IconEqual },
} as const satisfies Record<Group, object>;

export const groupText = (group: Group): string => displays[group].text;

/** The effect of a save on a row: 'Changed', or 'Changed, with warnings'. */
export const outcomeText = (row: PreviewRow): string =>
  `${groupText(row.outcome)}${isWarned(row) ? ', with warnings' : ''}`;

/** Marks the effect of a save on a row, or that the row needs a confirmation. */
export function Outcome({ row }: { row: PreviewRow }) {
  const group = isWarned(row) ? 'warned' : row.outcome;
  return (
    <span className={classes.outcome} data-group={group}>
      <GroupIcon group={group} />
      <span>{groupText(group)}</span>
    </span>
  );
}

export function GroupIcon({ group }: { group: Group }) {
  const { Icon } = displays[group];
  return <Icon size={14} aria-hidden />;
}
