import { IconAlertTriangle, IconBan, IconEqual, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import type { PreviewRow } from '../../contract/proposals.ts';
import classes from './proposal.module.css';
import { isWarned } from './proposal.ts';
import type { Group } from './proposalLines.ts';

const looks = {
  create: { text: 'New', Icon: IconPlus },
  update: { text: 'Changed', Icon: IconPencil },
  delete: { text: 'Deleted', Icon: IconTrash },
  warned: { text: 'To confirm', Icon: IconAlertTriangle },
  refused: { text: 'Refused', Icon: IconBan },
  same: { text: 'Same', Icon: IconEqual },
} as const satisfies Record<Group, object>;

export const groupText = (group: Group): string => looks[group].text;

/** What saving does with a row: 'Changed', or 'Changed, to confirm'. */
export const outcomeText = (row: PreviewRow): string =>
  `${groupText(row.outcome)}${isWarned(row) ? ', to confirm' : ''}`;

/** Marks what saving does with a row, or that it is to be confirmed first. */
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
  const { Icon } = looks[group];
  return <Icon size={14} aria-hidden />;
}
