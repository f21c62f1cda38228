import { useQuery } from '@tanstack/react-query';
import { type MouseEvent, useMemo } from 'react';
import { Link } from 'react-router';
import { restrictsNothing } from '../../contract/fields.ts';
import type { Major } from '../../contract/major.ts';
import { NONE, type ReportFilter } from '../../contract/report.ts';
import { majorsQuery } from '../lib/queries.ts';
import { useUrlParams } from '../lib/searchParams.ts';
import { useQuarter } from '../terms/lookups.ts';
import { hasPassed } from '../terms/runningTerm.ts';
import chip from '../ui/buttons/chip.module.css';
import { changedNames, writeFilter } from './filterUrl.ts';
import classes from './report.module.css';
import { isLaterToday } from './untilNow.ts';

type Question = [name: string, filter: Partial<ReportFilter>];

interface Props {
  /** The filters of the form, run or not. */
  values: ReportFilter;
  /** Runs the report with these filters. */
  onStart: (values: ReportFilter) => void;
}

/**
 * Questions to start from, before any report is run. Each is a link whose URL runs it. It adds to the filters that the user
 * has set, and is not offered if it would replace one.
 */
export function StartingPoints({ values, onStart }: Props) {
  const { params } = useUrlParams();
  const { data } = useQuery(majorsQuery);
  const quarter = useQuarter();
  const lastEnd = useMemo(() => lastEndOf(data ?? []), [data]);
  const questions: Question[] = [
    ['Active undergraduate', { ...active, underGraduate: true, graduate: false }],
    ['Active graduate', { ...active, graduate: true, underGraduate: false }],
    ['Inactive', { majorInactive: true, majorActive: false }],
    ['Without a school', { schoolCode: NONE }],
    ['Without a degree', { degreeListAwarded: [NONE] }],
  ];
  if (lastEnd) questions.push([`Ended in ${quarter(lastEnd)}`, { majorEndTermYyyyst: lastEnd }]);
  const offered = questions.filter(([, filter]) => isFree(values, filter));
  if (offered.length === 0) return null;
  return (
    <nav className={classes.starts} aria-label="Majors to start from">
      <p>Start from majors:</p>
      <ul>
        {offered.map(([name, filter]) => {
          const next = { ...values, ...filter };
          const start = (event: MouseEvent) => {
            // The browser opens it in another tab or window.
            if (event.ctrlKey || event.metaKey || event.shiftKey) return;
            event.preventDefault();
            onStart(next);
          };
          return (
            <li key={name}>
              <Link className={chip.chip} to={{ search: urlOf(params, next) }} onClick={start}>
                {name}
              </Link>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}

const active = { majorActive: true, majorInactive: false };

/** Whether each filter of a question is at its default, or has the value of the question. */
const isFree = (values: ReportFilter, filter: Partial<ReportFilter>): boolean =>
  changedNames({ ...values, ...filter }, values).every(
    (name) => values[name] === true || restrictsNothing(values[name]),
  );

/** The latest end that has passed. */
const lastEndOf = (majors: readonly Major[]): string | undefined =>
  majors
    .flatMap(({ endTermYyyyst }) => (endTermYyyyst && hasPassed(endTermYyyyst) ? [endTermYyyyst] : []))
    .toSorted()
    .at(-1);

function urlOf(params: URLSearchParams, values: ReportFilter): string {
  const url = new URLSearchParams(params);
  // A report of today is one of now. The server does not know the end of today yet.
  writeFilter(url, isLaterToday(values.knownAt) ? { ...values, knownAt: null } : values);
  return url.toString();
}
