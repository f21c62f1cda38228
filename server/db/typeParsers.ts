const iso = (text: string) => new Date(text).toISOString();

/**
 * The conversions of database values to JavaScript for both engines, by type OID. Integers and decimals become numbers
 * (ours are small), dates stay text, and times become ISO 8601 in UTC with milliseconds.
 */
export const readers: Record<number, (text: string) => unknown> = {
  20: Number, // int8
  1700: Number, // numeric
  1082: (text) => text, // date
  1114: (text) => iso(`${text}Z`), // timestamp
  1184: iso, // timestamptz
};
