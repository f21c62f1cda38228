import { segments } from '../../../contract/major.ts';
import { type CodeIndex, keyOfCode, suggestionsFor } from './codeFilter.ts';

interface Place {
  from: number;
  to: number;
}

/** A code in a text: as stored if it exists, otherwise in upper case. */
export interface ReadCode {
  code: string;
  places: readonly Place[];
}

export interface ReadCodes {
  /** In the order of the text, without duplicates. */
  codes: readonly ReadCode[];
  /** Codes of the list that may be plain words here. They are not among the codes. */
  unsure: readonly ReadCode[];
  /** Words in capitals that may be codes that no item has. They are not among the codes either. */
  notRead: readonly ReadCode[];
  /** The other words, without duplicates. */
  ignored: readonly string[];
}

interface Word extends Place {
  word: string;
}

/** One or more words that are read together. */
interface Part {
  count: number;
  /** Null for a word that is not a code. */
  code: string | null;
  /** Set if it may be a plain word, a word in capitals, or a plain number, in a text with other words. */
  doubt?: 'word' | 'capitals' | 'number' | undefined;
}

/** Letters and digits, and what joins them in a number, a date or an address, whose parts are not codes: 11.0701. */
const WORD = /[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}.@_+–-]*[\p{L}\p{M}\p{N}])?/gu;
/** The end of a code with its segment: `U` in `201U` and `201-U`. */
const ATTACHED = /^([\p{L}\p{N}]+)[._–-]?([UGM])$/iu;
/** Between two words of one cell of a spreadsheet, or of one code: M&C BIO. */
const JOINED = /^[^\S\r\n\t]*[&/]?[^\S\r\n\t]*$/;
const LINE_BREAK = /[\r\n]/;
const DIGIT = /\p{N}/u;
/** 5th, 3pm. */
const COUNTED = /^\d+(?:st|nd|rd|th|[ap]m)$/i;
/** No code is longer: a department's title has at most 7 characters. */
const MAX_LENGTH = 40;

const letters = new Set<string>(segments.map(({ value }) => value));

const wordsIn = (text: string): Word[] =>
  [...text.matchAll(WORD)].map(({ 0: word, index }) => ({ word, from: index, to: index + word.length }));

const isUpperCase = (text: string) => text === text.toUpperCase();

/**
 * Reads the codes of a list from a text, such as a mail or a column of a spreadsheet:
 *
 * - A code of the list counts in either case. Where several begin, the longest counts: ART STU, not ART.
 * - Other words count, as codes that are not found, if they look like codes: they have a digit and at most one character too
 *   many, or are in capitals and as long as a code. So do codes that are joined, such as the range 201-205, and a cell of
 *   capitals that is short enough for a code, if codes of this list have spaces (BIO XYZ).
 * - All other words are ignored, and so are the numbers of a numbered list. In a text with such words, a number that is not as
 *   long as a code is ignored too, such as a day or a year, unless it has lost zeros: 7 may be the code 007.
 * - The letter of a segment after a code (`201 U`, `201U`, `201-U`, `201 (U)`, or in the next cell) limits the code to this
 *   segment. If no major has this code and segment, the code is not found; the other segment is not used instead.
 * - In a text with other words, a word of small letters may be a plain word: 'law' is not taken for the department LAW but
 *   reported as unsure. A word in capitals without a digit that is no code of the list, such as CIP, is reported as not read,
 *   unless its key is among those that the user has `added`.
 */
export function codeReader(
  index: CodeIndex<unknown>,
): (text: string, added?: ReadonlySet<string>) => ReadCodes {
  const { named, hasSegments } = index;
  const names = [...named.values()].map(({ name }) => name);
  const codes = hasSegments ? names.filter((name) => !name.includes(' ')) : names;
  const lengths = new Set(codes.map(({ length }) => length));
  const maxLength = Math.max(0, ...lengths);
  const maxWords = Math.max(1, ...new Set(codes.map((code) => wordsIn(code).length)));
  const hasSpaces = codes.some((code) => code.includes(' '));

  const nameOf = (text: string) => (text.length > MAX_LENGTH ? undefined : named.get(keyOfCode(text))?.name);
  const isKnown = (text: string) => nameOf(text) !== undefined;
  const withSegment = (code: string, letter: string) =>
    nameOf(`${code} ${letter}`) ?? `${code} ${letter}`.toUpperCase();

  const looksLikeCode = (word: string) => {
    const parts = word.split(/[^\p{L}\p{M}\p{N}]+/u);
    if (parts.length > 1)
      return parts.every(isKnown) || parts.some((part) => DIGIT.test(part) && isKnown(part));
    if (DIGIT.test(word)) return word.length <= maxLength + 1;
    return word.length > 1 && isUpperCase(word) && lengths.has(word.length);
  };

  return (text, added = none) => {
    const words = wordsIn(text);
    const slice = (at: number, count: number) => text.slice(words[at]?.from, words[at + count - 1]?.to);
    const gapBefore = (at: number) => text.slice(words[at - 1]?.to ?? 0, words[at]?.from);

    /** The letter of a segment in the word after a code, on the same line. */
    const segmentAt = (at: number) => {
      const letter = words[at]?.word.toUpperCase() ?? '';
      return hasSegments && letters.has(letter) && !LINE_BREAK.test(gapBefore(at)) ? letter : undefined;
    };

    /** Whether a word is the number of an entry of a numbered list: `2.` or `2)` at the start of a line, before a word. */
    const isListNumber = (at: number) =>
      /^\d+$/.test(words[at]?.word ?? '') &&
      (at === 0 || LINE_BREAK.test(gapBefore(at))) &&
      at + 1 < words.length &&
      /^[.)][^\S\r\n][^\r\n]*$/.test(gapBefore(at + 1));

    /** The number of words of a cell that is one code of several words, but not of this list; otherwise 0. */
    const unknownCellAt = (at: number) => {
      if (!hasSpaces || (at > 0 && JOINED.test(gapBefore(at)))) return 0;
      let count = 1;
      while (at + count < words.length && JOINED.test(gapBefore(at + count))) count += 1;
      const cell = slice(at, count);
      const isCode = count > 1 && cell.length <= maxLength && isUpperCase(cell) && !isKnown(cell);
      return isCode && !words.slice(at, at + count).every(({ word }) => isKnown(word)) ? count : 0;
    };

    const knownAt = (at: number): Part | undefined => {
      for (let count = Math.min(maxWords, words.length - at); count > 0; count -= 1) {
        const written = slice(at, count);
        const name = nameOf(written);
        if (name === undefined) continue;
        const letter = segmentAt(at + count);
        if (letter) return { count: count + 1, code: withSegment(name, letter) };
        const isWord = /^\p{L}+$/u.test(written) && !isUpperCase(written) && written !== name;
        return { count, code: name, doubt: isWord ? 'word' : undefined };
      }
      return undefined;
    };

    const otherAt = (at: number): Part => {
      const word = words[at]?.word ?? '';
      const [, base = '', attached = ''] = (hasSegments && ATTACHED.exec(word)) || [];
      if (lengths.has(base.length) && (isKnown(base) || DIGIT.test(base)))
        return { count: 1, code: withSegment(base, attached) };
      if (!looksLikeCode(word) || isListNumber(at)) return { count: 1, code: null };
      const letter = segmentAt(at + 1);
      if (letter) return { count: 2, code: withSegment(word, letter) };
      const isOther = (/^\d+$/.test(word) && !lengths.has(word.length)) || COUNTED.test(word);
      const isNumber = isOther && suggestionsFor(index, word).length === 0;
      return { count: 1, code: word.toUpperCase(), doubt: isNumber ? 'number' : capitals(word) };
    };

    const parts: (Part & Place)[] = [];
    for (let at = 0; at < words.length; ) {
      const count = unknownCellAt(at);
      const cell = slice(at, count);
      const part = count > 0 ? { count, code: cell, doubt: capitals(cell) } : (knownAt(at) ?? otherAt(at));
      const { from = 0 } = words[at] ?? {};
      parts.push({ ...part, from, to: from + slice(at, part.count).length });
      at += part.count;
    }
    return collect(text, parts, added);
  };
}

const none: ReadonlySet<string> = new Set();

const capitals = (text: string): Part['doubt'] => (DIGIT.test(text) ? undefined : 'capitals');

function collect(text: string, parts: readonly (Part & Place)[], added: ReadonlySet<string>): ReadCodes {
  const wordOf = ({ from, to }: Place) => text.slice(from, to);
  const hasOtherWords = parts.some((part) => part.code === null && /\p{L}{2}/u.test(wordOf(part)));
  const codes = new Map<string, { code: string; places: Place[] }>();
  const unsure: typeof codes = new Map();
  const notRead: typeof codes = new Map();
  const ignored = new Set<string>();
  for (const part of parts) {
    const { code, from, to } = part;
    const doubt = hasOtherWords ? part.doubt : undefined;
    if (code === null || doubt === 'number') {
      ignored.add(wordOf(part));
      continue;
    }
    const key = keyOfCode(code);
    const group = doubt === 'word' ? unsure : doubt === 'capitals' && !added.has(key) ? notRead : codes;
    const read = group.get(key) ?? { code, places: [] };
    read.places.push({ from, to });
    group.set(key, read);
  }
  for (const key of codes.keys()) unsure.delete(key);
  return {
    codes: [...codes.values()],
    unsure: [...unsure.values()],
    notRead: [...notRead.values()],
    ignored: [...ignored],
  };
}

/** The text with another code at these places. */
export const withCode = (text: string, places: readonly Place[], code: string): string =>
  places.reduceRight((result, { from, to }) => result.slice(0, from) + code + result.slice(to), text);
