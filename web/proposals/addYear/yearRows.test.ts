import { expect, test } from 'vitest';
import { yearRows } from './yearRows.ts';

const sessions = { '03': 'W', '14': 'S', '25': 'Y', '39': 'T', '51': 'C', '76': 'Z', '92': 'F' };
const year = (of: number, codes: readonly string[] = Object.keys(sessions)) =>
  codes.map((session) => ({
    termYyyyst: `${of}${session}`,
    termLetterYear: `${sessions[session as keyof typeof sessions] ?? 'X'}${String(of).slice(2)}`,
  }));
const labels = (terms: Parameters<typeof yearRows>[0]) =>
  yearRows(terms)?.rows.map(({ ref, values }) =>
    [...Object.values(ref), ...Object.values(values ?? {})].join(' '),
  );

test('the year after the last one has its sessions, with labels of that year, in chronological order', () => {
  expect(yearRows([...year(2030), ...year(2029)].toReversed())?.year).toBe(2031);
  expect(labels([...year(2030), ...year(2029)].toReversed())).toEqual([
    '203103 W31',
    '203114 S31',
    '203125 Y31',
    '203139 T31',
    '203151 C31',
    '203176 Z31',
    '203192 F31',
  ]);
});

test('a year that has only some of its terms is completed', () => {
  const terms = [...year(2029), ...year(2030), ...year(2031, ['03', '14'])];
  expect(yearRows(terms)).toMatchObject({ year: 2031, rows: { length: 5 } });
  expect(labels(terms)?.[0]).toBe('203125 Y31');
});

test('a session that the last year has for the first time is repeated', () => {
  expect(labels([...year(2029, ['92']), ...year(2030, ['92', 'S1'])])).toEqual(['203192 F31', '2031S1 X31']);
});

test('labels may have the year anywhere, with four digits, or not at all', () => {
  const one = (termLetterYear: string) => labels([{ termYyyyst: '203092', termLetterYear }]);
  expect(one('30F')).toEqual(['203192 31F']);
  expect(one('F2030')).toEqual(['203192 F2031']);
  expect(one('30-30')).toEqual(['203192 30-31']);
  expect(one('Fall')).toEqual(['203192 203192']);
});

test('without terms there is no year', () => {
  expect(yearRows([])).toBeNull();
});
