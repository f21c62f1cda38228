import { type ItemKind, itemKinds } from '../contract/kinds.ts';
import type { Candidate, KnownItem } from './intake.ts';
import { compact, written } from './words.ts';

/** The values to search for: some of the fields that name an item. */
export type Sought = Readonly<Record<string, unknown>>;

/** Finds the items of a kind that have these values. Codes match in either case, other texts exactly. */
export type Find = (sought: Sought) => readonly KnownItem[];

/** Creates the function that finds the items of a kind, with an index of each field that it needs. */
export function finder(kind: ItemKind, items: readonly KnownItem[]): Find {
  const indexes = new Map<string, Map<string, KnownItem[]>>();
  const indexOf = (field: string) => {
    const found = indexes.get(field) ?? grouped(items, field);
    indexes.set(field, found);
    return found;
  };
  const { codes } = itemKinds[kind].naturalKey;
  const matches = (item: KnownItem, [name, value]: [string, unknown]) => {
    const own = item[name];
    if (codes.includes(name) && typeof own === 'string' && typeof value === 'string')
      return own.toLowerCase() === value.toLowerCase();
    return own === value;
  };
  return (sought) => {
    const wanted = Object.entries(sought);
    const [[name, value] = ['', undefined]] = wanted;
    const near = indexOf(name).get(compact(written(value))) ?? [];
    return near.filter((item) => wanted.every((one) => matches(item, one)));
  };
}

function grouped(items: readonly KnownItem[], field: string): Map<string, KnownItem[]> {
  return Map.groupBy(items, (item) => compact(written(item[field])));
}

/** The items with a text in one of these fields, in any case and punctuation. The first field with a match decides. */
export function itemsCalled(
  items: readonly KnownItem[],
  fields: readonly string[],
  text: string,
): readonly KnownItem[] {
  const own = compact(text);
  for (const field of fields) {
    const found = items.filter(({ [field]: value }) => typeof value === 'string' && compact(value) === own);
    if (found.length > 0) return found;
  }
  return [];
}

/** The reference to an item in a proposal: its own `ref`, or else its key. */
export const refOf = (kind: ItemKind, item: KnownItem): Readonly<Record<string, unknown>> =>
  (item.ref as Readonly<Record<string, unknown>> | undefined) ?? {
    [itemKinds[kind].key]: item[itemKinds[kind].key],
  };

/** An item as a candidate for the question which item a row means. */
export function candidateOf(kind: ItemKind, item: KnownItem, termOf: (code: string) => string): Candidate {
  const { start, end } = itemKinds[kind].span;
  const { key } = itemKinds[kind];
  const names = new Set([...(itemKinds[kind].naturalKey.by[0] ?? []), ...itemKinds[kind].titles]);
  const texts = [...names].map((name): string => written(item[name])).filter((text) => text !== '');
  const term = (value: unknown, none: string) =>
    value == null ? none : typeof value === 'string' ? termOf(value) : written(value);
  return {
    value: item.ref === undefined ? written(item[key]) : JSON.stringify(item.ref),
    label: `${texts.join(' ')} (${term(item[start], '…')} to ${term(item[end], '…')})`,
  };
}

/** Whether an item ended before a term or year. */
export function endedBefore(kind: ItemKind, item: KnownItem, start: unknown): boolean {
  const { [itemKinds[kind].span.end]: end } = item;
  return typeof end === 'string' && typeof start === 'string' && end < start;
}
