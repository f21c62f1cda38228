/**
 * The one kind of text that the product keeps: no control or bidirectional characters, no lone surrogates,
 * trimmed, in Unicode form NFC, measured in code points. Browser, server and database hold to the same.
 */

// C0 and C1 controls, the bidirectional marks, embeddings, overrides and isolates.
const FORBIDDEN = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/;
const LINE_BREAKS = /\r\n|\r|\n/g;

/** True when a single-line text holds nothing that the product refuses. */
export function isCleanText(value: string): boolean {
  return value.isWellFormed() && !FORBIDDEN.test(value);
}

/** As `isCleanText`, with line breaks allowed (comments). */
export function isCleanLines(value: string): boolean {
  return isCleanText(value.replace(LINE_BREAKS, ''));
}

/** Line breaks become `\n`, then NFC and trim. */
export function normalizeText(value: string): string {
  return value.replace(LINE_BREAKS, '\n').normalize('NFC').trim();
}

/** The length that every limit speaks of: code points. */
export function lengthOf(value: string): number {
  return [...value].length;
}
