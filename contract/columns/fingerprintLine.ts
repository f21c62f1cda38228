import type { ReportRow } from '../report.ts';

/** The values that distinguish reports: the default columns of spec 3, with codes instead of labels. */
const valuesOf = ({ school, major, degree }: ReportRow): (string | null | undefined)[] => [
  school?.schoolCode,
  major.majorSegment,
  major.majorCode,
  major.title20,
  major.startTermYyyyst,
  major.endTermYyyyst,
  degree?.degreeAwarded,
  degree?.degreeTitleRc,
  degree?.degreeStartTermYyyyst,
  degree?.degreeEndTermYyyyst,
];

const cellOf = (value: string | null | undefined) => {
  const text = value ?? '';
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

/** The line of a row in what the fingerprint of a report is computed from (contract 10): RFC 4180, ended by a line feed. */
export const fingerprintLine = (row: ReportRow): string => `${valuesOf(row).map(cellOf).join(',')}\n`;
