/** Until which month each quarter counts as running, by its code; the summer sessions all begin at 25. */
const quarters = [
  { untilMonth: 3, code: '03' },
  { untilMonth: 6, code: '14' },
  { untilMonth: 9, code: '25' },
  { untilMonth: 12, code: '92' },
] as const;

/** The code (`yyyyst`) of the quarter that a day lies in. */
export function termOf(day: Date): string {
  const { code } = quarters.find(({ untilMonth }) => day.getMonth() < untilMonth) ?? quarters[3];
  return `${day.getFullYear()}${code}`;
}

/** True of a term that has passed. Real data has items that are over while their Active flag is on. */
export const hasPassed = (term: string | null, today = new Date()): boolean =>
  term !== null && term < termOf(today);
