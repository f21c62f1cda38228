import { expect, test } from 'vitest';
import { excludedBy } from './excludedBy.ts';

const of = (filters: string, ...candidates: string[]) =>
  excludedBy(
    [...filters],
    candidates.map((met) => new Set(met)),
  ).map((group) => group.join(''));

test('A candidate that meets all filters is not excluded', () => {
  expect(of('', '')).toEqual([]);
  expect(of('ab', 'a', 'ab')).toEqual([]);
});

test('A filter that no candidate meets excludes by itself', () => {
  expect(of('abc', 'b', 'b')).toEqual(['a', 'c']);
});

test('Filters that different candidates meet exclude together', () => {
  expect(of('ab', 'a', 'b')).toEqual(['ab']);
  expect(of('abc', 'a', 'b')).toEqual(['c', 'ab']);
});
