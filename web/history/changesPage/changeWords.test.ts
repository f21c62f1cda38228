import { expect, test } from 'vitest';
import { readFilters } from './changeFilters.ts';
import { filterOptions, filterTexts } from './changeWords.ts';

test('the kind filter offers all kinds of rows, relationships by their ends', () => {
  expect(filterOptions.kind).toHaveLength(13);
  expect(filterOptions.kind).toContainEqual({ value: 'awardType', label: 'Award type' });
  expect(filterOptions.kind).toContainEqual({ value: 'schoolMajor', label: 'School – Major' });
});

test('the active filters are described with their labels', () => {
  const texts = (address: string) =>
    filterTexts(readFilters(new URLSearchParams(address)), (id) => `Robin Alvarez (${id})`);
  expect(texts('q=art&to=2025-12-31&origin=bulk&kind=schoolMajor&person=registrar')).toEqual([
    'User: Robin Alvarez (registrar)',
    'Kind: School – Major',
    'Origin: Bulk change',
    'To: 2025-12-31',
    'Text: art',
  ]);
  expect(texts('kind=other')).toEqual([]);
});
