import { segments } from '../../../contract/major.ts';
import { plainSpaces } from '../../../contract/text.ts';
import { counted } from '../../lib/counted.ts';

/** The URL parameter for the codes that a list is filtered by, separated by commas: `/major?codes=201,0K2+U`. */
export const CODES = 'codes';

/** The maximum number of codes of a filter. */
export const MAX_CODES = 500;

/** The code of an item; of a major with the letter of its segment. */
interface Code {
  code: string;
  letter?: string;
}

/** The codes of the items of a list, and the word for one of them. */
export interface Coded<Item> {
  noun: string;
  codeOf: (item: Item) => Code;
}

/**
 * Codes with the same key are the same: case, the number of spaces and the punctuation around a code do not matter. Empty
 * without a letter or digit.
 */
export const keyOfCode = (code: string): string =>
  plainSpaces(code)
    .normalize('NFC')
    .toLowerCase()
    .replace(/ +/g, ' ')
    .replace(/^[^\p{L}\p{M}\p{N}]+|[^\p{L}\p{M}\p{N}]+$/gu, '');

/** The codes in a URL, without duplicates; null if there is no such filter. Anyone can write a URL: the list may be empty. */
export const codesIn = (written: string | null): readonly string[] | null =>
  written ? distinct(written.split(',').map((code) => code.replaceAll('%2C', ',').trim())) : null;

/** The codes without duplicates, and without texts that cannot be codes. */
export function distinct(codes: readonly string[]): readonly string[] {
  const seen = new Set(['']);
  return codes.filter((code) => {
    const key = keyOfCode(code);
    return !seen.has(key) && seen.add(key);
  });
}

/** The codes as in a URL. A department's code may contain a comma. */
export const writtenCodes = (codes: readonly string[]): string =>
  codes.map((code) => code.replaceAll(',', '%2C')).join(',');

/** Finds items by their codes. */
export interface CodeIndex<Item> {
  /** By code, and majors also by code and segment: '201', '201 U'. The name is as stored. */
  named: ReadonlyMap<string, { name: string; items: readonly Item[] }>;
  /** The names with the same letters and digits but for zeros at the start. */
  similar: ReadonlyMap<string, readonly string[]>;
  hasSegments: boolean;
}

export function indexCodes<Item>(items: readonly Item[], codeOf: Coded<Item>['codeOf']): CodeIndex<Item> {
  const named = new Map<string, { name: string; items: Item[] }>();
  const similar = new Map<string, string[]>();
  let hasSegments = false;
  for (const item of items) {
    const { code, letter } = codeOf(item);
    hasSegments ||= letter !== undefined;
    for (const name of letter === undefined ? [code] : [code, `${code} ${letter}`]) {
      const key = keyOfCode(name);
      const entry = named.get(key);
      if (entry) entry.items.push(item);
      else if (key !== '') {
        named.set(key, { name, items: [item] });
        similar.set(bare(key), [...(similar.get(bare(key)) ?? []), name]);
      }
    }
  }
  return { named, similar, hasSegments };
}

/** A code that no item has, and the similar codes that exist. */
export interface MissingCode {
  code: string;
  suggestions: readonly string[];
}

/** The items with any of these codes, and the codes that no item has. */
export function findCodes<Item>(index: CodeIndex<Item>, codes: readonly string[]) {
  const found = codes.map((code) => ({ code, items: index.named.get(keyOfCode(code))?.items }));
  const missing = found
    .filter(({ items }) => items === undefined)
    .map(({ code }): MissingCode => ({ code: code.toUpperCase(), suggestions: suggestionsFor(index, code) }));
  return { items: new Set(found.flatMap(({ items }) => items ?? [])), missing };
}

/**
 * The codes that a missing one may stand for: 007 for 7, which lost its zeros in a spreadsheet, `BIO SCI` for BIOSCI, and
 * the other segments of a major. Never used without the user's choice.
 */
export function suggestionsFor({ similar }: CodeIndex<unknown>, code: string): readonly string[] {
  const key = keyOfCode(code);
  const own = similar.get(bare(key));
  if (own) return own;
  const base = /^(.+) [ugm]$/.exec(key)?.[1];
  if (base === undefined) return [];
  return segments.flatMap(({ value }) => similar.get(bare(base + value.toLowerCase())) ?? []);
}

const bare = (key: string) => key.replace(/[^\p{L}\p{M}\p{N}]/gu, '').replace(/^0+/, '');

/** The result of filtering a list by the codes in its URL. */
export interface CodeFilter<Item> {
  codes: readonly string[];
  /** In the order of the list. None if the filter is invalid: more than the URL asks for would be changed by mistake. */
  items: readonly Item[];
  missing: readonly MissingCode[];
  /** The word for an item. */
  noun: string;
  /** Why the filter is invalid. */
  problem: string | null;
}

/** Filters the items of a list by the codes in its URL. */
export function filterByCodes<Item>(
  items: readonly Item[],
  { noun, codeOf }: Coded<Item>,
  written: string,
): CodeFilter<Item> {
  const codes = codesIn(written) ?? [];
  const problem = problemOf(codes);
  if (problem !== null) return { codes, items: [], missing: [], noun, problem };
  const { items: found, missing } = findCodes(indexCodes(items, codeOf), codes);
  return { codes, items: items.filter((item) => found.has(item)), missing, noun, problem };
}

function problemOf({ length }: readonly string[]): string | null {
  if (length === 0) return 'This URL contains no readable code.';
  return length > MAX_CODES ? tooManyText(length) : null;
}

/** Shown in the dialog too. */
export const tooManyText = (count: number) =>
  `${count.toLocaleString('en-US')} codes are too many. A list can be filtered by at most ${MAX_CODES}.`;

/** The filter in words, for paper and downloads: '12 of 14 codes found, 17 majors. Not found: 7, ABC'. */
export function codesText(filter: CodeFilter<unknown>): string {
  const { problem, missing } = filter;
  if (problem !== null) return problem;
  const text = foundText(filter);
  return missing.length > 0 ? `${text} Not found: ${missing.map(({ code }) => code).join(', ')}` : text;
}

/** How many of the items are shown, and the other filters of the list that hide the rest, in words. */
export interface Shown {
  count: number;
  hiddenBy: readonly string[];
}

/**
 * '14 codes, 20 majors', because several items may have a code; '12 of 14 codes found, 17 majors.' if some are missing. With
 * '5 shown, 12 hidden by “art”.' if other filters hide some.
 */
export function foundText(
  { codes, missing, items, noun }: Omit<CodeFilter<unknown>, 'problem'>,
  shown: Shown = { count: items.length, hiddenBy: [] },
): string {
  const written = counted(codes.length, 'code');
  const found = items.length > 0 ? `, ${counted(items.length, noun)}` : '';
  const hidden = items.length - shown.count;
  const text =
    missing.length === 0
      ? `${written}${found}`
      : `${codes.length - missing.length} of ${written} found${found}`;
  const end = missing.length === 0 && hidden === 0 ? '' : '.';
  return `${text}${end}${hidden > 0 ? ` ${hiddenText(hidden, shown)}` : ''}`;
}

const hiddenText = (hidden: number, { count, hiddenBy }: Shown) =>
  `${count.toLocaleString('en-US')} shown, ${hidden.toLocaleString('en-US')} hidden by ${hiddenBy.join(' and ')}.`;
