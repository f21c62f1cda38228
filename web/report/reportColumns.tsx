import { IconMessage } from '@tabler/icons-react';
import type { ReportRow } from '../../contract/report.ts';
import { degreeReport } from '../catalog/kinds/degree.tsx';
import { departmentReport } from '../catalog/kinds/department.tsx';
import { majorReport } from '../catalog/kinds/major.tsx';
import { programReport } from '../catalog/kinds/relationship.tsx';
import { schoolReport } from '../catalog/kinds/school.tsx';
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
