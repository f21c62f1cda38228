import { timeZone } from './timeZone.ts';

const format = new Intl.DateTimeFormat('en-US', {
  timeZone,
  year: 'numeric',
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  timeZoneName: 'short',
});

/** Formats an ISO 8601 time in the university's time zone, with the name of the zone: `Jan 2, 2020, 12:00 PM PST`. */
export const timeOf = (iso: string): string => format.format(new Date(iso));

const dayFormat = new Intl.DateTimeFormat('en-US', {
  timeZone: 'UTC',
  year: 'numeric',
  month: 'short',
  day: 'numeric',
});

/** Formats a day: `Jan 2, 2020`. */
export const dayText = (day: string): string => dayFormat.format(new Date(`${day}T00:00Z`));
