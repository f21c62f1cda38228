import { IconMessage } from '@tabler/icons-react';
import type { ReportRow } from '../../contract/report.ts';
import { TipButton } from '../popups/TipButton.tsx';
import type { Column } from '../table/column.ts';
import { commentsOf } from './comments.ts';

interface Span {
  term: { termLetterYear: string } | null | undefined;
  code: string | null | undefined;
}

/** The quarter label; a code that is not mapped as it is. */
const quarter = ({ term, code }: Span) => term?.termLetterYear ?? code ?? null;

/** Spec 3: 'active' where there is no end. Ordered by term, without an end last. */
const startOf = ({ major }: ReportRow): Span => ({ term: major.startTerm, code: major.startTermYyyyst });
const endOf = ({ major }: ReportRow): Span => ({ term: major.endTerm, code: major.endTermYyyyst });
const degreeStartOf = ({ degree }: ReportRow): Span => ({
  term: degree?.startTerm,
  code: degree?.degreeStartTermYyyyst,
});
const degreeEndOf = ({ degree }: ReportRow): Span => ({
  term: degree?.endTerm,
  code: degree?.degreeEndTermYyyyst,
});

const flag = (value: boolean | null | undefined) => (value == null ? '-' : value ? 'Yes' : 'No');

const time = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' });
const timeOf = (iso: string | undefined) => (iso ? time.format(new Date(iso)) : null);

const commentsCell = (row: ReportRow) => {
  const text = commentsOf(row);
  return text && <TipButton name="Comments" tip={text} icon={<IconMessage size={18} />} />;
};

export const defaultColumns: readonly Column<ReportRow>[] = [
  { id: 'school.schoolCode', header: 'Sch Code', value: ({ school }) => school?.schoolCode ?? null },
  { id: 'major.majorSegment', header: 'UGM', value: ({ major }) => major.majorSegment },
  { id: 'major.majorCode', header: 'Maj Code', value: ({ major }) => major.majorCode },
  { id: 'major.title20', header: 'Maj Title', value: ({ major }) => major.title20 },
  {
    id: 'major.startTermYyyyst',
    header: 'Maj Start Qtr',
    value: (row) => quarter(startOf(row)),
    sort: (row) => startOf(row).code ?? null,
  },
  {
    id: 'major.endTermYyyyst',
    header: 'Maj End Qtr',
    value: (row) => quarter(endOf(row)) ?? 'active',
    sort: (row) => endOf(row).code ?? null,
  },
  { id: 'degree.degreeAwarded', header: 'Deg Awarded', value: ({ degree }) => degree?.degreeAwarded ?? null },
  { id: 'degree.degreeTitleRc', header: 'Deg Title', value: ({ degree }) => degree?.degreeTitleRc ?? null },
  {
    id: 'degree.degreeStartTermYyyyst',
    header: 'Deg Start Qtr',
    value: (row) => quarter(degreeStartOf(row)),
    sort: (row) => degreeStartOf(row).code ?? null,
  },
  {
    id: 'degree.degreeEndTermYyyyst',
    header: 'Deg End Qtr',
    // A major without a degree has no active degree either.
    value: (row) => quarter(degreeEndOf(row)) ?? (row.degree ? 'active' : null),
    sort: (row) => degreeEndOf(row).code ?? null,
  },
];

export const extendedColumns: readonly Column<ReportRow>[] = [
  ...defaultColumns,
  { id: 'major.campusIndicator', header: 'GH', value: ({ major }) => major.campusIndicator },
  { id: 'major.sortCode', header: 'Sort Code', value: ({ major }) => major.sortCode },
  {
    id: 'major.academicYearApproved',
    header: 'Acad Yr Appr',
    value: ({ major }) => major.academicYearApproved,
  },
  { id: 'major.title7', header: 'Maj Title 7', value: ({ major }) => major.title7 },
  { id: 'major.titleLong', header: 'Maj Title Long', value: ({ major }) => major.titleLong },
  { id: 'department.title7', header: 'Dept Title 7', value: ({ department }) => department?.title7 ?? null },
  { id: 'department.title', header: 'Dept Title 40', value: ({ department }) => department?.title ?? null },
  { id: 'major.ucDiscipline', header: 'UC Disc', value: ({ major }) => major.ucDiscipline },
  { id: 'major.cipCode', header: 'CIP', value: ({ major }) => major.cipCode },
  {
    id: 'degree.degreeTitleAbbr',
    header: 'Deg Title Abbr',
    value: ({ degree }) => degree?.degreeTitleAbbr ?? null,
  },
  { id: 'major.majorUciNetId', header: 'Maj UCInetID', value: ({ major }) => major.majorUciNetId },
  {
    id: 'major.lastModified',
    header: 'Maj Last Modified',
    value: ({ major }) => timeOf(major.lastModified),
    sort: ({ major }) => major.lastModified,
  },
  {
    id: 'degree.degreeUciNetId',
    header: 'Deg UCInetID',
    value: ({ degree }) => degree?.degreeUciNetId ?? null,
  },
  {
    id: 'degree.lastModified',
    header: 'Deg Last Modified',
    value: ({ degree }) => timeOf(degree?.lastModified),
    sort: ({ degree }) => degree?.lastModified ?? null,
  },
  {
    id: 'degree.programCredLevel',
    header: 'Prog Cred Lvl',
    value: ({ degree }) => degree?.programCredLevel ?? null,
  },
  {
    id: 'majorDegree.programLengthYrs',
    header: 'Prog Lgth Yrs',
    value: ({ majorDegree }) => majorDegree?.programLengthYrs ?? null,
  },
  {
    id: 'majorDegree.programLengthQtrs',
    header: 'Prog Lgth Qtrs',
    value: ({ majorDegree }) => majorDegree?.programLengthQtrs ?? null,
  },
  {
    id: 'majorDegree.acadYrInstrWks',
    header: 'Instr Wks Per Acad Yr',
    value: ({ majorDegree }) => majorDegree?.acadYrInstrWks ?? null,
  },
  {
    id: 'majorDegree.specProgIndctr',
    header: 'Spec Prog Indicator',
    value: ({ majorDegree }) => majorDegree?.specProgIndctr ?? null,
  },
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
  { id: 'comments', header: 'Comments', value: commentsOf, cell: commentsCell },
];
