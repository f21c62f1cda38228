import { expect, test } from 'vitest';
import { existingText, importText, sumText } from './proposalTexts.ts';

test('an import says how many rows are new, change items that exist, are unchanged or have errors', () => {
  expect(importText('major', { create: 35, update: 2, same: 4, refused: 3 })).toBe(
    '35 rows are new, 2 change items that exist, 4 are unchanged, 3 have errors.',
  );
  expect(importText('major', { create: 1, update: 1, same: 1, refused: 1 })).toBe(
    '1 row is new, 1 changes an item that exists, 1 is unchanged, 1 has errors.',
  );
  expect(importText('schoolMajor', { update: 1200 })).toBe('1,200 rows change existing data.');
});

test('what the rows of a change do adds up to all of them', () => {
  const counts = { create: 0, update: 11, delete: 0, warned: 0, refused: 0, same: 1 };
  expect(sumText(9, 12, counts)).toBe('12 rows: 9 change, 1 has its new value already, 2 are skipped.');
  expect(sumText(1, 5, { ...counts, update: 1, same: 3, refused: 1 })).toBe(
    '5 rows: 1 changes, 3 have their new value already, 1 has errors.',
  );
  expect(sumText(11, 11, { ...counts, same: 0 })).toBeNull();
  expect(sumText(1, 2, { ...counts, create: 1 })).toBeNull();
});

test('it names at most five of the items that exist', () => {
  expect(existingText('major', ['047 U Anthropology'])).toBe(
    '1 row changes an item that exists: 047 U Anthropology',
  );
  expect(existingText('major', ['A', 'B', 'C', 'D', 'E', 'F'])).toBe(
    '6 rows change items that exist: A, B, C, D, E and others',
  );
});
