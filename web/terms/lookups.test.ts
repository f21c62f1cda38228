import { expect, test } from 'vitest';
import type { Major } from '../../contract/major.ts';
import { findOptions, offered, problemOf } from '../ui/form/options.ts';
import { majorTitleOptions, termOptions } from './lookups.ts';

const majorOf = (majorCode: string, majorSegment: string, titleLong: string | null, title20 = 'Short') =>
  ({ majorCode, majorSegment, titleLong, title20 }) as Major;

test('the option of a major is its long title with the code; if two majors share the code it notes the segment', () => {
  const options = majorTitleOptions([
    majorOf('201', 'U', 'Computer Science'),
    majorOf('201', 'G', 'Informatics'),
    majorOf('301', 'U', null, 'Art'),
    majorOf('302', 'G', 'Music'),
    majorOf('302', 'U', 'Music'),
  ]);
  expect(options).toEqual([
    { value: '201', code: '201', label: 'Computer Science (201)', note: 'U' },
    { value: '201', code: '201', label: 'Informatics (201)', note: 'G' },
    { value: '301', code: '301', label: 'Art (301)' },
    { value: '302', code: '302', label: 'Music (302)', note: 'G, U' },
  ]);
});

test('of the terms that a text matches equally well, those near the running term come first', () => {
  const years = Array.from({ length: 40 }, (_, at) => 1995 + at);
  const terms = years.flatMap((year) =>
    [
      ['W', '03'],
      ['S', '14'],
      ['F', '92'],
    ].map(([letter, code]) => ({
      termYyyyst: `${year}${code}`,
      termLetterYear: `${letter}${String(year).slice(2)}`,
    })),
  );
  const options = offered(termOptions(terms, '202692'), []);
  const labels = (text: string) => findOptions(options, text).options.map(({ label }) => label);
  expect(labels('spri').slice(0, 4)).toEqual(['S26', 'S27', 'S25', 'S28']);
  expect(labels('f2').slice(0, 3)).toEqual(['F26', 'F25', 'F27']);
  // A better match comes first, however far.
  expect(labels('s03')).toEqual(['S03']);
  expect(problemOf(findOptions(options, 'spri'), 'spri')).toBe('Choose one of 40: S26, S27, S25, …');
  expect(labels('').slice(0, 3)).toEqual(['F00', 'F01', 'F02']);
});
