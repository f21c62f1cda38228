const TIME = /^(?!0000)\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{3})?Z$/;

/**
 * A time in UTC of the years 1 to 9999, with or without milliseconds, which any time of the database can be compared with.
 * Undefined for a text that is none.
 */
export function readTime(text: string): Date | undefined {
  const time = TIME.test(text) ? new Date(text) : undefined;
  // Another day comes of February 30, and none at all of month 13.
  const isSame = time && !Number.isNaN(time.getTime()) && time.toISOString().startsWith(text.slice(0, 19));
  return isSame ? time : undefined;
}
