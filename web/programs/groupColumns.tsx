import { IconChevronRight, IconCirclePlus, IconCircleX, IconPencil } from '@tabler/icons-react';
import type { ProgramGroup } from '../../contract/programs.ts';
import { IconButton } from '../ui/buttons/IconButton.tsx';
import { type Column, fieldColumn } from '../ui/table/column.ts';
import type { SecondaryColumn } from '../ui/table/SecondaryRow.tsx';
import { ProgramList } from './ProgramList.tsx';
import classes from './programs.module.css';
import { type Change, changeText, levelText, programText, titleText } from './programTexts.ts';

/** A row of the table. It shows its programs while it is open. */
export interface GroupRow extends ProgramGroup {
  isOpen: boolean;
}

/** Identifies a group. */
export const keyOf = ({ cipCode, programCredLevel }: ProgramGroup) => `${cipCode} ${programCredLevel}`;

const icons: Readonly<Record<Change, typeof IconPencil>> = {
  new: IconCirclePlus,
  ended: IconCircleX,
  changed: IconPencil,
};

function ChangeCell({ group }: { group: ProgramGroup }) {
  const { change } = group;
  if (change === null) return null;
  const Icon = icons[change];
  return (
    <span className={classes.change} data-kind={change}>
      <Icon size={16} aria-hidden />
      <span>{changeText(group)}</span>
    </span>
  );
}

/** The columns without an earlier term. */
export const plainColumns: readonly Column<GroupRow>[] = [
  fieldColumn('cipCode', 'CIP Code'),
  { id: 'cipTitle', header: 'CIP Title', value: titleText, sort: ({ cipTitle }) => cipTitle },
  {
    id: 'programCredLevel',
    header: 'Credential Level',
    value: levelText,
    sort: ({ programCredLevel }) => programCredLevel,
  },
  { id: 'awards', header: 'Awards', value: ({ awards }) => awards.join(', ') },
  { id: 'programs', header: 'Programs', value: ({ programs }) => programs.length },
];

const changeColumn: Column<GroupRow> = {
  id: 'change',
  header: 'Change',
  value: changeText,
  cell: (group) => <ChangeCell group={group} />,
};

export const allColumns: readonly Column<GroupRow>[] = [...plainColumns, changeColumn];

/** The columns on a phone: code and title, below them the others in words. */
export const cards: readonly Column<GroupRow>[] = [
  ...plainColumns.slice(0, 2),
  {
    id: 'facts',
    header: 'Facts',
    value: (group) =>
      [levelText(group), group.awards.join(', '), countText(group)].filter(Boolean).join(' · '),
    sort: false,
  },
  changeColumn,
];

const countText = ({ programs }: ProgramGroup) =>
  `${programs.length} ${programs.length === 1 ? 'program' : 'programs'}`;

/** The column of the button that opens a group. An ended group has nothing to open. */
export const openColumn = (onOpen: (group: GroupRow) => void): Column<GroupRow> => ({
  id: 'open',
  header: 'Open',
  value: () => null,
  sort: false,
  csv: false,
  cell: (group) =>
    group.programs.length > 0 && (
      <span className={classes.opener}>
        <IconButton
          name={`${countText(group)} of ${[group.cipCode ?? titleText(group), levelText(group)].filter(Boolean).join(', ')}`}
          icon={<IconChevronRight size={18} aria-hidden />}
          aria-expanded={group.isOpen}
          onClick={() => onOpen(group)}
        />
      </span>
    ),
});

/** The programs of a group below its row. They are always searched and printed. */
export const programsColumn: SecondaryColumn<GroupRow> = {
  id: 'list',
  header: 'Majors and Degrees',
  value: ({ programs }) =>
    programs.map((program) => [program.label, programText(program)].filter(Boolean).join(': ')).join('; '),
  isOpen: ({ isOpen }) => isOpen,
  cell: ({ programs }) => <ProgramList programs={programs} />,
};
