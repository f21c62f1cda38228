import { useState } from 'react';
import type { ReportFilter } from '../../contract/report.ts';
import { changedNames } from './filterUrl.ts';

/**
 * The filters of the form, which may differ from those of the shown report, and whether the form is expanded. A form whose
 * report has been run starts collapsed.
 */
export function useFilters(ofReport: ReportFilter, wasRun: boolean) {
  const [values, setValues] = useState(ofReport);
  const [isOpen, setOpen] = useState(!wasRun);
  // Back, Forward, a run and Clear change the filters in the URL.
  const written = JSON.stringify([wasRun, ofReport]);
  const [last, setLast] = useState(written);
  if (last !== written) {
    setLast(written);
    setValues(ofReport);
    setOpen(!wasRun);
  }
  return {
    values,
    set: (some: Partial<ReportFilter>) => setValues((now) => ({ ...now, ...some })),
    reset: () => setValues(ofReport),
    /** The filters that differ from those of the report. Before the first run there are none. */
    changed: new Set(wasRun ? changedNames(values, ofReport) : []),
    isOpen,
    setOpen,
  };
}

export type Filters = ReturnType<typeof useFilters>;
