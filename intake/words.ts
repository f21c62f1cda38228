import { normalizeText } from '../contract/text.ts';
import { unguarded } from '../sheets/guard.ts';

/** A text without what people write in many ways: case, accents, punctuation and white space. 'B.S.' is 'bs'. */
export const compact = (text: string): string => wordsOf(text).join('');

/** Nothing that a text is compared with is longer. Of many accents on one letter the form below takes the square of the time. */
const MOST_COMPARED = 1_000;

/** The words and numbers at the beginning of a text, in lower case: 'Fall ’25' has 'fall' and '25'. */
export const wordsOf = (text: string): string[] =>
  text
    .slice(0, MOST_COMPARED)
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? [];

/** How programs keep the zeros of a code in a CSV: `="007"`. */
const HELD = /^="([^"]*)"$/;
/** What nobody sees around a text that was copied. */
const UNSEEN = /[\s\u200B\u200E\u200F\u2060\uFEFF]/;

/** A cell's text as it is read, without marks that nobody sees around it. */
export const plain = (text: string): string => normalizeText(seen(text));

/** The same of a CSV: what it adds against formulas is off too. */
export const plainOfCsv = (text: string): string => plain(HELD.exec(text)?.[1] ?? unguarded(text));

/** Goes from both ends, since a pattern would take the square of the time for a long run of spaces. */
function seen(text: string): string {
  let [from, to] = [0, text.length];
  while (from < to && UNSEEN.test(text.charAt(from))) from += 1;
  while (from < to && UNSEEN.test(text.charAt(to - 1))) to -= 1;
  return text.slice(from, to);
}

/** What would act on a terminal, or is not seen. Tabs and line breaks are none of them. */
// oxlint-disable-next-line no-control-regex -- what is looked for
const CONTROL = /[\0-\x08\x0B\x0C\x0E-\x1F\x7F-\x9F]/g;

export const hasControl = (text: string): boolean => text.search(CONTROL) >= 0;

/** A text with a picture in place of each control character: '␚'. */
export const visible = (text: string): string =>
  text.replace(CONTROL, (one) => {
    const code = one.charCodeAt(0);
    return code < 0x20 ? String.fromCharCode(0x2400 + code) : code === 0x7f ? '␡' : '\uFFFD';
  });

/** A text in quotes, short enough for a sentence. */
export const quoted = (text: string): string =>
  `“${visible(text.length > 40 ? `${text.slice(0, 40)}…` : text)}”`;

/** 'a, b and c'. */
export function allOf(texts: readonly string[]): string {
  const [last = '', ...others] = texts.toReversed();
  return others.length === 0 ? last : `${others.toReversed().join(', ')} and ${last}`;
}

/** Like `allOf`, and after so many of them how many more. */
export const fewOf = (texts: readonly string[], most = 5): string =>
  allOf(texts.length > most ? [...texts.slice(0, most), `${texts.length - most} more`] : texts);

/** 'row 3', 'rows 3 and 7'. */
export const rowsNamed = (numbers: readonly number[]): string =>
  `${numbers.length === 1 ? 'row' : 'rows'} ${fewOf(numbers.map(String))}`;

/** A value of an item as text; nothing for what is no text, number or logical value. */
export const written = (value: unknown): string =>
  typeof value === 'string'
    ? value
    : typeof value === 'number' || typeof value === 'boolean'
      ? `${value}`
      : '';

/** A text that begins a sentence. */
export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** The letters of a column in a spreadsheet, by its place from 0. */
export function letterOf(at: number): string {
  const last = String.fromCharCode(65 + (at % 26));
  return at < 26 ? last : letterOf(Math.floor(at / 26) - 1) + last;
}
