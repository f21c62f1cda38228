import Papa from 'papaparse';
import { type Delimiter, delimiterOf, delimiters } from './delimiter.ts';
import type { Encoding } from './encodings.ts';
import { Grid, Room } from './grid.ts';
import { refuseOtherTexts } from './kind.ts';
import type { Sheet } from './sheet.ts';
import { most, Unreadable } from './unreadable.ts';

/**
 * Decodes a text file by `wanted` or its byte order mark; else as UTF-8 if any of its letters is valid UTF-8, since that is
 * almost never chance, or else as Windows-1252. An invalid byte becomes U+FFFD and does not affect its neighbors.
 */
export function decode(bytes: Uint8Array, wanted?: Encoding): { text: string; encoding: Encoding } {
  const [first, second] = bytes;
  const isBigEndian = first === 0xfe && second === 0xff;
  const isMarked16 = isBigEndian || (first === 0xff && second === 0xfe);
  const utf8 = new TextDecoder().decode(bytes);
  const encoding = wanted ?? (isMarked16 ? 'UTF-16' : isUtf8(bytes, utf8) ? 'UTF-8' : 'Windows-1252');
  if (encoding === 'UTF-8') return { text: utf8, encoding };
  const named = encoding === 'UTF-16' ? (isBigEndian ? 'utf-16be' : 'utf-16le') : 'windows-1252';
  return { text: new TextDecoder(named).decode(bytes), encoding };
}

function isUtf8(bytes: Uint8Array, text: string): boolean {
  const [first, second, third] = bytes;
  if (first === 0xef && second === 0xbb && third === 0xbf) return true;
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    return /[^\0-\x7f\uFFFD]/.test(text);
  }
}

/** DOS ends a text with this character, or fills its last block with it. */
const END_OF_DOS = /(?<!\x1a)\x1a+\s*$/;

/** Excel takes the delimiter from such a first line, and hides the line. */
const NAMED_DELIMITER = /^"?sep=([,;|\t])"?(\r\n|\r|\n|$)/i;

/**
 * Reads lines of values between commas, semicolons, tabs or bars. It detects the delimiter unless `known` names it. Values
 * may be quoted. Line breaks in them become `\n`. Throws `Unreadable`.
 */
export function readDelimited(
  whole: string,
  name: string,
  known?: Delimiter,
): { sheet: Sheet; delimiter: Delimiter } {
  const text = whole.replace(END_OF_DOS, '');
  refuseOtherTexts(text);
  const [line = '', named] = NAMED_DELIMITER.exec(text) ?? [];
  const delimiter = delimiters.find((one) => one === named) ?? known ?? delimiterOf(text);
  // Concatenated files have several kinds of line breaks, and Papa would accept only the first.
  const lines = text.slice(line.length).replace(/\r\n?/g, '\n');
  const { text: plain, unpaired } = withoutSpacesBeforeQuotes(lines, delimiter);
  const { data, errors } = Papa.parse<string[]>(plain, {
    delimiter,
    newline: '\n',
    // One row more than allowed, so that the limit is noticed.
    preview: most.rows + 1,
  });
  const wrong = errors.find(({ type }) => type === 'Quotes');
  if (wrong) {
    const at = ((wrong.row ?? 0) + 1).toLocaleString('en-US');
    throw new Unreadable(
      `The quotation marks in row ${at} do not match, so it is not clear where its values end. Correct that row, or save the file as .xlsx.`,
    );
  }
  const grid = new Grid(name, new Room());
  for (const [row, cells] of data.entries())
    for (const [column, cell] of cells.entries())
      grid.put(
        row,
        column,
        unpaired.has(placeOf(row, column)) ? { text: cell, fault: UNPAIRED } : { text: cell },
      );
  if (grid.rows.length === 0) throw new Unreadable('There are no values in it. Choose something with rows.');
  return {
    sheet: { name, hidden: false, rows: grid.rows, hiddenRows: [], hiddenColumns: [], merged: [] },
    delimiter,
  };
}

const UNPAIRED =
  'has an unpaired quotation mark. Put quotation marks around the whole value, and double each quotation mark inside it';

/** Includes the invisible byte order marks inside concatenated files. */
const SPACES = ' \t\u00A0\u200B\uFEFF';

/**
 * Spaces between a delimiter and an opening quotation mark are not part of the value. Returns the text without them, and the
 * places of unquoted values with an odd number of quotation marks: the end of such a value is a guess.
 */
function withoutSpacesBeforeQuotes(text: string, delimiter: Delimiter) {
  const spaces = SPACES.replace(delimiter, '');
  const pieces: string[] = [];
  const unpaired = new Set<string>();
  let kept = 0;
  let [at, row, column] = [0, 0, 0];
  while (at < text.length) {
    let start = at;
    while (spaces.includes(text[start] ?? '-')) start += 1;
    const isQuoted = text[start] === '"';
    if (isQuoted) {
      pieces.push(text.slice(kept, at));
      kept = start;
      at = endOfQuoted(text, start);
    }
    let quotes = 0;
    for (; at < text.length && text[at] !== delimiter && text[at] !== '\n'; at += 1)
      if (text[at] === '"') quotes += 1;
    if (!isQuoted && quotes % 2 === 1) unpaired.add(placeOf(row, column));
    [row, column] = text[at] === '\n' ? [row + 1, 0] : [row, column + 1];
    at += 1;
  }
  return { text: pieces.join('') + text.slice(kept), unpaired };
}

const placeOf = (row: number, column: number) => `${row} ${column}`;

/** The index after the closing quotation mark of the value at `start`. A doubled quotation mark is part of the value. */
function endOfQuoted(text: string, start: number): number {
  let at = start + 1;
  for (;;) {
    at = text.indexOf('"', at);
    if (at < 0) return text.length;
    if (text[at + 1] !== '"') return at + 1;
    at += 2;
  }
}
