import type { ItemEarlierValue } from '../../contract/earlierValues.ts';
import { type ItemKey, type ItemKind, type Items, itemKinds, labelOfItem } from '../../contract/kinds.ts';
import { boundsOf, inEffect } from '../../contract/spans.ts';
import { foldCase } from '../lib/foldCase.ts';
import type { EarlierValuesOf } from '../terms/earlierValuesOf.ts';

/** An item with the texts that the search compares. They are folded once, not at each letter. */
export interface IndexedItem<K extends ItemKind = ItemKind> {
  /** Identifies the item among those of all kinds: `major/12`. */
  id: string;
  kind: K;
  key: ItemKey;
  item: Items[K];
  /** Whether it is in effect in the running term. */
  isInEffect: boolean;
  label: string;
  code: string | null;
  /** The whole titles. Those of a degree also with its award before them. */
  titles: readonly string[];
  /** The words of each title, each after a space: ' computer science'. The award is a word of a degree's titles. */
  wordTitles: readonly string[];
  allWords: string;
  /** The key, then the numbers of `numberNames`; empty if it has none. */
  numbers: readonly string[];
  /** The names and codes of earlier terms, latest first. */
  formerNames: readonly FormerName[];
}

/** A name or code that an item had through a term, and its words, each after a space. */
export interface FormerName {
  value: string;
  lastTerm: string;
  text: string;
  words: string;
}

interface SearchedFields<Item> {
  titles: readonly (keyof Item & string)[];
  /** A word of each title. */
  award?: keyof Item & string;
  numbers?: readonly (keyof Item & string)[];
}

/** The names of an item's numbers. */
export const numberNames = ['Key', 'CIP', 'HEGIS'] as const;

/** The searched fields of each kind besides its code and key (contract 11). */
const searched: { [K in ItemKind]: SearchedFields<Items[K]> } = {
  school: { titles: ['title', 'title8'] },
  department: { titles: ['title', 'title7'] },
  degree: { titles: ['degreeTitleRc', 'degreeTitleAbbr'], award: 'degreeAwarded' },
  major: {
    titles: ['titleLong', 'title20', 'title7'],
    numbers: ['cipCode', 'hegisCode'],
  },
};

/** The fields of an item's numbers besides its key. */
export const numberFieldsOf = (kind: ItemKind): readonly string[] => searched[kind].numbers ?? [];

/** A text without differences in case, accents and spaces, and with `and` for `&`. */
export function foldText(text: string): string {
  const folded = foldCase(text);
  return /[&\n\t]|^ | $| {2}/.test(folded)
    ? folded.replaceAll('&', ' and ').replace(/\s+/g, ' ').trim()
    : folded;
}

/** The words of a folded text. */
export const wordsIn = (folded: string): string[] => folded.match(/[\p{L}\p{N}]+/gu) ?? [];

/** The words of a folded text, each after a space, so that a search for ' sci' finds those that begin with 'sci'. */
export const spacedWords = (folded: string): string =>
  // Most titles are plain words.
  ` ${/^[a-z\d ]*$/.test(folded) ? folded : folded.replace(/[^\p{L}\p{N}]+/gu, ' ').trim()}`;

export const idOf = (kind: ItemKind, key: ItemKey): string => `${kind}/${key}`;

/**
 * The items of a kind, ready to be ranked, in the order of their labels, then their keys. Without a running term, nothing
 * counts as ended.
 */
export const indexItems = <K extends ItemKind>(
  kind: K,
  items: readonly Items[K][],
  runningTerm: string,
  earlierOf: EarlierValuesOf,
): readonly IndexedItem[] =>
  items
    .map((item) => indexItem(kind, item, runningTerm, earlierOf))
    .sort(byLabel) as readonly object[] as readonly IndexedItem[];

/** Several indexes as one, in the same order. */
export const mergeIndexes = (indexes: readonly (readonly IndexedItem[])[]): readonly IndexedItem[] =>
  indexes.flat().sort(byLabel);

function indexItem<K extends ItemKind>(
  kind: K,
  item: Items[K],
  runningTerm: string,
  earlierOf: EarlierValuesOf,
): IndexedItem<K> {
  const { titles, award, numbers = [] }: SearchedFields<Items[K]> = searched[kind];
  const values = item as unknown as Readonly<Record<string, string | number | null>>;
  const key = values[itemKinds[kind].key] ?? '';
  const { code } = itemKinds[kind];
  const foldedAward = award ? foldText(textOf(values[award])) : '';
  // The titles of many items are the same.
  const written = new Set(titles.map((title) => textOf(values[title])));
  written.delete('');
  const folded = Array.from(written, foldText);
  const withAward = foldedAward ? folded.map((title) => `${foldedAward} ${title}`) : [];
  const wordTitles = (foldedAward ? withAward : folded).map(spacedWords);
  return {
    id: idOf(kind, key),
    kind,
    key,
    item,
    isInEffect: runningTerm === '' || inEffect(boundsOf(kind, item), runningTerm),
    label: foldText(labelOfItem(kind, values)),
    code: code && foldText(textOf(values[code])),
    titles: [...folded, ...withAward],
    wordTitles,
    allWords: wordTitles.join('\n'),
    numbers: [`#${foldText(String(key))}`, ...numbers.map((field) => foldText(textOf(values[field])))],
    formerNames: formerNames(earlierOf(kind, key), [...titles, ...(code ? [code] : [])]),
  };
}

const formerNames = (earlier: readonly ItemEarlierValue[], fields: readonly string[]): FormerName[] =>
  earlier
    .filter(({ field }) => fields.includes(field))
    .flatMap(({ value, lastTerm }) => {
      if (value === null) return [];
      const text = foldText(value);
      return [{ value, lastTerm, text, words: spacedWords(text) }];
    })
    .toSorted((one, other) => (one.lastTerm > other.lastTerm ? -1 : 1));

const textOf = (value: string | number | null | undefined): string => String(value ?? '');

type Ordered = Pick<IndexedItem, 'label' | 'key' | 'kind'>;

function byLabel(one: Ordered, other: Ordered): number {
  if (one.label !== other.label) return one.label < other.label ? -1 : 1;
  if (typeof one.key === 'number' && typeof other.key === 'number' && one.key !== other.key)
    return one.key - other.key;
  return one.kind < other.kind ? -1 : 1;
}
