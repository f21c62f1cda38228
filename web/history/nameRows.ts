import type { Action, ChangedEnd, ChangeEntry, ChangeSet } from '../../contract/history.ts';
import { itemNames, lookupNames } from '../lib/kindNames.ts';
import { itemPath } from '../lib/paths.ts';
import {
  earlierField,
  isEarlierValue,
  isOfItem,
  isOfOwner,
  isOfRelationship,
  isSubject,
  type Named,
  nounOf,
  onlyDeleted,
} from './describeChange.ts';
import { readEarlierValueKey } from './earlierValueKey.ts';

/** A part of a text that names rows: words, or the label of a row, which links to its page if it has one. */
export type Part = string | { label: string; to: string | null };

/** The text of several parts. */
export const textOf = (parts: readonly Part[]): string =>
  parts.map((part) => (typeof part === 'string' ? part : part.label)).join('');

const numberOf = (count: number, noun: string): string =>
  `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`;

/** At most this many rows are named. */
const NAMED = 3;

/** How many others there are beside the named rows. */
type Others = (count: number) => string;
const more: Others = (count) => `${count.toLocaleString('en-US')} more`;
/** If the kinds of the others are unknown. */
const moreRows: Others = (count) => numberOf(count, 'more row');

/** Some of `count` names: 'A, B and C', 'A, B, C and 23 more'. */
function list(names: readonly (readonly Part[])[], count: number, others = more): Part[] {
  const named = names.slice(0, NAMED);
  const left = count - named.length;
  const all = left > 0 ? [...named, [others(left)]] : named;
  return all.flatMap((name, at) => (at === 0 ? name : [at === all.length - 1 ? ' and ' : ', ', ...name]));
}

/** The same for texts. */
export const listed = (names: readonly string[], count: number): string =>
  textOf(
    list(
      names.map((name) => [name]),
      count,
    ),
  );

/**
 * Names `count` rows, of which only the first may be known: the items, terms and award types with the number of their
 * relationships and earlier values, or else these: 'school 60 School of Art and its 4 relationships', 'majors 201 U Biology,
 * 202 U Botany and 1,200 more rows'.
 */
export function rowsNamed(entries: readonly ChangeEntry[], count: number): Part[] {
  const items = entries.filter(isOfOwner);
  if (entries.length < count) return firstNamed(items, entries[0], count);
  const relationships = entries.filter(isOfRelationship);
  const earlier = entries.filter(isEarlierValue);
  if (items.length === 0) {
    const named = [relationshipsNamed(relationships), earlierValuesNamed(earlier)].filter(
      (parts) => parts.length > 0,
    );
    return list(named, named.length);
  }
  const others = [
    relationships.length > 0 && numberOf(relationships.length, 'relationship'),
    earlier.length > 0 && numberOf(earlier.length, 'earlier value'),
  ].filter(Boolean);
  if (others.length === 0) return itemsNamed(items);
  const isTheirs = (entry: ChangeEntry) =>
    items.some((item) => [entry, ...(itemsOf(entry) ?? [])].some((one) => isSubject(one, item)));
  const whose = entries.every(isTheirs) ? (items.length === 1 ? 'its ' : 'their ') : '';
  return [...itemsNamed(items), `${items.length > 1 ? ',' : ''} and ${whose}${others.join(' and ')}`];
}

/** Names some of many rows: the known items, or else the first row. */
function firstNamed(items: readonly ChangeEntry[], first: ChangeEntry | undefined, count: number): Part[] {
  if (!first) return [numberOf(count, 'row')];
  if (items.length > 0) return itemsNamed(items, count, moreRows);
  return list(
    [isOfRelationship(first) ? relationshipNamed(first) : earlierValuesNamed([first])],
    count,
    moreRows,
  );
}

/** The items of a relationship or an earlier value; undefined for an item itself. */
function itemsOf(entry: ChangeEntry): readonly Named[] | undefined {
  const earlier = readEarlierValueKey(entry);
  return earlier ? [earlier] : (entry.ends ?? undefined);
}

/** The label of a row. The page of a deleted item shows its deletion. */
const labelOf = (entry: ChangeEntry): Part => ({
  label: entry.label,
  to: isOfItem(entry) ? itemPath(entry.kind, entry.key) : null,
});

const headings: Partial<Record<string, { heading: string }>> = { ...itemNames, ...lookupNames };

/** 'degrees BA Art and BS Art', or 'major 201 U Biology and degree BS Biology'. */
function itemsNamed(items: readonly ChangeEntry[], count = items.length, others = more): Part[] {
  const [first, ...further] = items;
  const { heading } = headings[first?.kind ?? ''] ?? {};
  if (heading !== undefined && further.length > 0 && further.every(({ kind }) => kind === first?.kind))
    return [
      `${heading.toLowerCase()} `,
      ...list(
        items.map((item) => [labelOf(item)]),
        count,
        others,
      ),
    ];
  const named = items.map((item) => [`${nounOf(item.kind)} `, labelOf(item)]);
  return list(named, count, others);
}

/** An end of a relationship: 'degree BS Biology'. It has a page if it exists today. */
const endNamed = ({ kind, key, label, exists }: ChangedEnd): Part[] => [
  `${nounOf(kind)} `,
  { label, to: exists ? itemPath(kind, key) : null },
];

/** 'degree BS Biology to department BIO Biology'. */
export const endsNamed = ({ ends }: ChangeEntry): Part[] =>
  (ends ?? []).flatMap((end, at) => (at === 0 ? endNamed(end) : [' to ', ...endNamed(end)]));

const relationshipNamed = (entry: ChangeEntry): Part[] => ['the relationship of ', ...endsNamed(entry)];

/** A relationship by both its ends, several by the end that they share: '4 relationships of school 60 School of Art'. */
function relationshipsNamed(entries: readonly ChangeEntry[]): Part[] {
  const [first, ...further] = entries;
  if (!first) return [];
  if (further.length === 0) return relationshipNamed(first);
  const shared = first.ends?.find((end) =>
    further.every(({ ends }) => ends?.some((other) => isSubject(other, end))),
  );
  if (shared) return [`${numberOf(entries.length, 'relationship')} of `, ...endNamed(shared)];
  const labels = entries.map(({ label }) => [{ label, to: null }]);
  return ['relationships ', ...list(labels, labels.length)];
}

/** 'the earlier Title 20 of major 201 U Biology', or '3 earlier values of majors 201 U Biology and 202 U Botany'. */
function earlierValuesNamed(entries: readonly ChangeEntry[]): Part[] {
  const [first] = entries;
  if (!first) return [];
  const items = entries.flatMap((entry) => {
    const named = readEarlierValueKey(entry);
    return named ? [{ ...entry, kind: named.kind, key: named.key }] : [];
  });
  const each = new Map(items.map((item) => [`${item.kind}/${item.key}`, item]));
  const what =
    entries.length > 1 ? numberOf(entries.length, 'earlier value') : `the earlier ${earlierField(first)}`;
  return [`${what} of `, ...itemsNamed([...each.values()])];
}

/** Counts the rows of a change set. */
type Counted = Pick<ChangeSet, Action> & { readonly entries: readonly ChangeEntry[] };

/** What a change set did by one action: its number of rows, and those that are known. */
interface Clause {
  action: Action;
  own: readonly ChangeEntry[];
  count: number;
}

/** What a change set did, in this order, but with items first. Earlier values that an edit of their item kept are no change. */
export function clausesOf(set: Counted, order: readonly Action[]): Clause[] {
  return order
    .map((action) => {
      const all = set.entries.filter((entry) => entry.action === action);
      const own = all.filter((entry) => !isKept(entry, set));
      return { action, own, count: set[action] - (all.length - own.length) };
    })
    .filter(({ count }) => count > 0)
    .toSorted((one, other) => Number(other.own.some(isOfOwner)) - Number(one.own.some(isOfOwner)));
}

/** Whether an entry keeps an earlier value of an item that the change set edits too. */
export function isKept(entry: ChangeEntry, { entries }: Pick<Counted, 'entries'>): boolean {
  const item = readEarlierValueKey(entry);
  return item !== undefined && entries.some((other) => other.action === 'updated' && isSubject(other, item));
}

/**
 * Asks whether to undo a change set, and names its rows: 'Restore major 0H9 U Game Design and its 4 relationships?'. For a
 * change set with many rows, `entries` are the first.
 */
export function undoQuestion(set: ChangeSet, entries: readonly ChangeEntry[]): string {
  const clauses = clausesOf({ ...set, entries }, ['deleted', 'created', 'updated']);
  const text = clauses
    .map(({ action, own, count }) => `${undoWords[action]} ${textOf(rowsNamed(own, count))}`)
    .join('; ');
  return onlyDeleted(set) ? `R${text.slice(1)}?` : `Undo: ${text}?`;
}

const undoWords: Record<Action, string> = {
  deleted: 'restore',
  created: 'delete',
  updated: 'revert the changes to',
};
