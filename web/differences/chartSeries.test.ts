import { expect, test } from 'vitest';
import type { TermCount } from '../../contract/differences.ts';
import type { School } from '../../contract/school.ts';
import { countedOf, marksOf, stepsOf } from './chartSeries.ts';
import { fallTermBefore, fallTermOf } from './fallTerms.ts';
import { schoolCounts } from './schoolCounts.ts';

const codes = ['00', 'A', 'B', 'C', 'D', 'E', 'F', 'G', 'H'];
const schools = codes.map((schoolCode) => ({ schoolCode, title: `School ${schoolCode}` })) as School[];
/** In the first fall term school A has 1 major, B 2 and so on; a year later A has 11. */
const counts: TermCount[] = ['202392', '202492'].flatMap((term, year) =>
  [null, ...codes].map((schoolCode, place) => ({
    term,
    schoolCode,
    majors: schoolCode === null ? 30 : place - 1 + (schoolCode === 'A' ? 10 * year : 0),
    degrees: 100 + place,
  })),
);

test('each school has a series, except the one of all graduate majors', () => {
  const counted = countedOf(counts, schools, 'majors');
  expect(counted.fallTerms).toEqual(['202392', '202492']);
  expect(counted.totals).toEqual([30, 30]);
  expect(counted.series.map(({ code }) => code)).toEqual(codes.slice(1));
  expect(counted.series[0]?.counts).toEqual([1, 11]);
});

test('schools are listed below their total, largest first in the later fall', () => {
  const counted = {
    majors: countedOf(counts, schools, 'majors'),
    degrees: countedOf(counts, schools, 'degrees'),
  };
  // A term belongs to its fall.
  const rows = schoolCounts(counted, { from: '202403', to: '202492' });
  expect(rows[0]).toEqual({
    code: null,
    title: 'All schools',
    majors: { from: 30, to: 30 },
    degrees: { from: 100, to: 100 },
  });
  expect(rows.slice(1).map(({ code }) => code)).toEqual(['A', 'H', 'G', 'F', 'E', 'D', 'C', 'B']);
  expect(rows[1]).toMatchObject({ majors: { from: 1, to: 11 }, degrees: { from: 102, to: 102 } });
});

test('a school without items in both falls is not listed', () => {
  const none = counts.map((one) => (one.schoolCode === 'B' ? { ...one, majors: 0, degrees: 0 } : one));
  const counted = {
    majors: countedOf(none, schools, 'majors'),
    degrees: countedOf(none, schools, 'degrees'),
  };
  expect(schoolCounts(counted, { from: '202392', to: '202492' }).map(({ code }) => code)).not.toContain('B');
});

test('a line steps from fall term to fall term', () => {
  expect(stepsOf([4, 2], 10)).toBe('M0 6H1V8H2');
});

test.each([
  [0, [0]],
  [3, [0, 1, 2, 3]],
  [49, [0, 10, 20, 30, 40, 50]],
  [271, [0, 50, 100, 150, 200, 250, 300]],
  [240, [0, 50, 100, 150, 200, 250]],
  [2_710, [0, 500, 1000, 1500, 2000, 2500, 3000]],
])('axis ticks up to %i are round', (most, marks) => {
  expect(marksOf(most)).toEqual(marks);
});

test('a term belongs to the fall term that has begun last', () => {
  expect(['202592', '202603', '202614', '202651', '202692'].map(fallTermOf)).toEqual([
    '202592',
    '202592',
    '202592',
    '202592',
    '202692',
  ]);
  expect(fallTermBefore('202603')).toBe('202592');
});
