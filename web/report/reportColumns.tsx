import { IconMessage } from '@tabler/icons-react';
import type { ReportRow } from '../../contract/report.ts';
import { ofPart, partColumns, programColumns } from '../catalog/items/otherColumns.tsx';
import { degreeReport } from '../catalog/kinds/degree.tsx';
import { departmentReport } from '../catalog/kinds/department.tsx';
import { itemViews } from '../catalog/kinds/kinds.ts';
import { majorReport } from '../catalog/kinds/major.tsx';
import { programReport } from '../catalog/kinds/relationship.tsx';
import { schoolReport } from '../catalog/kinds/school.tsx';
import type { Quarter } from '../terms/lookups.ts';
import { TipButton } from '../ui/popups/TipButton.tsx';
import type { Column } from '../ui/table/column.ts';
import { commentsOf } from './comments.ts';

const commentsCell = (row: ReportRow) => {
  const text = commentsOf(row);
  return text && <TipButton name="Comments" tip={text} icon={<IconMessage size={18} />} />;
};

/** The codes that identify the row stay visible. */
const pinned: Readonly<Record<string, Column<ReportRow>['isPinned']>> = {
  'school.schoolCode': 'left',
  'major.majorSegment': 'left',
  'major.majorCode': 'edge',
};

/** In the order of spec 3. */
export const defaultColumns: readonly Column<ReportRow>[] = [
  ...schoolReport.first,
  ...majorReport.first,
  ...degreeReport.first,
].map((column) => ({ ...column, isPinned: pinned[column.id] }));

export const extendedColumns: readonly Column<ReportRow>[] = [
  ...defaultColumns,
  ...majorReport.titles,
  ...departmentReport.titles,
  ...majorReport.codes,
  ...degreeReport.titles,
  ...majorReport.saved,
  ...degreeReport.saved,
  ...degreeReport.codes,
  ...programReport.all,
  { id: 'comments', header: 'Comments', value: commentsOf, cell: commentsCell },
];

/**
 * All columns that can be chosen (contract 11): those of the specification, then every other field of the extended data.
 */
export function allColumns(quarter: Quarter): readonly Column<ReportRow>[] {
  const fields: Column<ReportRow>[] = [
    ...partColumns(itemViews.school, 'Sch', quarter),
    ...partColumns(itemViews.major, 'Maj', quarter),
    ...partColumns(itemViews.degree, 'Deg', quarter),
    ...partColumns(itemViews.department, 'Dept', quarter),
    ...programColumns(quarter).map((column) => ofPart('majorDegree', 'Prog', column)),
  ];
  const listed = new Set(extendedColumns.map(({ id }) => id));
  return [...extendedColumns, ...fields.filter(({ id }) => !listed.has(id))];
}
