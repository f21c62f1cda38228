import { expect, test } from 'vitest';
import { isInEffect, notInEffectText } from './outsideTerm.ts';

// The running term is F25.
const quarter = (code: string | null) => code && `Q${code.slice(2, 4)}`;
const textOf = (start: string | number | null, end: string | number | null, term = '201992') =>
  notInEffectText([{ start, end }], term, quarter);

test.each([
  ['202192', null, 'not in effect in Q19; starts Q21'],
  [2021, null, 'not in effect in Q19; starts 2021'],
  [null, '201876', 'not in effect in Q19; ended Q18'],
  [null, 2018, 'not in effect in Q19; ended 2018'],
])('a period from %s to %s: %s', (start, end, text) => expect(textOf(start, end)).toBe(text));

test('an end that has not passed is in the future', () => {
  expect(textOf(null, '202792', '203092')).toBe('not in effect in Q30; ends Q27');
});

test('of several periods, those that do not contain the term are named', () => {
  const periods = [
    { of: 'relationship', start: '201092', end: '201876' },
    { of: 'major', start: '201092', end: null },
    { of: 'degree', start: '202092', end: null },
  ];
  expect(notInEffectText(periods, '201992', quarter)).toBe(
    'not in effect in Q19; relationship ended Q18, degree starts Q20',
  );
  expect(isInEffect(periods, '201992')).toBe(false);
  expect(isInEffect(periods.slice(1, 2), '201992')).toBe(true);
});
