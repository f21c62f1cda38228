import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type Quarter, quartersOf } from '../../contract/columns/quarters.ts';
import type { Term } from '../../contract/lookups.ts';
import type { Major } from '../../contract/major.ts';
import { seasonOf } from '../../contract/runningTerm.ts';
import { inEffect, type Moment } from '../../contract/spans.ts';
import { awardTypesQuery, departmentsQuery, majorsQuery, schoolsQuery, termsQuery } from '../lib/queries.ts';
import type { Option } from '../ui/form/options.ts';
import { runningTerm } from './runningTerm.ts';

/** The dropdown options of spec 9, from the lists that the application loads at startup (departments: on first use). */

/** Found by quarter, season, year and code: 'F19', 'fall', 'fall 19', '2019', '201992'; those near the running term first. */
export function useTermOptions(): Option[] {
  const { data } = useQuery(termsQuery);
  return useMemo(() => termOptions(data ?? [], runningTerm), [data]);
}

/** Without a running term, all terms are equally far. */
export function termOptions(terms: readonly Term[], running: string): Option[] {
  const codes = terms.map(({ termYyyyst }) => termYyyyst).toSorted();
  const now = codes.findLastIndex((code) => code <= running);
  return terms.map(({ termYyyyst, termLetterYear }) => ({
    value: termYyyyst,
    label: termLetterYear,
    also: namesOf(termYyyyst),
    ...(now >= 0 && { far: Math.abs(codes.indexOf(termYyyyst) - now) }),
  }));
}

function namesOf(termYyyyst: string): string[] {
  const [season, year] = [seasonOf(termYyyyst) ?? '', termYyyyst.slice(0, 4)];
  return [`${season} ${year}`, `${season} ${year.slice(2)}`, termYyyyst];
}

export function useAwardOptions(): Option[] {
  const { data } = useQuery(awardTypesQuery);
  return useMemo(
    () => (data ?? []).map(({ degreeShort }) => ({ value: degreeShort, label: degreeShort })),
    [data],
  );
}

/**
 * Code and title. Only active schools are offered. Also found by the short title. As of a term, schools that are not in
 * effect then are marked.
 */
export function useSchoolOptions(term: string | null = null): Option[] {
  const { data } = useQuery(schoolsQuery);
  const quarter = useQuarter();
  return useMemo(
    () =>
      (data ?? []).map(({ schoolCode, title, title8, active, yearStart: start, yearEnd: end }) =>
        markedAsOf(term, quarter, {
          value: schoolCode,
          label: `${schoolCode} ${title}`,
          code: schoolCode,
          retired: !active,
          also: title8 ? [title8] : [],
          start,
          end,
        }),
      ),
    [data, term, quarter],
  );
}

/**
 * The value is the deptKey, the label the title. Only active departments are offered. Also found by `title7`. As of a term,
 * departments that are not in effect then are marked.
 */
export function useDepartmentOptions(term: string | null = null): Option[] {
  const { data } = useQuery(departmentsQuery);
  const quarter = useQuarter();
  return useMemo(
    () =>
      (data ?? []).map(({ deptKey, title7, title, active, startTerm: start, endTerm: end }) =>
        markedAsOf(term, quarter, {
          value: String(deptKey),
          label: title,
          code: title7,
          retired: !active,
          also: [title7],
          start,
          end,
        }),
      ),
    [data, term, quarter],
  );
}

/** '52 Arts (not in effect in F19)'. It is still found by its own label. */
function markedAsOf(
  term: string | null,
  quarter: Quarter,
  {
    start,
    end,
    ...option
  }: Option & { start: Moment | null; end: Moment | null } & { also: readonly string[] },
): Option {
  if (term === null || inEffect({ start, end }, term)) return option;
  const { label, also } = option;
  return { ...option, label: `${label} (not in effect in ${quarter(term)})`, also: [label, ...also] };
}

/** Long title with the code in parentheses, without duplicates. The value is the code, which several titles may share. */
export function useMajorTitleOptions(): Option[] {
  const { data } = useQuery(majorsQuery);
  return useMemo(() => majorTitleOptions(data ?? []), [data]);
}

/** If several majors share a code, each option notes its segments. */
export function majorTitleOptions(majors: readonly Major[]): Option[] {
  const byCode = Map.groupBy(majors, ({ majorCode }) => majorCode);
  const byLabel = Map.groupBy(
    majors,
    ({ majorCode, titleLong, title20 }) => `${titleLong ?? title20} (${majorCode})`,
  );
  return [...byLabel].map(([label, [first, ...more]]) => {
    const { majorCode, majorSegment } = first as Major;
    const letters = new Set([majorSegment, ...more.map((one) => one.majorSegment)]);
    const isShared = (byCode.get(majorCode)?.length ?? 0) > 1;
    return {
      value: majorCode,
      label,
      code: majorCode,
      ...(isShared ? { note: [...letters].toSorted().join(', ') } : {}),
    };
  });
}

export function useQuarter(): Quarter {
  const { data } = useQuery(termsQuery);
  return useMemo(() => quartersOf(data ?? []), [data]);
}
