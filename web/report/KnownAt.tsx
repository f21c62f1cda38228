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

/** The day whose end the report is shown at. A copied link may name a time within a day, which the hint then says. */
export function KnownAt({ label, value, onChange }: Props) {
  const day = dayOf(value);
  const isPast = value !== null && day !== '' && value <= serverNow();
  return (
    <DayInput
      label={label}
      description={isPast ? `As it was on ${timeOf(value)}` : 'At the end of a day, or today until now'}
      value={day}
      onChange={(next) => onChange(lastMomentOf(next))}
      refusalOf={(next) => (next > dayOf(serverNow()) ? `${label} must not be in the future` : undefined)}
    />
  );
}

function lastMomentOf(day: string): string | null {
  const end = endOfDay(day);
  return end && new Date(Date.parse(end) - 1).toISOString();
}
