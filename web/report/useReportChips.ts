import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { ReportFilter } from '../../contract/report.ts';
import { majorsQuery, schoolsQuery, termsQuery } from '../lib/queries.ts';
import { timeOf } from '../lib/time.ts';
import { asOfLabel } from '../terms/asOfOptions.ts';
import { useMajorTitleOptions, useQuarter, useSchoolOptions } from '../terms/lookups.ts';
import { offered } from '../ui/form/options.ts';
import { type Chip, chipsOf } from './reportChips.ts';

/** Whether the labels of all values are known, or cannot be read. Until then, chips show codes. */
export function useHasLabels(): boolean {
  // They load once the user is known. A second reader would show again that they could not be read.
  const readings = [
    useQuery({ ...schoolsQuery, enabled: false }),
    useQuery({ ...majorsQuery, enabled: false }),
    useQuery({ ...termsQuery, enabled: false }),
  ];
  return readings.every(({ isPending }) => !isPending);
}

/** The active filters, with the labels of the form's inputs. */
export function useReportChips(values: ReportFilter): Chip[] {
  const schools = useSchoolOptions();
  const majors = useMajorTitleOptions();
  const quarter = useQuarter();
  return useMemo(
    () =>
      chipsOf(values, {
        school: (code) => offered(schools, [code]).find(({ value }) => value === code)?.label ?? code,
        major: (code) => majors.find(({ value }) => value === code.toUpperCase())?.label ?? code,
        term: (code) => quarter(code) ?? code,
        asOf: (asOf) => asOfLabel(asOf, quarter),
        time: (iso) => (Number.isNaN(Date.parse(iso)) ? iso : timeOf(iso)),
      }),
    [values, schools, majors, quarter],
  );
}
