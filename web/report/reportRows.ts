import { defaultKey } from '../../contract/columns/columnsOfReport.ts';
import type { ReportRow } from '../../contract/report.ts';

/** Identifies a row of the extended columns: by department too. */
export const extendedKey = (row: ReportRow): string => `${defaultKey(row)}/${row.department?.deptKey ?? ''}`;

/** The first of the rows with each key: the visible columns cannot distinguish the others from it (contract 5). */
export function distinct(rows: readonly ReportRow[], keyOf: (row: ReportRow) => string): ReportRow[] {
  const seen = new Set<string>();
  return rows.filter((row) => seen.size < seen.add(keyOf(row)).size);
}
