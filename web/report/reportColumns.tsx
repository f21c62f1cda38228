import { IconMessage } from '@tabler/icons-react';
import { partPrefixes } from '../../contract/columns/columnsOfItems.ts';
import {
  commentsOf,
  defaultReportColumns,
  extendedReportColumns,
} from '../../contract/columns/columnsOfReport.ts';
import type { Quarter } from '../../contract/columns/quarters.ts';
import type { ReportRow } from '../../contract/report.ts';
import { endedMark } from '../catalog/items/ActiveState.tsx';
import { ofPart, partColumns, shownProgramColumns } from '../catalog/items/otherColumns.tsx';
import { itemViews } from '../catalog/kinds/kinds.ts';
import { itemPath } from '../lib/paths.ts';
import { TipButton } from '../ui/popups/TipButton.tsx';
import { type Column, shownAs } from '../ui/table/column.ts';

const commentsCell = (row: ReportRow) => {
  const text = commentsOf(row);
  return text && <TipButton name="Comments" tip={text} icon={<IconMessage size={18} />} />;
};

const majorPage = ({ major }: ReportRow) => itemPath('major', major.majorKey);
const departmentPage = ({ department }: ReportRow) =>
  department && itemPath('department', department.deptKey);

/** Links, marks, and what stays visible: the codes that identify the row. */
const looks: Parameters<typeof shownAs<ReportRow, string>>[1] = {
  'school.schoolCode': {
    to: ({ school }) => school && itemPath('school', school.schoolCode),
    isPinned: 'left',
  },
  'major.majorSegment': { isPinned: 'left' },
  'major.majorCode': { to: majorPage, isPinned: 'edge' },
  'major.title20': { to: majorPage },
  'major.endTermYyyyst': { mark: ({ major }) => endedMark(major.endTermYyyyst) },
  'degree.degreeTitleRc': { to: ({ degree }) => degree && itemPath('degree', degree.degreeKey) },
  'degree.degreeEndTermYyyyst': { mark: ({ degree }) => degree && endedMark(degree.degreeEndTermYyyyst) },
  'department.title7': { to: departmentPage },
  'department.title': { to: departmentPage },
  comments: { cell: commentsCell },
};

/** In the order of spec 3. */
export const defaultColumns: readonly Column<ReportRow>[] = shownAs(defaultReportColumns, looks);

export const extendedColumns: readonly Column<ReportRow>[] = shownAs(extendedReportColumns, looks);

/**
 * All columns that can be chosen (contract 11): those of the specification, then every other field of the extended data.
 */
export function allColumns(quarter: Quarter): readonly Column<ReportRow>[] {
  const fields: Column<ReportRow>[] = [
    ...partColumns(itemViews.school, quarter),
    ...partColumns(itemViews.major, quarter),
    ...partColumns(itemViews.degree, quarter),
    ...partColumns(itemViews.department, quarter),
    ...shownProgramColumns(quarter).map((column) => ofPart('majorDegree', partPrefixes.majorDegree, column)),
  ];
  const listed = new Set(extendedColumns.map(({ id }) => id));
  return [...extendedColumns, ...fields.filter(({ id }) => !listed.has(id))];
}
