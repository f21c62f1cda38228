import { useMemo } from 'react';
import { foldCase } from '../../lib/foldCase.ts';

/** An option of a dropdown. A `retired` option is offered only if it is already chosen. */
export interface Option {
  /** Several options may have the same value: they are names for the same thing, and count as one option. */
  value: string;
  label: string;
  retired?: boolean;
  /** A short name that users know, such as a major code. Without it, the label is the code. */
  code?: string;
  /** Other names under which the option is found. */
  also?: readonly string[];
  /** Distinguishes the option from similar ones. It is not part of the label. */
  note?: string;
  /** How far a term is from the running one: of equally good matches, the nearest comes first. */
  far?: number;
}

const collator = new Intl.Collator('en-US', { numeric: true });

/** Compares two options, for `Array.sort`. */
export type Order = (one: Option, other: Option) => number;

const byLabel: Order = (one, other) => collator.compare(one.label, other.label);

/**
 * The options to offer, sorted by label (spec 9) unless another order is given. A chosen value that is retired or not in the
 * list is still shown, with a mark, because it is the stored value. Until the list has loaded, no value counts as missing.
 */
export function offered(options: readonly Option[], chosen: readonly string[], order = byLabel): Option[] {
  const known = new Set(options.map(({ value }) => value));
  const missing = chosen.filter((value) => !known.has(value));
  return [
    ...options.filter(({ retired, value }) => !retired || chosen.includes(value)).map(marked),
    ...missing.map((value) => ({ value, label: known.size > 0 ? `${value} (not in the list)` : value })),
  ].sort(order);
}

const marked = ({ label, retired, ...option }: Option): Option => ({
  ...option,
  label: retired ? `${label} (inactive)` : label,
});

/** The options that a typed text matches. */
export interface OptionMatches {
  /** The options to show, in their order or, for a text, the best and nearest first. */
  options: readonly Option[];
  /** The options with the best rank, one for each value. The first is highlighted. */
  best: readonly Option[];
  /** The option that Enter and Tab choose: the only option with the best rank. */
  taken: Option | undefined;
}

/**
 * Finds options by a typed text. Ranks: its code or a full name of it equals the text; its code begins with it; each word of
 * the text begins a word of its label; its label contains the text. Other names are searched only if no label matches.
 * Without a text, all options are shown and none is the best.
 */
export function findOptions(options: readonly Option[], typed: string): OptionMatches {
  const text = foldCase(typed.trim());
  if (text === '') return { options, best: [], taken: undefined };
  const words = wordsOf(text);
  const ranked = ranksOf(options, (option) => rankOf(option, text, words));
  const { found, best } =
    ranked.found.length > 0
      ? ranked
      : ranksOf(options, ({ label, also = [] }) =>
          beginWords(words, [label, ...also].join(' ')) ? 0 : none,
        );
  return { options: found, best, taken: best.length === 1 ? best[0] : undefined };
}

/** The rank of an option that a text does not match. */
const none = 4;

function rankOf({ label, code = label, also = [] }: Option, text: string, words: readonly string[]): number {
  if ([code, label, ...also].some((name) => foldCase(name.trim()) === text)) return 0;
  if (foldCase(code).startsWith(text)) return 1;
  if (beginWords(words, label)) return 2;
  return foldCase(label).includes(text) ? 3 : none;
}

/** The rank of a name for a typed text, as that of an option: 0 is the best. */
export function rankOfName(name: string, typed: string): number {
  const text = foldCase(typed.trim());
  return rankOf({ value: name, label: name }, text, wordsOf(text));
}

/** The options that have a rank, and the options with the best rank, each value only once. */
function ranksOf(options: readonly Option[], rank: (option: Option) => number) {
  const ranked = options
    .map((option) => ({ option, rank: rank(option) }))
    .filter((one) => one.rank !== none)
    .toSorted((one, other) => one.rank - other.rank || (one.option.far ?? 0) - (other.option.far ?? 0));
  const found = ranked.map(({ option }) => option);
  const first = ranked.filter((one) => one.rank === ranked[0]?.rank).map(({ option }) => option);
  const values = new Set<string>();
  const best = first.filter(({ value }) => !values.has(value) && values.add(value));
  return { found, best };
}

const beginWords = (words: readonly string[], name: string): boolean => {
  if (words.length === 0) return false;
  const own = wordsOf(name);
  return words.every((word) => own.some((one) => one.startsWith(word)));
};

const wordsOf = (text: string) => foldCase(text).match(/[\p{L}\p{N}]+/gu) ?? [];

const NAMED = 3;

/** Explains why a typed text matches no single option, and what to do. */
export function problemOf({ best }: OptionMatches, typed: string): string {
  if (best.length === 0) return `Nothing matches “${typed.trim()}”. Choose from the list, or clear the text.`;
  const named = best.slice(0, NAMED).map(({ label }) => label);
  return `Choose one of ${best.length}: ${[...named, ...(best.length > NAMED ? ['…'] : [])].join(', ')}`;
}

/** `offered`, memoized. */
export function useOffered(options: readonly Option[], chosen: readonly string[], order?: Order): Option[] {
  const key = chosen.join('\n');
  return useMemo(() => offered(options, key ? key.split('\n') : [], order), [options, key, order]);
}
