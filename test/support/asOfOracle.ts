import { readFileSync } from 'node:fs';
import Papa from 'papaparse';

type CsvRow = Record<string, string>;

/** The rows of a file of the sample data. All values are texts; an empty text means no value. */
export const sampleRows = (file: string): CsvRow[] =>
  Papa.parse<CsvRow>(
    readFileSync(new URL(`../../server/db/sample/${file}.csv`, import.meta.url), 'utf8').trim(),
    { header: true },
  ).data;

const sample = {
  school: sampleRows('schools'),
  department: sampleRows('departments'),
  degree: sampleRows('degrees'),
  major: sampleRows('majors'),
  majorDegree: sampleRows('major_degree'),
};

export const sampleTerms = sampleRows('terms').map(({ termYyyyst = '' }) => termYyyyst);

/** Whether a row is in effect (contract 10), by text comparison: all years and all terms have the same length. */
const isIn = (start = '', end = '', moment: string) =>
  (start === '' || start <= moment) && (end === '' || end >= moment);

const isInTerms = (row: CsvRow | undefined, start: string, end: string, term: string) =>
  isIn(row?.[start], row?.[end], term);

const majorIn = (row: CsvRow | undefined, term: string) =>
  isInTerms(row, 'startTermYyyyst', 'endTermYyyyst', term);
const degreeIn = (row: CsvRow | undefined, term: string) =>
  isInTerms(row, 'degreeStartTermYyyyst', 'degreeEndTermYyyyst', term);

const byKey = (rows: CsvRow[], key: string) => new Map(rows.map((row) => [row[key], row]));
const majors = byKey(sample.major, 'majorKey');
const degrees = byKey(sample.degree, 'degreeKey');

const inTerm = {
  school: (row: CsvRow, term: string) => isIn(row.yearStart, row.yearEnd, term.slice(0, 4)),
  department: (row: CsvRow, term: string) => isInTerms(row, 'startTerm', 'endTerm', term),
  degree: degreeIn,
  major: majorIn,
  majorDegree: (row: CsvRow, term: string) =>
    isInTerms(row, 'startTerm', 'endTerm', term) &&
    majorIn(majors.get(row.majorKey), term) &&
    degreeIn(degrees.get(row.degreeKey), term),
} satisfies Record<keyof typeof sample, unknown>;

/** The rows of the sample data, of one kind, that are in effect in a term. */
export const sampleInEffect = (of: keyof typeof sample, term: string): CsvRow[] =>
  sample[of].filter((row) => inTerm[of](row, term));
