import { createHash } from 'node:crypto';
import { allReportColumns, defaultKey } from '../../../contract/columns/columnsOfReport.ts';
import type { DataColumn } from '../../../contract/columns/dataColumn.ts';
import { fingerprintLine } from '../../../contract/columns/fingerprintLine.ts';
import type { Quarter } from '../../../contract/columns/quarters.ts';
import { programKeyOf, type ReportRow } from '../../../contract/report.ts';
import { yieldToEventLoop } from '../../runtime/yieldToEventLoop.ts';
import type { TextColumn } from '../files/fileQuery.ts';
import { partsOf, type ReadRow, type Report } from './assembly.ts';

/** All columns of a report's file: those of the screen, and the key of the program. */
export const reportFileColumns = (quarter: Quarter): readonly DataColumn<ReportRow>[] => [
  ...allReportColumns(quarter),
  { id: 'programKey', header: 'Program Key', value: programKeyOf },
];

/** The header with the fingerprint of the report's rows (contract 10). */
export async function fingerprintHeader(report: Report, read: ReadRow): Promise<Record<string, string>> {
  const hash = createHash('sha256');
  for (const records of partsOf(report.records)) {
    await yieldToEventLoop();
    hash.update(records.map((record) => fingerprintLine(read(record))).join(''));
  }
  return { 'x-report-fingerprint': `v1:${hash.digest('hex')}` };
}

/**
 * The rows of a file: of those that its columns cannot distinguish, the first (contract 13). Without chosen columns these are
 * the rows of the same school, major and degree, as on the screen.
 */
export async function distinctRows(
  report: Report,
  read: ReadRow,
  columns: readonly TextColumn<ReportRow>[],
  isChosen: boolean,
): Promise<ReportRow[]> {
  const keyOf = isChosen ? (row: ReportRow) => columns.map(({ text }) => text(row)).join('\0') : defaultKey;
  const seen = new Set<string>();
  const rows: ReportRow[] = [];
  for (const records of partsOf(report.records)) {
    await yieldToEventLoop();
    rows.push(...records.map(read).filter((row) => seen.size < seen.add(keyOf(row)).size));
  }
  return rows;
}
