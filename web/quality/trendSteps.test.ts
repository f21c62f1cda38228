import { expect, test } from 'vitest';
import { changesIn, stepsOfTrend } from './trendSteps.ts';

const points = [
  { day: '2026-11-01', open: 4 },
  { day: '2026-11-06', open: 4 },
  { day: '2026-11-11', open: 0 },
];

test('the line goes from day to day, in steps, and the largest number is at the top', () => {
  expect(stepsOfTrend(points)).toBe('M0 3H50V3H100V21');
});

test('a trend without findings is a line at the bottom', () => {
  expect(stepsOfTrend(points.map(({ day }) => ({ day, open: 0 })))).toBe('M0 21H50V21H100V21');
});

test('the numbers in words are those that differ from the one before', () => {
  expect(changesIn(points).map(({ open }) => open)).toEqual([4, 0]);
});
