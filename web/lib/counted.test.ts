import { expect, test } from 'vitest';
import { counted } from './counted.ts';

test('a count has its noun in the singular or the plural', () => {
  expect(counted(0, 'row')).toBe('0 rows');
  expect(counted(1, 'row')).toBe('1 row');
  expect(counted(1_234, 'row')).toBe('1,234 rows');
  expect(counted(2, 'match', 'matches')).toBe('2 matches');
});
