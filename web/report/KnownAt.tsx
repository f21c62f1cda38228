import { dayOf, endOfDay } from '../lib/days.ts';
import { serverNow } from '../lib/serverTime.ts';
import { timeOf } from '../lib/time.ts';
import { DayInput } from '../ui/form/DayInput.tsx';

interface Props {
  label: string;
  /** A time in UTC, or null for now. */
  value: string | null;
  onChange: (value: string | null) => void;
}

/**
 * The day at the end of which the report is shown. A copied link may contain a time within a day; the hint then shows it.
 */
export function KnownAt({ label, value, onChange }: Props) {
  const day = dayOf(value);
  const isPast = value !== null && day !== '' && value <= serverNow();
  return (
    <DayInput
      label={label}
      description={isPast ? `As it was on ${timeOf(value)}` : 'At the end of a day, or today until now'}
      value={day}
      onChange={(next) => onChange(lastMomentOf(next))}
      validate={(next) => (next > dayOf(serverNow()) ? `${label} must not be in the future` : undefined)}
    />
  );
}

function lastMomentOf(day: string): string | null {
  const end = endOfDay(day);
  return end && new Date(Date.parse(end) - 1).toISOString();
}
