/**
 * The only kind of stored text: no control or bidirectional characters, no lone surrogates, no spaces but U+0020, trimmed,
 * in Unicode form NFC, measured in code points. Browser, server and database all enforce this.
 */

// C0 and C1 controls, line and paragraph separators, bidirectional marks, embeddings, overrides and isolates.
const FORBIDDEN = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/;
// Unicode's other spaces, such as U+00A0, U+202F and U+3000. Characters without width, such as U+200B and U+FEFF, are not
// spaces.
const OTHER_SPACES = /(?! )\p{Zs}/gu;
const LINE_BREAKS = /\r\n|[\r\n\u2028\u2029]/g;
// Only invisible characters: white space, joiners, fillers, variation selectors, and the empty Braille pattern.
const INVISIBLE = /^[\s\p{Default_Ignorable_Code_Point}\u2800]*$/u;

/** Whether a single-line text contains no forbidden character. */
export function isCleanText(value: string): boolean {
  return value.isWellFormed() && !FORBIDDEN.test(value);
}

/** Like `isCleanText`, but allows line breaks (for comments). */
export function isCleanLines(value: string): boolean {
  return isCleanText(value.replace(LINE_BREAKS, ''));
}

/** Converts all kinds of spaces to ordinary spaces. In SQL: `plain_spaces`. */
export const plainSpaces = (value: string): string => value.replace(OTHER_SPACES, ' ');

/**
 * The maximum number of code points in any field, and the maximum number of UTF-16 units that become one code point in NFC.
 * A text with more units than their product is too long, whatever its length in NFC.
 */
export const MOST_IN_TEXT = 500;
const MAX_UNITS = 8;

/**
 * Converts line breaks to `\n` and all spaces to ordinary spaces, then converts to NFC, and trims. Text with only invisible
 * characters becomes empty. Text too long for any field is not converted to NFC, which takes quadratic time for many accents
 * on one letter.
 */
export function normalizeText(value: string): string {
  if (INVISIBLE.test(value)) return '';
  const text = plainSpaces(value.replace(LINE_BREAKS, '\n')).trim();
  return text.length > MOST_IN_TEXT * MAX_UNITS ? text : text.normalize('NFC').trim();
}

/** A title from a file name: without forbidden characters, and at most 200 code points. */
export const titleOfFile = (name: string): string =>
  [...normalizeText(name.replace(/\p{C}/gu, ''))].slice(0, 200).join('').trim() || 'File';

/** The length in code points, which all limits use. */
export function lengthOf(value: string): number {
  return [...value].length;
}
