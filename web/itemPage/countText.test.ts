import { expect, test } from 'vitest';
import { countedText } from './countText.ts';

const some = ['ended', 'in effect', 'ended', 'in effect', 'to come'] as const;

test('now lists each term state that occurs', () => {
  expect(countedText(some, null)).toBe('2 in effect, 1 to come, 2 ended');
  expect(countedText(['ended'], null)).toBe('1 ended');
  expect(countedText([], null)).toBe('');
});

test('as of a term shows how many of all are in effect', () => {
  expect(countedText(some, '201992')).toBe('2 of 5 in effect');
  expect(countedText(['ended'], '201992')).toBe('0 of 1 in effect');
  expect(countedText([], '201992')).toBe('');
});
