import { expect, test } from 'vitest';
import { dayOf, endOfDay } from '../../web/days.ts';

test.each(['2025-10-31', '2024-02-29', '2025-03-09', '2025-11-02', '1999-12-31'])(
  'the end of %s is in that day, a millisecond before the next',
  (day) => {
    const end = endOfDay(day);
    expect(dayOf(end)).toBe(day);
    expect(dayOf(new Date(Date.parse(end ?? '') + 1).toISOString())).not.toBe(day);
  },
);

test('no day is no time, and no time is no day', () => {
  expect(endOfDay('')).toBeNull();
  expect(endOfDay('yesterday')).toBeNull();
  expect(dayOf(null)).toBe('');
  expect(dayOf('yesterday')).toBe('');
});
