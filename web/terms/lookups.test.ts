import { expect, test } from 'vitest';
import type { Major } from '../../contract/major.ts';
import { majorTitleOptions } from './lookups.ts';

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
