import { readFileSync } from 'node:fs';
import Papa from 'papaparse';

type CsvRow = Record<string, string>;

/** A row of the report, derived from the sample data by the contract's rules. An empty value is null. */
export interface OracleRow {
  schoolCode: string | null;
  majorKey: number;
  majorSegment: string;
  majorCode: string;
  title20: string;
  majorStartTermYyyyst: string | null;
  majorEndTermYyyyst: string | null;
  degreeKey: number | null;
  degreeAwarded: string | null;
  degreeTitleRc: string | null;
  degreeStartTermYyyyst: string | null;
  degreeEndTermYyyyst: string | null;
  deptKey: number | null;
}

/** The filters of the report. An absent filter restricts nothing. */
export interface OracleFilter {
  schoolCode?: string;
  majorCode?: string;
  majorTitle?: string;
  majorStartTermYyyyst?: string;
  majorEndTermYyyyst?: string;
  majorActive?: boolean;
  majorInactive?: boolean;
  underGraduate?: boolean;
  graduate?: boolean;
  degreeListAwarded?: string[];
  degreeTitleRc?: string;
  degreeStartTermYyyyst?: string;
  degreeEndTermYyyyst?: string;
  degreeActive?: boolean;
  degreeInactive?: boolean;
  asOfTerm?: string;
}

const read = (file: string) =>
  Papa.parse<CsvRow>(
    readFileSync(new URL(`../../server/db/sample/${file}.csv`, import.meta.url), 'utf8').trim(),
    { header: true },
  ).data;

const sample = {
  schools: read('schools'),
  majors: read('majors'),
  degrees: read('degrees'),
  departments: read('departments'),
  schoolMajor: read('school_major'),
  majorDegree: read('major_degree'),
  majorDepartment: read('major_department'),
  terms: read('terms'),
};

/** All terms of the sample data. */
export const terms = sample.terms.map(({ termYyyyst = '' }) => termYyyyst);

/** The majors of the sample data as the report has them, with their schools and degrees. */
export const sampleMajors = () => Map.groupBy(reportOracle({}), ({ majorKey }) => majorKey);

/** The quarter label of a term code, or the code itself if it is not mapped. */
export function quarterOf(code: string | null): string | null {
  return sample.terms.find(({ termYyyyst }) => termYyyyst === code)?.termLetterYear ?? code;
}

/** The only major whose rows to find, and the term in which majors must be in effect, if it is not that of the filter. */
interface OfMajors {
  majorKey?: number;
  majorTerm?: string;
}

/**
 * The rows that a filter must find in the sample data, in order, computed from the wording of the contract: majors by
 * their degrees by their schools by their departments.
 */
export function reportOracle(
  filter: OracleFilter,
  { majorKey, majorTerm = filter.asOfTerm ?? '' }: OfMajors = {},
): OracleRow[] {
  const rows = sample.majors
    .filter((major) => majorKey === undefined || major.majorKey === String(majorKey))
    .filter((major) => letsMajorThrough({ ...filter, asOfTerm: majorTerm }, major))
    .flatMap((major) =>
      degreesOf(filter, major).flatMap((degree) =>
        schoolsOf(filter, major).flatMap((schoolCode) =>
          departmentsOf(filter, major).map((department) => ({ major, degree, schoolCode, department })),
        ),
      ),
    );
  return rows
    .sort((one, other) => compareKeys(orderOf(one), orderOf(other)))
    .map(({ major, degree, schoolCode, department }) => ({
      schoolCode,
      majorKey: Number(major.majorKey),
      majorSegment: major.majorSegment ?? '',
      majorCode: major.majorCode ?? '',
      title20: major.title20 ?? '',
      majorStartTermYyyyst: major.startTermYyyyst || null,
      majorEndTermYyyyst: major.endTermYyyyst || null,
      degreeKey: degree ? Number(degree.degreeKey) : null,
      degreeAwarded: degree?.degreeAwarded ?? null,
      degreeTitleRc: degree?.degreeTitleRc ?? null,
      degreeStartTermYyyyst: degree?.degreeStartTermYyyyst || null,
      degreeEndTermYyyyst: degree?.degreeEndTermYyyyst || null,
      deptKey: department ? Number(department.deptKey) : null,
    }));
}

/** Whether a span of terms, or of years, contains a term. An empty text is open. */
const contain = (term: string | undefined, start: string | undefined, end: string | undefined) =>
  !term || ((!start || start <= term.slice(0, start.length)) && (!end || end >= term.slice(0, end.length)));

const on = (flag: boolean | undefined) => flag !== false;
const contains = (text: string | undefined, wanted: string) =>
  (text ?? '').toLowerCase().includes(wanted.trim().toLowerCase());

function letsMajorThrough(filter: OracleFilter, major: CsvRow): boolean {
  const { majorCode, majorTitle, majorStartTermYyyyst: start, majorEndTermYyyyst: end } = filter;
  if (majorCode && major.majorCode !== majorCode.toUpperCase()) return false;
  if (majorTitle && ![major.title20, major.titleLong, major.title7].some((one) => contains(one, majorTitle)))
    return false;
  if (!contain(filter.asOfTerm, major.startTermYyyyst, major.endTermYyyyst)) return false;
  if (start && major.startTermYyyyst !== start) return false;
  if (end && major.endTermYyyyst !== end) return false;
  if (!on(major.active === 'true' ? filter.majorActive : filter.majorInactive)) return false;
  return on(major.majorSegment === 'U' ? filter.underGraduate : filter.graduate);
}

function letsDegreeThrough(filter: OracleFilter, degree: CsvRow): boolean {
  const { degreeListAwarded, degreeTitleRc, degreeStartTermYyyyst: start, degreeEndTermYyyyst: end } = filter;
  if (degreeListAwarded && !degreeListAwarded.includes(degree.degreeAwarded ?? '')) return false;
  if (degreeTitleRc && !contains(degree.degreeTitleRc, degreeTitleRc)) return false;
  if (start && degree.degreeStartTermYyyyst !== start) return false;
  if (end && degree.degreeEndTermYyyyst !== end) return false;
  return on(degree.degreeActive === 'true' ? filter.degreeActive : filter.degreeInactive);
}

/** Whether a relationship is one of a major, and in effect in the term. */
const relatedTo =
  (major: CsvRow, { asOfTerm }: OracleFilter) =>
  ({ majorKey, startTerm, endTerm }: CsvRow) =>
    majorKey === major.majorKey && contain(asOfTerm, startTerm, endTerm);

/** The degrees of a major, or a single null if it has none and every filter allows majors without a degree. */
function degreesOf(filter: OracleFilter, major: CsvRow): (CsvRow | null)[] {
  const isThen = (degree: CsvRow) =>
    contain(filter.asOfTerm, degree.degreeStartTermYyyyst, degree.degreeEndTermYyyyst);
  const own = sample.majorDegree.filter(relatedTo(major, filter)).map((one) => one.degreeKey);
  const keys = sample.degrees
    .filter((one) => own.includes(one.degreeKey) && isThen(one))
    .map((one) => one.degreeKey);
  const { degreeListAwarded: awards } = filter;
  const restricted =
    (awards && !awards.includes('NONE')) ||
    filter.degreeTitleRc ||
    filter.degreeStartTermYyyyst ||
    filter.degreeEndTermYyyyst ||
    !on(filter.degreeActive) ||
    !on(filter.degreeInactive);
  if (keys.length === 0) return restricted ? [] : [null];
  return sample.degrees.filter(
    (degree) => keys.includes(degree.degreeKey) && letsDegreeThrough(filter, degree),
  );
}

function schoolsOf(filter: OracleFilter, major: CsvRow): (string | null)[] {
  const wanted = filter.schoolCode?.toUpperCase();
  const isThen = (code: string) =>
    sample.schools.some(
      (one) => one.schoolCode === code && contain(filter.asOfTerm, one.yearStart, one.yearEnd),
    );
  const codes = sample.schoolMajor
    .filter(relatedTo(major, filter))
    .map((one) => one.schoolCode ?? '')
    .filter(isThen);
  if (codes.length === 0) return wanted === undefined || wanted === 'NONE' ? [null] : [];
  return codes.filter((code) => wanted === undefined || code === wanted);
}

function departmentsOf(filter: OracleFilter, major: CsvRow): (CsvRow | null)[] {
  const keys = sample.majorDepartment.filter(relatedTo(major, filter)).map((one) => one.deptKey);
  const found = sample.departments.filter(
    ({ deptKey, startTerm, endTerm }) =>
      keys.includes(deptKey) && contain(filter.asOfTerm, startTerm, endTerm),
  );
  return found.length === 0 ? [null] : found;
}

interface Joined {
  major: CsvRow;
  degree: CsvRow | null;
  schoolCode: string | null;
  department: CsvRow | null;
}

const orderOf = ({ major, degree, schoolCode, department }: Joined) => [
  schoolCode,
  major.majorCode ?? null,
  major.majorSegment ?? null,
  degree?.degreeAwarded ?? null,
  degree?.degreeTitleRc ?? null,
  // Not in the contract, which leaves the remaining order open. Gives equal rows a fixed order.
  department?.title7 ?? null,
];

/** Compares by code point; null comes last. */
function compareKeys(one: (string | null)[], other: (string | null)[]): number {
  for (const [at, a] of one.entries()) {
    const b = other[at] ?? null;
    if (a === b) continue;
    if (a === null) return 1;
    if (b === null) return -1;
    return a < b ? -1 : 1;
  }
  return 0;
}
