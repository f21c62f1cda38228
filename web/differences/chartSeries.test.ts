import { expect, test } from 'vitest';
import type { TermCount } from '../../contract/differences.ts';
import type { School } from '../../contract/school.ts';
import {
  countedOf,
  largestIn,
  marksOf,
  outlineOf,
  spread,
  stacked,
  stackSeries,
  stepsOf,
} from './chartSeries.ts';
import { fallTermBefore, fallTermOf } from './fallTerms.ts';

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

test('the six largest schools of a fall term have a series each, and the others share one', () => {
  const counted = countedOf(counts, schools, 'majors');
  expect(counted.fallTerms).toEqual(['202392', '202492']);
  expect(counted.totals).toEqual([30, 30]);
  expect(largestIn(counted, '202392')).toEqual(['H', 'G', 'F', 'E', 'D', 'C']);
  const largest = largestIn(counted, '202492');
  expect(largest).toEqual(['A', 'H', 'G', 'F', 'E', 'D']);
  const { series } = stackSeries(counted, largest);
  expect(series.map(({ title }) => title)).toEqual([
    ...largest.map((code) => `School ${code}`),
    'Other schools',
  ]);
  expect(series.at(-1)?.counts).toEqual([2 + 3, 2 + 3]);
  // A graduate major is in school 00 besides its own.
  const all = series.reduce((sum, layer) => sum + (layer.counts[0] ?? 0), 0);
  expect(all).toBe(1 + 2 + 3 + 4 + 5 + 6 + 7 + 8);
});

test('with few schools there is no series for others', () => {
  const few = countedOf(counts, schools.slice(0, 3), 'degrees');
  expect(stackSeries(few, largestIn(few, '202492')).series.map(({ code }) => code)).toEqual(['B', 'A']);
});

test('series are stacked, and step from fall term to fall term', () => {
  const [low, high] = stacked([
    { code: 'A', title: 'A', counts: [1, 2] },
    { code: 'B', title: 'B', counts: [3, 0] },
  ]);
  expect(low).toEqual({ lower: [0, 0], upper: [1, 2] });
  expect(high).toEqual({ lower: [1, 2], upper: [4, 2] });
  expect(stepsOf([4, 2], 10)).toBe('M0 6H1V8H2');
  expect(outlineOf({ lower: [1, 2], upper: [4, 2] }, 10)).toBe('M0 6H1V8H2V8H1V9H0Z');
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

test('labels do not overlap, and stay visible', () => {
  expect(spread([10, 12, 100], 18, 190)).toEqual([10, 28, 100]);
  expect(spread([180, 185, 188], 18, 190)).toEqual([154, 172, 190]);
  expect(spread([], 18, 190)).toEqual([]);
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
