/** The last month, first code and season of each quarter. The codes of the summer sessions begin at 25. */
const quarters = [
  { throughMonth: 3, code: '03', season: 'Winter' },
  { throughMonth: 6, code: '14', season: 'Spring' },
  { throughMonth: 9, code: '25', season: 'Summer' },
  { throughMonth: 12, code: '92', season: 'Fall' },
] as const;

/** The quarter of the year that a term (`yyyyst`) begins in, from 0, by the order of the codes: letters follow digits. */
export const quarterOf = (term: string): number =>
  Math.max(
    0,
    quarters.findLastIndex(({ code }) => code <= term.slice(4)),
  );

/** The season of a term (`yyyyst`), if its code names a season: letters never do. */
export const seasonOf = (term: string): string | undefined => {
  const code = term.slice(4);
  return /^\d+$/.test(code) && code >= quarters[0].code ? quarters[quarterOf(term)]?.season : undefined;
};

/** The code (`yyyyst`) of the running term on the date of `now` in a time zone (contract 10). */
export function runningTerm(now: Date, timeZone: string): string {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone, year: 'numeric', month: 'numeric' })
    .formatToParts(now)
    .map(({ type, value }) => [type, value]);
  const { year, month }: Record<string, string> = Object.fromEntries(parts);
  const { code } = quarters.find(({ throughMonth }) => Number(month) <= throughMonth) ?? quarters[3];
  return `${year}${code}`;
}
