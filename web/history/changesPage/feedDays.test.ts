import { expect, test } from 'vitest';
import type { ChangeSetWithEntries } from '../../../contract/history.ts';
import { feedDays } from './feedDays.ts';

const daysOf = (times: string[], now: string) =>
  feedDays(
    times.map((at) => ({ at }) as ChangeSetWithEntries),
    now,
  ).map(({ heading, date, sets }) => [heading, date, sets.length]);

test('each day has one heading, also if its change sets come from several pages', () => {
  const times = ['27T18:00', '27T08:30', '26T20:00', '26T16:00', '24T16:00'].map(
    (at) => `2026-11-${at}:00.000Z`,
  );
  expect(daysOf(times, '2026-11-27T20:00:00.000Z')).toEqual([
    ['Today', 'Nov 27, 2026', 2],
    ['Yesterday', 'Nov 26, 2026', 2],
    ['Tuesday, November 24, 2026', null, 1],
  ]);
});

test('days are those of the time zone of the university, also when the clocks change', () => {
  // 11:30 PM and 0:30 AM in Pacific Time.
  const times = ['2026-11-02T08:30:00.000Z', '2026-11-02T07:30:00.000Z', '2026-11-01T07:30:00.000Z'];
  expect(daysOf(times, '2026-11-03T06:00:00.000Z')).toEqual([
    ['Today', 'Nov 2, 2026', 1],
    ['Yesterday', 'Nov 1, 2026', 2],
  ]);
});
