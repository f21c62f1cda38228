import { daysAfter } from '../../lib/calendar.ts';
import { dayOf } from '../../lib/days.ts';
import { put, useUrlParams } from '../../lib/searchParams.ts';
import { serverNow } from '../../lib/serverTime.ts';
import chip from '../../ui/buttons/chip.module.css';
import type { Filters } from './changeFilters.ts';
import classes from './changes.module.css';

const ranges = [
  { text: 'Today', days: 1 },
  { text: '7 days', days: 7 },
  { text: '30 days', days: 30 },
];

/** Buttons that set From and To to the last days, today included. A click on the pressed one clears both. */
export function QuickRanges({ filters: { from, to } }: { filters: Filters }) {
  const { change } = useUrlParams();
  const today = dayOf(serverNow());
  return (
    <div role="group" aria-label="Days" className={classes.ranges}>
      {ranges.map(({ text, days }) => {
        const first = daysAfter(today, 1 - days);
        const isChosen = from === first && to === today;
        return (
          <button
            key={text}
            type="button"
            className={chip.chip}
            aria-pressed={isChosen}
            // The second click of a double click does not clear the days again.
            onClick={({ detail }) =>
              detail <= 1 &&
              change((now) => {
                put(now, 'from', isChosen ? null : first);
                put(now, 'to', isChosen ? null : today);
              })
            }
          >
            {text}
          </button>
        );
      })}
    </div>
  );
}
