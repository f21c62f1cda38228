import type { ChangeSetWithEntries } from '../../../contract/history.ts';
import { daysAfter } from '../../lib/calendar.ts';
import { dayOf } from '../../lib/days.ts';
import { dayText, longDayText } from '../../lib/time.ts';

/** The change sets of one day. */
interface FeedDay {
  day: string;
  /** 'Today', 'Yesterday' or 'Thursday, November 26, 2026'. */
  heading: string;
  /** The date of today and yesterday, which their headings leave out. */
  date: string | null;
  sets: ChangeSetWithEntries[];
}

/** The change sets by day, in their order, each day once. `now` is the time, which says what is today. */
export function feedDays(sets: readonly ChangeSetWithEntries[], now: string): FeedDay[] {
  const today = dayOf(now);
  const near = new Map([
    [today, 'Today'],
    [daysAfter(today, -1), 'Yesterday'],
  ]);
  return [...Map.groupBy(sets, ({ at }) => dayOf(at))].map(([day, ofDay]) => {
    const name = near.get(day);
    return {
      day,
      heading: name ?? longDayText(day),
      date: name === undefined ? null : dayText(day),
      sets: ofDay,
    };
  });
}
