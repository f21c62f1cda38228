/** Through which month each quarter counts as running, by its code; the summer sessions all begin at 25. */
const quarters = [
  { throughMonth: 3, code: '03' },
  { throughMonth: 6, code: '14' },
  { throughMonth: 9, code: '25' },
  { throughMonth: 12, code: '92' },
] as const;

/** The code (`yyyyst`) of the term that runs on the day that a moment lies in where the zone counts (contract 10). */
export function runningTerm(now: Date, timeZone: string): string {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone, year: 'numeric', month: 'numeric' })
    .formatToParts(now)
    .map(({ type, value }) => [type, value]);
  const { year, month }: Record<string, string> = Object.fromEntries(parts);
  const { code } = quarters.find(({ throughMonth }) => Number(month) <= throughMonth) ?? quarters[3];
  return `${year}${code}`;
}
