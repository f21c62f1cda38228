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

const shortFormat = new Intl.DateTimeFormat('en-US', {
  timeZone,
  year: 'numeric',
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
});

/** The same without the zone, for a page that names it once: `Jan 2, 2020, 12:00 PM`. */
export const shortTimeOf = (iso: string): string => shortFormat.format(new Date(iso));

const clockFormat = new Intl.DateTimeFormat('en-US', { timeZone, hour: 'numeric', minute: '2-digit' });

/** The time alone, below the heading of its day: `12:00 PM`. */
export const clockOf = (iso: string): string => clockFormat.format(new Date(iso));

/** The name of the time zone in all seasons: `Pacific Time`. */
export const zoneName = (): string =>
  new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longGeneric' })
    .formatToParts()
    .find(({ type }) => type === 'timeZoneName')?.value ?? '';

const longDayFormat = new Intl.DateTimeFormat('en-US', {
  timeZone: 'UTC',
  weekday: 'long',
  year: 'numeric',
  month: 'long',
  day: 'numeric',
});

/** Formats a day as a heading: `Thursday, January 2, 2020`. */
export const longDayText = (day: string): string => longDayFormat.format(new Date(`${day}T00:00Z`));

const dayFormat = new Intl.DateTimeFormat('en-US', {
  timeZone: 'UTC',
  year: 'numeric',
  month: 'short',
  day: 'numeric',
});

/** Formats a day: `Jan 2, 2020`. */
export const dayText = (day: string): string => dayFormat.format(new Date(`${day}T00:00Z`));
