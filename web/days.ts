/** A day is written as `2025-10-31`, and is one of the browser's time zone. */
const DAY = /^[12]\d{3}-\d\d-\d\d$/;

export const isDay = (text: string) => DAY.test(text) && !Number.isNaN(startOfDay(text).getTime());

/** The first moment of a day. */
export const startOfDay = (day: string) => new Date(`${day}T00:00`);

/** A number of days later, or before. They may have 23 or 25 hours. */
export function daysAfter(day: string, count: number): string {
  const then = startOfDay(day);
  then.setDate(then.getDate() + count);
  return dayOf(then.toISOString());
}

const pad = (part: number, length: number) => String(part).padStart(length, '0');

/** The day of a time. Empty for none, and for what is no time. */
export function dayOf(iso: string | null): string {
  const date = new Date(iso ?? Number.NaN);
  if (Number.isNaN(date.getTime())) return '';
  return `${pad(date.getFullYear(), 4)}-${pad(date.getMonth() + 1, 2)}-${pad(date.getDate(), 2)}`;
}

/** The last millisecond of a day, as a time in UTC. Null for no day. */
export function endOfDay(day: string): string | null {
  const date = new Date(`${day}T23:59:59.999`);
  return Number.isNaN(date.getTime()) ? null : date.toISOString();
}
