import { normalizeText } from '../contract/text.ts';
import { unguarded } from '../sheets/guard.ts';

/** A text without case, accents, punctuation and white space, for comparison. 'B.S.' becomes 'bs'. */
export const compact = (text: string): string => wordsOf(text).join('');

/** A set of headers as a text for comparison: the same in any order, and with any case, accents and punctuation. */
export const headerSet = (headers: readonly string[]): string =>
  [...new Set(headers.map(compact))].toSorted().join(' ');

/** No text to compare with is longer. With many accents on a letter, `normalize` takes quadratic time. */
const MAX_COMPARED = 1_000;

/** The words and numbers at the beginning of a text, in lower case: 'Fall ’25' has 'fall' and '25'. */
export const wordsOf = (text: string): string[] =>
  text
    .slice(0, MAX_COMPARED)
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? [];

/** A formula by which programs keep the zeros of a code in a CSV: `="007"`. */
const TEXT_FORMULA = /^="([^"]*)"$/;
/** Characters around a copied text that are not visible. */
const INVISIBLE = /[\s\u200B\u200E\u200F\u2060\uFEFF]/;

/** The text of a cell without invisible characters around it. */
export const plain = (text: string): string => normalizeText(trimInvisible(text));

/** The text of a CSV cell, also without the guard against formulas. */
export const plainOfCsv = (text: string): string => plain(TEXT_FORMULA.exec(text)?.[1] ?? unguarded(text));

/** Trims from both ends in a loop, since a pattern takes quadratic time for a long run of spaces. */
function trimInvisible(text: string): string {
  let [from, to] = [0, text.length];
  while (from < to && INVISIBLE.test(text.charAt(from))) from += 1;
  while (from < to && INVISIBLE.test(text.charAt(to - 1))) to -= 1;
  return text.slice(from, to);
}

/** Characters that would act on a terminal, or are invisible. Tabs and line breaks are allowed. */
// oxlint-disable-next-line no-control-regex -- the pattern finds control characters
const CONTROL = /[\0-\x08\x0B\x0C\x0E-\x1F\x7F-\x9F]/g;

export const hasControl = (text: string): boolean => text.search(CONTROL) >= 0;

/** A text with a visible symbol for each control character: '␚'. */
export const visible = (text: string): string =>
  text.replace(CONTROL, (one) => {
    const code = one.charCodeAt(0);
    return code < 0x20 ? String.fromCharCode(0x2400 + code) : code === 0x7f ? '␡' : '\uFFFD';
  });

/** A text in quotes, short enough for a sentence. */
export const quoted = (text: string): string =>
  `“${visible(text.length > 40 ? `${text.slice(0, 40)}…` : text)}”`;

/** 'a, b and c', or with another word before the last. */
export function allOf(texts: readonly string[], word = 'and'): string {
  const [last = '', ...others] = texts.toReversed();
  return others.length === 0 ? last : `${others.toReversed().join(', ')} ${word} ${last}`;
}

/** Like `allOf`, but after `most` texts it only counts the others. */
export const fewOf = (texts: readonly string[], most = 5): string =>
  allOf(texts.length > most ? [...texts.slice(0, most), `${texts.length - most} more`] : texts);

/** 'row 3', 'rows 3 and 7'. */
export const rowsNamed = (numbers: readonly number[]): string =>
  `${numbers.length === 1 ? 'row' : 'rows'} ${fewOf(numbers.map(String))}`;

/** A value of an item as text; '' if it is no text, number or logical value. */
export const written = (value: unknown): string =>
  typeof value === 'string'
    ? value
    : typeof value === 'number' || typeof value === 'boolean'
      ? `${value}`
      : '';

/** A text with a capital first letter. */
export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** The letters of a spreadsheet column, by its index from 0. */
export function letterOf(at: number): string {
  const last = String.fromCharCode(65 + (at % 26));
  return at < 26 ? last : letterOf(Math.floor(at / 26) - 1) + last;
}
