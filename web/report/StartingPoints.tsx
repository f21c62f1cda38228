import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { Link } from 'react-router';
import type { Major } from '../../contract/major.ts';
import { NONE, type ReportFilter } from '../../contract/report.ts';
import { majorsQuery } from '../lib/queries.ts';
import { useUrlParams } from '../lib/searchParams.ts';
import { useQuarter } from '../terms/lookups.ts';
import { hasPassed } from '../terms/runningTerm.ts';
import chip from '../ui/buttons/chip.module.css';
import { readFilter, writeFilter } from './filterUrl.ts';
import classes from './report.module.css';

type Question = [name: string, filter: Partial<ReportFilter>];

interface Props {
  onStart: () => void;
}

/** Questions to start from, before any report is run. Each is a link whose URL runs it. */
export function StartingPoints({ onStart }: Props) {
  const { params } = useUrlParams();
  const { data } = useQuery(majorsQuery);
  const quarter = useQuarter();
  const lastEnd = useMemo(() => lastEndOf(data ?? []), [data]);
  const questions: Question[] = [
    ['Active undergraduate', { majorInactive: false, graduate: false }],
    ['Active graduate', { majorInactive: false, underGraduate: false }],
    ['Inactive', { majorActive: false }],
    ['Without a school', { schoolCode: NONE }],
    ['Without a degree', { degreeListAwarded: [NONE] }],
  ];
  if (lastEnd) questions.push([`Ended in ${quarter(lastEnd)}`, { majorEndTermYyyyst: lastEnd }]);
  return (
    <nav className={classes.starts} aria-label="Majors to start from">
      <p>Start from majors:</p>
      <ul>
        {questions.map(([name, filter]) => (
          <li key={name}>
            <Link className={chip.chip} to={{ search: urlOf(params, filter) }} onClick={onStart}>
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** The latest end that has passed. */
const lastEndOf = (majors: readonly Major[]): string | undefined =>
  majors
    .flatMap(({ endTermYyyyst }) => (endTermYyyyst && hasPassed(endTermYyyyst) ? [endTermYyyyst] : []))
    .toSorted()
    .at(-1);

function urlOf(params: URLSearchParams, filter: Partial<ReportFilter>): string {
  const url = new URLSearchParams(params);
  // Keeps the point in time. The question determines all other filters.
  const { asOfTerm, knownAt } = readFilter(params);
  writeFilter(url, { ...readFilter(new URLSearchParams()), asOfTerm, knownAt, ...filter });
  return url.toString();
}
