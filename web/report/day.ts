const pad = (part: number, length: number) => String(part).padStart(length, '0');

/** The day of a time in the browser's time zone, as `2025-10-31`. Empty for none, and for what is no time. */
export function dayOf(iso: string | null): string {
  const date = new Date(iso ?? Number.NaN);
  if (Number.isNaN(date.getTime())) return '';
  return `${pad(date.getFullYear(), 4)}-${pad(date.getMonth() + 1, 2)}-${pad(date.getDate(), 2)}`;
}

/** The last millisecond of a day in the browser's time zone, as a time in UTC. Null for no day. */
export function endOfDay(day: string): string | null {
  const date = new Date(`${day}T23:59:59.999`);
  return Number.isNaN(date.getTime()) ? null : date.toISOString();
}
