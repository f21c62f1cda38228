import { type ItemKind, type Items, itemKinds } from '../../contract/kinds.ts';
import { type Moment } from '../../contract/spans.ts';
import type { Quarter } from './lookups.ts';

/** The start and end of a period: term codes or years, null if open. */
export interface Bounds {
  start: Moment | null;
  end: Moment | null;
}

export function boundsOf<K extends ItemKind>(kind: K, item: Items[K]): Bounds {
  const names = itemKinds[kind].span;
  const values = item as object as Record<string, Moment | null>;
  return { start: values[names.start] ?? null, end: values[names.end] ?? null };
}

/** A year, or the label of a term. */
export const momentText = (moment: Moment | null, quarter: Quarter) =>
  typeof moment === 'number' ? String(moment) : quarter(moment);

/** 'since F11', 'F11 – Z21', 'until Z21', or null if it is open at both ends. */
export function spanText({ start, end }: Bounds, quarter: Quarter): string | null {
  const [from, to] = [momentText(start, quarter), momentText(end, quarter)];
  if (from && to) return `${from} – ${to}`;
  return from ? `since ${from}` : to && `until ${to}`;
}
