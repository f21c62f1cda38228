import { useMemo } from 'react';
import { fold } from '../fold.ts';

/** An option of a dropdown. A `retired` one is offered only where it is already chosen. */
export interface Option {
  value: string;
  label: string;
  retired?: boolean;
  /** Other names that it can be found by. */
  also?: readonly string[];
}

const collator = new Intl.Collator('en-US', { numeric: true });

/** Which of two options comes first, as `Array.sort` asks. */
export type Order = (one: Option, other: Option) => number;

const byLabel: Order = (one, other) => collator.compare(one.label, other.label);

/**
 * The options to offer, sorted by label (spec 9) if there is no other order. A chosen value that is retired or not in the list is still shown,
 * with a mark, because it is what is stored. Before the list has been read, nothing can be missing from it.
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

/**
 * The options that match a typed text: those whose label contains it, or if there are none, those in whose names each
 * of its words begins a word.
 */
export function findOptions(options: readonly Option[], typed: string): readonly Option[] {
  const text = fold(typed.trim());
  const found = options.filter(({ label }) => fold(label).includes(text));
  if (found.length > 0) return found;
  const words = wordsOf(text);
  return options.filter(({ label, also = [] }) => {
    const own = wordsOf([label, ...also].join(' '));
    return words.length > 0 && words.every((word) => own.some((one) => one.startsWith(word)));
  });
}

const wordsOf = (text: string) => fold(text).match(/[\p{L}\p{N}]+/gu) ?? [];

/** The options whose full label is the typed text, or if there are none, those with such another name. */
export function namedOptions(options: readonly Option[], typed: string): readonly Option[] {
  const text = fold(typed.trim());
  const isName = (name: string) => text !== '' && fold(name.trim()) === text;
  const labelled = options.filter(({ label }) => isName(label));
  return labelled.length > 0 ? labelled : options.filter(({ also }) => also?.some(isName));
}

/** `offered`, memoized. */
export function useOffered(options: readonly Option[], chosen: readonly string[], order?: Order): Option[] {
  const key = chosen.join('\n');
  return useMemo(() => offered(options, key ? key.split('\n') : [], order), [options, key, order]);
}
