import { TextInput } from '@mantine/core';
import { dayOf, endOfDay } from '../days.ts';
import { hintBelow } from '../form/SearchSelect.tsx';
import { timeOf } from '../time.ts';

interface Props {
  label: string;
  /** A time in UTC, or null for now. */
  value: string | null;
  onChange: (value: string | null) => void;
}

/** The day whose end the report is shown at. A copied link may name a time within a day, which the hint then says. */
export function KnownAt({ label, value, onChange }: Props) {
  const day = dayOf(value);
  return (
    <TextInput
      type="date"
      label={label}
      description={
        value !== null && day !== ''
          ? `As it was on ${timeOf(value)}`
          : 'At the end of a day, or today until now'
      }
      inputWrapperOrder={hintBelow}
      value={day}
      onChange={(event) => onChange(lastMomentOf(event.currentTarget.value))}
    />
  );
}

/** Of a day in the future its end, too: the server says that it must not be. */
function lastMomentOf(day: string): string | null {
  const now = new Date().toISOString();
  if (day === dayOf(now)) return now;
  const end = endOfDay(day);
  return end && new Date(Date.parse(end) - 1).toISOString();
}
