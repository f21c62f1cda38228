const DAY_LENGTH = 24 * 60 * 60 * 1000;

/** A day that the user can enter. */
const DAY = /^[12]\d{3}-\d\d-\d\d$/;

/** Parses the time that a clock shows as if it were UTC. */
const asUtc = (shown: string) => Date.parse(`${shown}Z`);

/** The day that is this number of days later, or earlier if the number is negative. */
export const daysAfter = (day: string, count: number): string =>
  new Date(asUtc(`${day}T00:00`) + count * DAY_LENGTH).toISOString().slice(0, day.length);

/**
 * The days of a time zone, by default the browser's. A day is written as `2025-10-31`. It begins when the clocks first show
 * it, which is not midnight if they are put forward then, and it may have 23 or 25 hours.
 */
export function calendarOf(timeZone: string | undefined) {
  const clock = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  });

  /** The time that the clocks show at a moment: `2025-10-31T09:05:00`. */
  function clockAt(moment: number): string {
    const parts = clock.formatToParts(moment).map(({ type, value }) => [type, value]);
    const { year, month, day, hour, minute, second }: Record<string, string> = Object.fromEntries(parts);
    return `${year?.padStart(4, '0')}-${month}-${day}T${hour}:${minute}:${second}`;
  }

  const dayAt = (moment: number) => clockAt(moment).slice(0, 10);

  /** How far the clocks are ahead of UTC at a moment. */
  const offsetAt = (moment: number) => asUtc(clockAt(moment)) - moment;

  /** The first moment of a day. Undefined if the zone has no such day. */
  function firstMoment(day: string): number | undefined {
    const midnight = asUtc(`${day}T00:00`);
    if (Number.isNaN(midnight)) return undefined;
    return [midnight - DAY_LENGTH, midnight + DAY_LENGTH]
      .map((near) => midnight - offsetAt(near))
      .toSorted((a, b) => a - b)
      .find((moment) => dayAt(moment) === day);
  }

  const asIso = (moment: number | undefined) =>
    moment === undefined ? null : new Date(moment).toISOString();

  /** The first moment of a day, as a time in UTC. Null if the text is not a valid day. */
  const startOfDay = (day: string): string | null => (DAY.test(day) ? asIso(firstMoment(day)) : null);

  /** The first moment after a day, as a time in UTC. Null if the text is not a valid day. */
  function endOfDay(day: string): string | null {
    if (startOfDay(day) === null) return null;
    // The next day may be missing, if the zone moved across the date line.
    return asIso(firstMoment(daysAfter(day, 1)) ?? firstMoment(daysAfter(day, 2)));
  }

  /** The day of a time. Empty if there is no time, or if the text is not a time. */
  function dayOf(iso: string | null): string {
    const moment = Date.parse(iso ?? '');
    return Number.isNaN(moment) ? '' : dayAt(moment);
  }

  return { startOfDay, endOfDay, dayOf };
}
