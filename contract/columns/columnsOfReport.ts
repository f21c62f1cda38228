import type { ReportRow } from '../report.ts';
import { reportPartColumns } from './columnsOfItems.ts';
import { type DataColumn, type FileColumn, partColumn, textOf } from './dataColumn.ts';
import { type Quarter, quarterOf } from './quarters.ts';

/** Spec 3: the comments of major, degree and school, each prefixed with its kind, separated by blank lines. */
export function commentsOf({ major, degree, school }: ReportRow): string {
  return [
    ['Major', major.comments],
    ['Degree', degree?.degreeComments],
    ['School', school?.comments],
  ]
    .flatMap(([name, text]) => (text ? [`${name}: ${text}`] : []))
    .join('\n\n');
}

const flag = (value: boolean | null | undefined) => (value == null ? '-' : value ? 'Yes' : 'No');

/** The columns of a report in the order of spec 3. A missing end is shown as 'active'. Sorted by term; a missing end comes last. */
export const defaultReportColumns: readonly DataColumn<ReportRow>[] = [
  partColumn('school', 'schoolCode', 'Sch Code'),
  partColumn('major', 'majorSegment', 'UGM'),
  partColumn('major', 'majorCode', 'Maj Code'),
  partColumn('major', 'title20', 'Maj Title'),
  {
    id: 'major.startTermYyyyst',
    header: 'Maj Start Qtr',
    value: ({ major }) => quarterOf(major.startTerm, major.startTermYyyyst),
    sort: ({ major }) => major.startTermYyyyst,
  },
  {
    id: 'major.endTermYyyyst',
    header: 'Maj End Qtr',
    value: ({ major }) => quarterOf(major.endTerm, major.endTermYyyyst) ?? 'active',
    sort: ({ major }) => major.endTermYyyyst,
  },
  partColumn('degree', 'degreeAwarded', 'Deg Awarded'),
  partColumn('degree', 'degreeTitleRc', 'Deg Title'),
  {
    id: 'degree.degreeStartTermYyyyst',
    header: 'Deg Start Qtr',
    value: ({ degree }) => degree && quarterOf(degree.startTerm, degree.degreeStartTermYyyyst),
    sort: ({ degree }) => degree && degree.degreeStartTermYyyyst,
  },
  {
    id: 'degree.degreeEndTermYyyyst',
    header: 'Deg End Qtr',
    // Empty for a major without a degree.
    value: ({ degree }) => degree && (quarterOf(degree.endTerm, degree.degreeEndTermYyyyst) ?? 'active'),
    sort: ({ degree }) => degree && degree.degreeEndTermYyyyst,
  },
];

const lastModifiedColumn = (part: 'major' | 'degree', header: string): DataColumn<ReportRow> => ({
  id: `${part}.lastModified`,
  header,
  value: ({ [part]: of }) => of && of.lastModified,
  isTime: true,
});

/** The columns with the extended data, in the order of spec 3. */
export const extendedReportColumns: readonly DataColumn<ReportRow>[] = [
  ...defaultReportColumns,
  partColumn('major', 'campusIndicator', 'GH'),
  partColumn('major', 'sortCode', 'Sort Code'),
  partColumn('major', 'academicYearApproved', 'Acad Yr Appr'),
  partColumn('major', 'title7', 'Maj Title 7'),
  partColumn('major', 'titleLong', 'Maj Title Long'),
  partColumn('department', 'title7', 'Dept Title 7'),
  partColumn('department', 'title', 'Dept Title 40'),
  partColumn('major', 'ucDiscipline', 'UC Disc'),
  partColumn('major', 'cipCode', 'CIP'),
  partColumn('degree', 'degreeTitleAbbr', 'Deg Title Abbr'),
  partColumn('major', 'majorUciNetId', 'Maj UCInetID'),
  lastModifiedColumn('major', 'Maj Last Modified'),
  partColumn('degree', 'degreeUciNetId', 'Deg UCInetID'),
  lastModifiedColumn('degree', 'Deg Last Modified'),
  partColumn('degree', 'programCredLevel', 'Prog Cred Lvl'),
  partColumn('majorDegree', 'programLengthYrs', 'Prog Lgth Yrs'),
  partColumn('majorDegree', 'programLengthQtrs', 'Prog Lgth Qtrs'),
  partColumn('majorDegree', 'acadYrInstrWks', 'Instr Wks Per Acad Yr'),
  partColumn('majorDegree', 'specProgIndctr', 'Spec Prog Indicator'),
  {
    id: 'majorDegree.terminalPgmFlag',
    header: 'Term Prog',
    value: ({ majorDegree }) => flag(majorDegree?.terminalPgmFlag),
  },
  {
    id: 'majorDegree.selfSuppPgm',
    header: 'Self Sup Prof Deg Prog',
    value: ({ majorDegree }) => flag(majorDegree?.selfSuppPgm),
  },
  {
    id: 'majorDegree.profDegreePgm',
    header: 'Prof Deg',
    value: ({ majorDegree }) => flag(majorDegree?.profDegreePgm),
  },
  { id: 'comments', header: 'Comments', value: commentsOf },
];

/**
 * All columns that can be chosen (contract 11): those of the specification, then every other field of the extended data.
 */
export function allReportColumns(quarter: Quarter): readonly DataColumn<ReportRow>[] {
  const listed = new Set(extendedReportColumns.map(({ id }) => id));
  return [...extendedReportColumns, ...reportPartColumns(quarter).filter(({ id }) => !listed.has(id))];
}

/** Identifies a row of the default columns: by school, major and degree. */
export const defaultKey = ({ school, major, degree }: ReportRow): string =>
  [school?.schoolCode, major.majorKey, degree?.degreeKey].join('/');

/** Identifies a row by what a file of these columns contains (contract 11). */
export const keyOfColumns =
  (columns: readonly FileColumn<ReportRow>[]) =>
  (row: ReportRow): string =>
    columns.map(({ read }) => textOf(read(row))).join('\0');
