import type { ReportRow } from '../../contract/report.ts';
import { type Column, textOf } from '../ui/table/column.ts';

/** Identifies a row of the default columns: by school, major and degree. */
export const defaultKey = ({ school, major, degree }: ReportRow): string =>
  [school?.schoolCode, major.majorKey, degree?.degreeKey].join('/');

/** Identifies a row of the extended columns: by department too. */
export const extendedKey = (row: ReportRow): string => `${defaultKey(row)}/${row.department?.deptKey ?? ''}`;

/** Identifies a row by what chosen columns show or download (contract 11). */
export const keyOfColumns =
  (columns: readonly Column<ReportRow>[]) =>
  (row: ReportRow): string =>
    columns.map(({ value, csv }) => textOf((csv || value)(row))).join('\0');

/** The first of the rows with each key: the visible columns cannot distinguish the others from it (contract 5). */
export function distinct(rows: readonly ReportRow[], keyOf: (row: ReportRow) => string): ReportRow[] {
  const seen = new Set<string>();
  return rows.filter((row) => seen.size < seen.add(keyOf(row)).size);
}
