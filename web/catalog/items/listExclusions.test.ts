import { expect, test } from 'vitest';
import { fieldColumn } from '../../../contract/columns/dataColumn.ts';
import { type FilteredList, itemsExcludedFrom } from './listExclusions.ts';

interface Item {
  code: string;
  letter: string;
  title: string;
  start: string | null;
}

const item = (code: string, letter: string, title: string, start: string | null = null): Item => ({
  code,
  letter,
  title,
  start,
});
const [art, arts, math, music] = [
  item('201', 'U', 'Art'),
  item('201', 'G', 'Art', '202192'),
  item('345', 'U', 'Math', '202192'),
  item('400', 'U', 'Music'),
];
const stored = [art, arts, math, music];
const columns = [fieldColumn('code', 'Code'), fieldColumn('title', 'Title')] as FilteredList<Item>['columns'];
const noFilter: FilteredList<Item> = {
  stored,
  all: stored,
  term: null,
  withCodes: null,
  coded: { noun: 'major', codeOf: ({ code, letter }) => ({ code, letter }) },
  columns,
  periodsOf: ({ start }) => [{ start, end: null }],
};
const inF19 = { ...noFilter, term: '201992' };

/** The excluded items as code, letter and conditions. */
const excluded = (list: FilteredList<Item>, text: string, found: readonly Item[] = []) =>
  itemsExcludedFrom(list)(text, found).map(
    ({ item: { code, letter }, by }) => `${code} ${letter} ${by.join(' ')}`,
  );

test('without codes and term, a list leaves out nothing that has been named', () => {
  expect(excluded(noFilter, '201 G')).toEqual([]);
  expect(excluded(noFilter, 'xyz')).toEqual([]);
});

test('the term excludes the items with the code in the text that are not in effect then', () => {
  expect(excluded(inF19, '201', [art])).toEqual(['201 G term']);
  expect(excluded(inF19, ' 201 g')).toEqual(['201 G term']);
  expect(excluded(inF19, '201 U', [art])).toEqual([]);
  expect(excluded(inF19, '', [art, music])).toEqual([]);
});

test('without such a code, an empty list leaves out the items that the text finds', () => {
  expect(excluded(inF19, 'mat')).toEqual(['345 U term']);
  expect(excluded(inF19, 'm', [music])).toEqual([]);
  expect(excluded({ ...inF19, coded: undefined }, '345')).toEqual(['345 U term']);
});

test('the filter by codes excludes others, and its own items by the term', () => {
  const withCodes = [arts, music];
  expect(excluded({ ...noFilter, withCodes }, '345')).toEqual(['345 U codes']);
  expect(excluded({ ...inF19, withCodes }, '345')).toEqual(['345 U codes term']);
  expect(excluded({ ...inF19, withCodes }, '', [music])).toEqual(['201 G term']);
  expect(excluded({ ...noFilter, withCodes }, '', withCodes)).toEqual([]);
});

test('an item with another code in the term is not found by that of today', () => {
  const then = { ...music, code: '399' };
  const list = { ...inF19, all: [art, arts, math, then] };
  expect(excluded(list, '400')).toEqual(['400 U codeInTerm']);
  expect(excluded(list, '399', [then])).toEqual([]);
  // It is found by another of its fields.
  expect(excluded(list, '400', [then])).toEqual([]);
});
