import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Term } from '../../contract/lookups.ts';
import type { Option } from '../form/options.ts';
import { awardTypesQuery, departmentsQuery, majorsQuery, schoolsQuery, termsQuery } from '../queries.ts';

/** The dropdown options of spec 9, from the lists that the application loads at startup (departments: on first use). */

export function useTermOptions(): Option[] {
  const { data } = useQuery(termsQuery);
  return useMemo(
    () =>
      (data ?? []).map(({ termYyyyst, termLetterYear }) => ({ value: termYyyyst, label: termLetterYear })),
    [data],
  );
}

export function useAwardOptions(): Option[] {
  const { data } = useQuery(awardTypesQuery);
  return useMemo(
    () => (data ?? []).map(({ degreeShort }) => ({ value: degreeShort, label: degreeShort })),
    [data],
  );
}

/** Code and title. Only active schools are offered. */
export function useSchoolOptions(): Option[] {
  const { data } = useQuery(schoolsQuery);
  return useMemo(
    () =>
      (data ?? []).map(({ schoolCode, title, active }) => ({
        value: schoolCode,
        label: `${schoolCode} ${title}`,
        retired: !active,
      })),
    [data],
  );
}

/** The value is the deptKey, the label the title. Only active departments are offered. */
export function useDepartmentOptions(): Option[] {
  const { data } = useQuery(departmentsQuery);
  return useMemo(
    () =>
      (data ?? []).map(({ deptKey, title, active }) => ({
        value: String(deptKey),
        label: title,
        retired: !active,
      })),
    [data],
  );
}

/** Long title with the code in parentheses, without duplicates. The value is the label. */
export function useMajorTitleOptions(): (Option & { majorCode: string })[] {
  const { data } = useQuery(majorsQuery);
  return useMemo(() => {
    const options = (data ?? []).map(({ majorCode, titleLong, title20 }) => {
      const label = `${titleLong ?? title20} (${majorCode})`;
      return { value: label, label, majorCode };
    });
    return [...new Map(options.map((option) => [option.label, option])).values()];
  }, [data]);
}

/** The quarter label of a term that comes with the response, or the code itself if it is not mapped. */
export const quarterOf = (term: Term | null, code: string | null) => term?.termLetterYear ?? code;

/** Converts a term code to its quarter label. A code that is not mapped stays as it is (spec 3). */
export type Quarter = (code: string | null) => string | null;

export function useQuarter(): Quarter {
  const { data } = useQuery(termsQuery);
  return useMemo(() => {
    const labels = new Map(
      (data ?? []).map(({ termYyyyst, termLetterYear }) => [termYyyyst, termLetterYear]),
    );
    return (code) => (code === null ? null : (labels.get(code) ?? code));
  }, [data]);
}
