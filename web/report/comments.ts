import type { ReportRow } from '../../contract/report.ts';

/** Spec 3: the comments of major, degree and school, each prefixed with its kind, separated by blank lines. */
export function commentsOf({ major, degree, school }: ReportRow): string {
  return [
    ['Major', major.comments],
    ['Degree', degree?.degreeComments],
    ['School', school?.comments],
  ]
    .flatMap(([name, text]) => (text ? [`${name}: ${text}`] : []))
    .join('\n\n');
}
