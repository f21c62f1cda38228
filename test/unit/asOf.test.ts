import { expect, test } from 'vitest';
import type { Items } from '../../contract/kinds.ts';
import type { MajorDegree } from '../../contract/majorDegree.ts';
import { periodsOfItem, periodsOfPair } from '../../web/catalog/items/inEffect.ts';
import { isInEffect, type Period } from '../../web/catalog/items/outsideTerm.ts';
import { sampleInEffect, sampleRows, sampleTerms } from '../support/asOfOracle.ts';

// Compares the rows that the lists keep as of a term with an oracle that knows only the files of the sample data.

const terms = Array.from(
  { length: 60 },
  (_, at) => sampleTerms[Math.floor((at * (sampleTerms.length - 1)) / 59)] ?? '',
);

const orNull = (row: Record<string, string>) =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [name, value === '' ? null : value]));
const year = (text = '') => (text === '' ? null : Number(text));

const itemsOf = (file: string) => sampleRows(file).map(orNull);
const schools = sampleRows('schools').map(
  (row) =>
    ({ ...row, yearStart: year(row.yearStart), yearEnd: year(row.yearEnd) }) as object as Items['school'],
);
const departments = itemsOf('departments') as object[] as Items['department'][];
const degrees = itemsOf('degrees') as object[] as Items['degree'][];
const majors = itemsOf('majors') as object[] as Items['major'][];
const majorOf = new Map(majors.map((major) => [String(major.majorKey), major]));
const degreeOf = new Map(degrees.map((degree) => [String(degree.degreeKey), degree]));
const pairs = sampleRows('major_degree').map(
  (row) =>
    ({
      ...orNull(row),
      major: majorOf.get(row.majorKey ?? ''),
      degree: degreeOf.get(row.degreeKey ?? ''),
    }) as object as MajorDegree,
);

test.each(terms)('as of %s each list keeps the rows of the oracle', (term) => {
  const kept = <Item>(items: readonly Item[], periodsOf: (item: Item) => readonly Period[]) =>
    items.filter((item) => isInEffect(periodsOf(item), term));
  const keys = (of: Parameters<typeof sampleInEffect>[0], key: string) =>
    sampleInEffect(of, term).map((row) => row[key]);
  expect(kept(schools, periodsOfItem('school')).map(({ schoolCode }) => schoolCode)).toEqual(
    keys('school', 'schoolCode'),
  );
  expect(kept(departments, periodsOfItem('department')).map(({ deptKey }) => deptKey)).toEqual(
    keys('department', 'deptKey'),
  );
  expect(kept(degrees, periodsOfItem('degree')).map(({ degreeKey }) => degreeKey)).toEqual(
    keys('degree', 'degreeKey'),
  );
  expect(kept(majors, periodsOfItem('major')).map(({ majorKey }) => majorKey)).toEqual(
    keys('major', 'majorKey'),
  );
  expect(
    kept(pairs, periodsOfPair).map(({ major, degree }) => `${major.majorKey}/${degree.degreeKey}`),
  ).toEqual(sampleInEffect('majorDegree', term).map(({ majorKey, degreeKey }) => `${majorKey}/${degreeKey}`));
});

test('the terms are sixty different terms, in which the lists differ', () => {
  expect(new Set(terms).size).toBe(60);
  expect(sampleInEffect('majorDegree', '201992').length).toBeGreaterThan(0);
  expect(sampleInEffect('major', '201992').length).toBeLessThan(majors.length);
});
