const TIME = /^(?!0000)\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{3})?Z$/;

/**
 * Parses a time in UTC of the years 1 to 9999, with or without milliseconds, which can be compared with any time of the
 * database. Undefined for a text that is not a time.
 */
export function readTime(text: string): Date | undefined {
  const time = TIME.test(text) ? new Date(text) : undefined;
  // February 30 becomes another day, and month 13 an invalid date.
  const isSame = time && !Number.isNaN(time.getTime()) && time.toISOString().startsWith(text.slice(0, 19));
  return isSame ? time : undefined;
}
