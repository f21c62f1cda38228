import { IconCirclePlus, IconCircleX, IconPencil } from '@tabler/icons-react';
import type { Change } from '../../contract/columns/columnsOfPrograms.ts';
import classes from './programs.module.css';

const icons: Readonly<Record<Change, typeof IconPencil>> = {
  new: IconCirclePlus,
  ended: IconCircleX,
  changed: IconPencil,
};

/** The change of a group or of a program, as an icon and in words. Nothing without a change. */
export function ChangeMark({ change, text }: { change: Change | null; text: string | null }) {
  if (change === null) return null;
  const Icon = icons[change];
  return (
    <span className={classes.change} data-kind={change}>
      <Icon size={16} aria-hidden />
      <span>{text}</span>
    </span>
  );
}
