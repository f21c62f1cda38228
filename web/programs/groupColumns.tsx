import { IconChevronRight } from '@tabler/icons-react';
import { changeText, levelText } from '../../contract/columns/columnsOfPrograms.ts';
import { fieldColumn } from '../../contract/columns/dataColumn.ts';
import { counted } from '../lib/counted.ts';
import { IconButton } from '../ui/buttons/IconButton.tsx';
import type { Column } from '../ui/table/column.ts';
import type { SecondaryColumn } from '../ui/table/SecondaryRow.tsx';
import { ChangeMark } from './ChangeMark.tsx';
import type { ComparedGroup } from './compareGroups.ts';
import { ProgramList } from './ProgramList.tsx';
import classes from './programs.module.css';
import { markText, programText, titleText } from './programTexts.ts';

/** A row of the table. It shows its programs while it is open. */
export interface GroupRow extends ComparedGroup {
  isOpen: boolean;
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
  cell: (group) => <ChangeMark change={group.change} text={changeText(group)} />,
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

/** '2 programs', or '2 programs, 1 ended'. */
function countText({ programs, compared }: ComparedGroup): string {
  const ended = compared.filter(({ change }) => change === 'ended').length;
  return `${counted(programs.length, 'program')}${ended > 0 ? `, ${ended} ended` : ''}`;
}

/** The column of the button that opens a group. */
export const openColumn = (onOpen: (group: GroupRow) => void): Column<GroupRow> => ({
  id: 'open',
  header: 'Open',
  value: () => null,
  sort: false,
  csv: false,
  cell: (group) =>
    group.compared.length > 0 && (
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
  value: ({ compared }) =>
    compared
      .map((program) => {
        const mark = markText(program);
        const text = [program.label, programText(program)].filter(Boolean).join(': ');
        return mark === null ? text : `${text} (${mark})`;
      })
      .join('; '),
  isOpen: ({ isOpen }) => isOpen,
  cell: ({ compared }) => <ProgramList programs={compared} />,
};
