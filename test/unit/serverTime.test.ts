import { beforeEach, expect, test, vi } from 'vitest';
import { noteServerTime, serverNow } from '../../web/lib/serverTime.ts';

const responseAt = (time: string) => noteServerTime(new Headers({ Date: new Date(time).toUTCString() }));

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2026-07-01T00:00:00Z') });
  return () => vi.useRealTimers();
});

test('the time is that of the last response plus the elapsed time, also past midnight', () => {
  responseAt('2026-06-28T23:59:58Z');
  expect(serverNow()).toBe('2026-06-28T23:59:58.000Z');
  vi.advanceTimersByTime(3_000);
  expect(serverNow()).toBe('2026-06-29T00:00:01.000Z');
  responseAt('2026-06-29T00:00:02Z');
  expect(serverNow()).toBe('2026-06-29T00:00:02.000Z');
});

test('a response without a time changes nothing', () => {
  responseAt('2026-06-28T12:00:00Z');
  noteServerTime(new Headers());
  expect(serverNow()).toBe('2026-06-28T12:00:00.000Z');
});
