import type { TrendPoint } from '../../contract/quality.ts';
import { dayText } from '../lib/time.ts';
import hide from '../ui/visuallyHidden.module.css';
import classes from './quality.module.css';
import { changesIn, stepsOfTrend } from './trendSteps.ts';

/**
 * The number of open findings of the running term on the last days on which data changed: a line, the first number if it
 * differs from the last, and for screen readers all of them. Nothing for a single day.
 */
export function Trend({ points }: { points: readonly TrendPoint[] }) {
  const [first] = points;
  const last = points.at(-1);
  if (!first || !last || first === last) return null;
  return (
    <div className={classes.trend}>
      <svg viewBox="0 0 100 24" preserveAspectRatio="none" aria-hidden>
        <path d={stepsOfTrend(points)} />
      </svg>
      {first.open !== last.open && (
        <small aria-hidden>{`was ${first.open.toLocaleString('en-US')} on ${dayText(first.day)}`}</small>
      )}
      <span className={hide.visuallyHidden}>
        {`Open in the running term: ${changesIn(points)
          .map(({ open, day }) => `${open.toLocaleString('en-US')} on ${dayText(day)}`)
          .join(', ')}`}
      </span>
    </div>
  );
}
