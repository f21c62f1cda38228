import { useMemo } from 'react';
import type { ReportFilter } from '../../contract/report.ts';
import { offered } from '../form/options.ts';
import { useMajorTitleOptions, useQuarter, useSchoolOptions } from '../lookups/lookups.ts';
import { timeOf } from '../time.ts';
import { type Chip, chipsOf } from './chips.ts';

/** The filters that are set, named as in the boxes of the form. */
export function useChips(values: ReportFilter): Chip[] {
  const schools = useSchoolOptions();
  const majors = useMajorTitleOptions();
  const quarter = useQuarter();
  return useMemo(
    () =>
      chipsOf(values, {
        school: (code) => offered(schools, [code]).find(({ value }) => value === code)?.label ?? code,
        major: (code) => majors.find(({ value }) => value === code.toUpperCase())?.label ?? code,
        term: (code) => quarter(code) ?? code,
        time: (iso) => (Number.isNaN(Date.parse(iso)) ? iso : timeOf(iso)),
      }),
    [values, schools, majors, quarter],
  );
}
