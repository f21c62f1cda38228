/**
 * The only kind of text that is stored: no control or bidirectional characters, no lone surrogates, trimmed, in Unicode
 * form NFC, measured in code points. Browser, server and database all enforce this.
 */

// C0 and C1 controls, line and paragraph separators, bidirectional marks, embeddings, overrides and isolates.
const FORBIDDEN = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/;
const LINE_BREAKS = /\r\n|[\r\n\u2028\u2029]/g;
// Only invisible characters: white space, joiners, fillers, variation selectors, and the Braille blank.
const INVISIBLE = /^[\s\p{Default_Ignorable_Code_Point}\u2800]*$/u;

/** Whether a single-line text contains no forbidden character. */
export function isCleanText(value: string): boolean {
  return value.isWellFormed() && !FORBIDDEN.test(value);
}

/** Like `isCleanText`, but allows line breaks (for comments). */
export function isCleanLines(value: string): boolean {
  return isCleanText(value.replace(LINE_BREAKS, ''));
}

/** Converts line breaks to `\n`, then to NFC, and trims. Text with only invisible characters becomes empty. */
export function normalizeText(value: string): string {
  return INVISIBLE.test(value) ? '' : value.replace(LINE_BREAKS, '\n').normalize('NFC').trim();
}

/** The length in code points, which all limits refer to. */
export function lengthOf(value: string): number {
  return [...value].length;
}
