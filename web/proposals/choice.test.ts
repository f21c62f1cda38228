import { expect, test } from 'vitest';
import { readChoice, writeChoice } from './end/EndForm.tsx';

const read = (address: string) => readChoice(new URLSearchParams(address));

test('a choice written into a URL reads back unchanged', () => {
  const choice = { term: '202692', isInactive: true, also: ['8'] };
  const params = new URLSearchParams('term=199192&skip=school.02&also=9&q=art');
  writeChoice(params, choice);
  expect(readChoice(params)).toEqual(choice);
  expect(params.get('q')).toBe('art');
  expect(params.get('skip')).toBe('school.02');
  writeChoice(params, { term: '', isInactive: false, also: [] });
  expect(params.toString()).toBe('term=&skip=school.02&q=art&inactive=false');
  expect(readChoice(params).isInactive).toBe(false);
  writeChoice(params, { term: '', isInactive: null, also: [] });
  expect(params.toString()).toBe('term=&skip=school.02&q=art');
  expect(readChoice(params).isInactive).toBeNull();
});

test('the last term defaults to the current term, and is empty if the URL has an empty or invalid term', () => {
  expect(read('').term).toBe('202592');
  expect(read('term=').term).toBe('');
  expect(read('term=soon').term).toBe('');
});

test('the last term may have capital letters in its code', () => {
  expect(read('term=2025S1').term).toBe('2025S1');
  expect(read('term=2025s1').term).toBe('');
});
