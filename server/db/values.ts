const iso = (text: string) => new Date(text).toISOString();

/**
 * How values of the database read in JavaScript, by the number of their type, in both engines alike: whole and decimal
 * numbers as numbers (ours are small), dates as they are written, times as ISO 8601 in UTC with milliseconds.
 */
export const readers: Record<number, (text: string) => unknown> = {
  20: Number, // int8
  1700: Number, // numeric
  1082: (text) => text, // date
  1114: (text) => iso(`${text}Z`), // timestamp
  1184: iso, // timestamptz
};
