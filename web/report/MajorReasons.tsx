import { queryOptions, useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { Major } from '../../contract/major.ts';
import type { ReportExclusions, ReportFilter, ReportRow } from '../../contract/report.ts';
import { labelOf } from '../catalog/items/itemView.ts';
import { degreeView } from '../catalog/kinds/degree.tsx';
import { majorView } from '../catalog/kinds/major.tsx';
import { request } from '../lib/api.ts';
import { counted } from '../lib/counted.ts';
import { itemPath } from '../lib/paths.ts';
import { useAsOf, withAsOf } from '../terms/asOf.ts';
import { useQuarter } from '../terms/lookups.ts';
import { exclusionTexts } from './exclusionTexts.ts';
import type { Chip } from './reportChips.ts';

/** A report that has been run, as its screen shows it. */
export interface ShownReport {
  /** Its filters as sent, and in words. */
  sent: ReportFilter;
  chips: readonly Chip[];
  /** All its rows, and one of those that are the same in the shown columns. */
  all: readonly ReportRow[];
  rows: readonly ReportRow[];
  /** When its rows were received. */
  at: number;
  /** Whether the user may open the pages of its items. */
  mayOpen: boolean;
}

interface Props {
  major: Major;
  report: ShownReport;
  /** The rows that the filter text leaves, and what clears it. */
  found: readonly ReportRow[];
  onClearText: () => void;
}

/** The maximum number of rows that are described. */
const MAX_SHOWN = 5;

const exclusionsQuery = (majorKey: number, { sent, at }: ShownReport) =>
  queryOptions({
    queryKey: ['exclusions', majorKey, sent, at],
    queryFn: ({ signal }) =>
      request<ReportExclusions>('POST', `/reports/exclusions/${majorKey}`, { body: sent, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });

/** Why a major is not among the rows of a report, or through which degrees and schools it is. */
export function MajorReasons({ major, report, found, onClearText }: Props) {
  const { sent, chips, all, rows, mayOpen } = report;
  const { majorKey } = major;
  const ofMajor = (row: ReportRow) => row.major.majorKey === majorKey;
  const own = all.filter(ofMajor);
  const { data } = useQuery({ ...exclusionsQuery(majorKey, report), enabled: own.length === 0 });
  const quarter = useQuarter();
  const { asOf } = useAsOf();
  const label = labelOf(majorView, own[0]?.major ?? data?.major ?? major);
  const name = mayOpen ? (
    <Link to={withAsOf(itemPath('major', majorKey), asOf)}>{label}</Link>
  ) : (
    <b>{label}</b>
  );
  if (own.length > 0) {
    const shown = rows.filter(ofMajor);
    const hidden = shown.filter((row) => !found.includes(row)).length;
    return (
      <>
        <p>
          <span translate="no">{name}</span>{' '}
          <span>
            {shown.length > 0
              ? `is in the report: ${counted(shown.length, 'row')}`
              : 'is in the report, in rows that the shown columns do not distinguish from others'}
          </span>
          {hidden > 0 && (
            <>
              <span>{`, of which the filter text hides ${hidden}`}</span>{' '}
              <button type="button" onClick={onClearText}>
                Clear the text
              </button>
            </>
          )}
        </p>
        <Sentences texts={[...new Set(own.map(rowText))]} />
      </>
    );
  }
  if (!data) return null;
  const { asOfTerm: term, schoolCode } = sent;
  const texts = exclusionTexts(data, { chips, term, schoolCode, quarter });
  return (
    <>
      <p>
        <span translate="no">{name}</span>{' '}
        <span>
          {texts.length > 0
            ? 'is not in the report:'
            : 'is in the report now: the data has changed since it was run. Run Report again.'}
        </span>
      </p>
      <Sentences texts={texts} />
    </>
  );
}

function Sentences({ texts }: { texts: readonly string[] }) {
  return (
    <ul>
      {texts.slice(0, MAX_SHOWN).map((text) => (
        <li key={text}>{text}</li>
      ))}
      {texts.length > MAX_SHOWN && <li>{`and ${texts.length - MAX_SHOWN} more`}</li>}
    </ul>
  );
}

/** The degree and the school through which a major is in the report. */
const rowText = ({ degree, school }: ReportRow) =>
  [
    degree ? labelOf(degreeView, degree) : 'No degree',
    school ? `school ${school.schoolCode}` : 'no school',
  ].join(', ');
