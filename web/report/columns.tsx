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
  { header: 'Sch Code', value: ({ school }) => school?.schoolCode ?? null },
  { header: 'UGM', value: ({ major }) => major.majorSegment },
  { header: 'Maj Code', value: ({ major }) => major.majorCode },
  { header: 'Maj Title', value: ({ major }) => major.title20 },
  {
    header: 'Maj Start Qtr',
    value: (row) => quarter(startOf(row)),
    sort: (row) => startOf(row).code ?? null,
  },
  {
    header: 'Maj End Qtr',
    value: (row) => quarter(endOf(row)) ?? 'active',
    sort: (row) => endOf(row).code ?? null,
  },
  { header: 'Deg Awarded', value: ({ degree }) => degree?.degreeAwarded ?? null },
  { header: 'Deg Title', value: ({ degree }) => degree?.degreeTitleRc ?? null },
  {
    header: 'Deg Start Qtr',
    value: (row) => quarter(degreeStartOf(row)),
    sort: (row) => degreeStartOf(row).code ?? null,
  },
  {
    header: 'Deg End Qtr',
    // A major without a degree has no active degree either.
    value: (row) => quarter(degreeEndOf(row)) ?? (row.degree ? 'active' : null),
    sort: (row) => degreeEndOf(row).code ?? null,
  },
];

export const extendedColumns: readonly Column<ReportRow>[] = [
  ...defaultColumns,
  { header: 'GH', value: ({ major }) => major.campusIndicator },
  { header: 'Sort Code', value: ({ major }) => major.sortCode },
  { header: 'Acad Yr Appr', value: ({ major }) => major.academicYearApproved },
  { header: 'Maj Title 7', value: ({ major }) => major.title7 },
  { header: 'Maj Title Long', value: ({ major }) => major.titleLong },
  { header: 'Dept Title 7', value: ({ department }) => department?.title7 ?? null },
  { header: 'Dept Title 40', value: ({ department }) => department?.title ?? null },
  { header: 'UC Disc', value: ({ major }) => major.ucDiscipline },
  { header: 'CIP', value: ({ major }) => major.cipCode },
  { header: 'Deg Title Abbr', value: ({ degree }) => degree?.degreeTitleAbbr ?? null },
  { header: 'Maj UCInetID', value: ({ major }) => major.majorUciNetId },
  {
    header: 'Maj Last Modified',
    value: ({ major }) => timeOf(major.lastModified),
    sort: ({ major }) => major.lastModified,
  },
  { header: 'Deg UCInetID', value: ({ degree }) => degree?.degreeUciNetId ?? null },
  {
    header: 'Deg Last Modified',
    value: ({ degree }) => timeOf(degree?.lastModified),
    sort: ({ degree }) => degree?.lastModified ?? null,
  },
  { header: 'Prog Cred Lvl', value: ({ degree }) => degree?.programCredLevel ?? null },
  { header: 'Prog Lgth Yrs', value: ({ majorDegree }) => majorDegree?.programLengthYrs ?? null },
  { header: 'Prog Lgth Qtrs', value: ({ majorDegree }) => majorDegree?.programLengthQtrs ?? null },
  { header: 'Instr Wks Per Acad Yr', value: ({ majorDegree }) => majorDegree?.acadYrInstrWks ?? null },
  { header: 'Spec Prog Indicator', value: ({ majorDegree }) => majorDegree?.specProgIndctr ?? null },
  { header: 'Term Prog', value: ({ majorDegree }) => flag(majorDegree?.terminalPgmFlag) },
  { header: 'Self Sup Prof Deg Prog', value: ({ majorDegree }) => flag(majorDegree?.selfSuppPgm) },
  { header: 'Prof Deg', value: ({ majorDegree }) => flag(majorDegree?.profDegreePgm) },
  { header: 'Comments', value: commentsOf, cell: commentsCell },
];
