import { expect, test } from 'vitest';
import { hasPassed, termOf } from './ended.ts';

test('a day lies in its quarter', () => {
  expect(termOf(new Date(2026, 0, 1))).toBe('202603');
  expect(termOf(new Date(2026, 3, 1))).toBe('202614');
  expect(termOf(new Date(2026, 8, 30))).toBe('202625');
  expect(termOf(new Date(2026, 11, 31))).toBe('202692');
});

test('a term has passed once a later quarter runs, and not while it may still run', () => {
  const november = new Date(2026, 10, 21);
  expect(hasPassed('202676', november)).toBe(true);
  expect(hasPassed('202692', november)).toBe(false);
  expect(hasPassed('202676', new Date(2026, 7, 1))).toBe(false);
  expect(hasPassed(null, november)).toBe(false);
});
