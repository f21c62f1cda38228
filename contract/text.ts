/**
 * The one kind of text that the product keeps: no control or bidirectional characters, no lone surrogates,
 * trimmed, in Unicode form NFC, measured in code points. Browser, server and database hold to the same.
 */

// C0 and C1 controls, what separates lines and paragraphs, the bidirectional marks, embeddings, overrides and isolates.
const FORBIDDEN = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/;
const LINE_BREAKS = /\r\n|[\r\n\u2028\u2029]/g;
// Blanks, joiners, fillers, variation selectors, and the blank of Braille: nobody sees anything of it.
const INVISIBLE = /^[\s\p{Default_Ignorable_Code_Point}\u2800]*$/u;

/** True when a single-line text holds nothing that the product refuses. */
export function isCleanText(value: string): boolean {
  return value.isWellFormed() && !FORBIDDEN.test(value);
}

/** As `isCleanText`, with line breaks allowed (comments). */
export function isCleanLines(value: string): boolean {
  return isCleanText(value.replace(LINE_BREAKS, ''));
}

/** Line breaks become `\n`, then NFC and trim; what shows nothing at all is empty. */
export function normalizeText(value: string): string {
  return INVISIBLE.test(value) ? '' : value.replace(LINE_BREAKS, '\n').normalize('NFC').trim();
}

/** The length that every limit speaks of: code points. */
export function lengthOf(value: string): number {
  return [...value].length;
}
