import type { Quarter } from '../../contract/columns/quarters.ts';
import type { Bounds, Moment } from '../../contract/spans.ts';

/** A year, or the label of a term. */
export const momentText = (moment: Moment | null, quarter: Quarter) =>
  typeof moment === 'number' ? String(moment) : quarter(moment);

/** 'since F11', 'F11 – Z21', 'until Z21', or null if it is open at both ends. */
export function spanText({ start, end }: Bounds, quarter: Quarter): string | null {
  const [from, to] = [momentText(start, quarter), momentText(end, quarter)];
  if (from && to) return `${from} – ${to}`;
  return from ? `since ${from}` : to && `until ${to}`;
}
