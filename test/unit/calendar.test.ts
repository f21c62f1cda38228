import { describe, expect, test } from 'vitest';
import { calendarOf, daysAfter } from '../../web/lib/calendar.ts';

const HOUR = 3_600_000;
const { startOfDay, endOfDay, dayOf } = calendarOf('America/Los_Angeles');

describe('a day', () => {
  test.each([
    ['America/Los_Angeles', '2025-10-31', '2025-10-31T07:00:00.000Z', 24],
    ['America/Los_Angeles', '2025-03-09', '2025-03-09T08:00:00.000Z', 23],
    ['America/Los_Angeles', '2025-11-02', '2025-11-02T07:00:00.000Z', 25],
    ['America/Los_Angeles', '2024-02-29', '2024-02-29T08:00:00.000Z', 24],
    ['America/Los_Angeles', '1999-12-31', '1999-12-31T08:00:00.000Z', 24],
    ['America/Los_Angeles', '2999-12-31', '2999-12-31T08:00:00.000Z', 24],
    ['Asia/Tokyo', '2025-10-31', '2025-10-30T15:00:00.000Z', 24],
    ['Asia/Kathmandu', '2025-10-31', '2025-10-30T18:15:00.000Z', 24],
    // The clock goes forward from midnight to one, and back from one to midnight.
    ['America/Santiago', '2025-09-07', '2025-09-07T04:00:00.000Z', 23],
    ['Atlantic/Azores', '2025-10-26', '2025-10-26T00:00:00.000Z', 25],
    // The clock goes back from midnight to eleven.
    ['America/Santiago', '2025-04-05', '2025-04-05T03:00:00.000Z', 25],
  ])('in %s, %s begins at %s and has %i hours', (zone, day, start, hours) => {
    const calendar = calendarOf(zone);
    expect(calendar.startOfDay(day)).toBe(start);
    expect(calendar.endOfDay(day)).toBe(new Date(Date.parse(start) + hours * HOUR).toISOString());
    expect(calendar.dayOf(start)).toBe(day);
    expect(calendar.dayOf(new Date(Date.parse(start) - 1).toISOString())).toBe(daysAfter(day, -1));
  });

  test('that a time zone skipped is invalid, and the day before ends where the day after begins', () => {
    const apia = calendarOf('Pacific/Apia');
    expect(apia.startOfDay('2011-12-30')).toBeNull();
    expect(apia.endOfDay('2011-12-29')).toBe(apia.startOfDay('2011-12-31'));
  });
});

test.each(['', 'yesterday', '2025-02-30', '2025-13-01', '2025-1-1', '0999-01-01', '2025-10-31T00:00'])(
  '%j is not a day',
  (text) => {
    expect(startOfDay(text)).toBeNull();
    expect(endOfDay(text)).toBeNull();
  },
);

test('an invalid time has no day', () => {
  expect(dayOf(null)).toBe('');
  expect(dayOf('yesterday')).toBe('');
  expect(dayOf('0050-06-01T12:00:00Z')).toBe('0050-06-01');
});

test('days are counted across months, leap days and clock changes', () => {
  expect(daysAfter('2025-03-08', 2)).toBe('2025-03-10');
  expect(daysAfter('2024-03-01', -1)).toBe('2024-02-29');
  expect(daysAfter('2025-12-31', 1)).toBe('2026-01-01');
});
