const DAY_LENGTH = 24 * 60 * 60 * 1000;

/** A day that can be chosen. */
const DAY = /^[12]\d{3}-\d\d-\d\d$/;

/** What a clock shows, as the moment at which it would show it in UTC. */
const asUtc = (shown: string) => Date.parse(`${shown}Z`);

/** A number of days later, or before. */
export const daysAfter = (day: string, count: number): string =>
  new Date(asUtc(`${day}T00:00`) + count * DAY_LENGTH).toISOString().slice(0, day.length);

/**
 * The days of a time zone, the browser's if none is given. A day is written as `2025-10-31`. It begins when the clocks show
 * it for the first time, which is not midnight where they are put forward then, and it may have 23 or 25 hours.
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

  /** What the clocks show at a moment: `2025-10-31T09:05:00`. */
  function shownAt(moment: number): string {
    const parts = clock.formatToParts(moment).map(({ type, value }) => [type, value]);
    const { year, month, day, hour, minute, second }: Record<string, string> = Object.fromEntries(parts);
    return `${year?.padStart(4, '0')}-${month}-${day}T${hour}:${minute}:${second}`;
  }

  const shownDay = (moment: number) => shownAt(moment).slice(0, 10);

  /** How far the clocks are ahead of UTC at a moment. */
  const aheadAt = (moment: number) => asUtc(shownAt(moment)) - moment;

  /** The first moment of a day; undefined for what is no day of this zone. */
  function firstMoment(day: string): number | undefined {
    const midnight = asUtc(`${day}T00:00`);
    if (Number.isNaN(midnight)) return undefined;
    return [midnight - DAY_LENGTH, midnight + DAY_LENGTH]
      .map((near) => midnight - aheadAt(near))
      .toSorted((a, b) => a - b)
      .find((moment) => shownDay(moment) === day);
  }

  const asIso = (moment: number | undefined) =>
    moment === undefined ? null : new Date(moment).toISOString();

  /** The first moment of a day, as a time in UTC; null for what is no day that can be chosen. */
  const startOfDay = (day: string): string | null => (DAY.test(day) ? asIso(firstMoment(day)) : null);

  /** The first moment after a day, as a time in UTC; null for what is no day that can be chosen. */
  function endOfDay(day: string): string | null {
    if (startOfDay(day) === null) return null;
    // The day after may be missing, where a zone went over the date line.
    return asIso(firstMoment(daysAfter(day, 1)) ?? firstMoment(daysAfter(day, 2)));
  }

  /** The day of a time. Empty for none, and for what is no time. */
  function dayOf(iso: string | null): string {
    const moment = Date.parse(iso ?? '');
    return Number.isNaN(moment) ? '' : shownDay(moment);
  }

  return { startOfDay, endOfDay, dayOf };
}
