import Papa from 'papaparse';
import { type Delimiter, delimiterOf, delimiters } from './delimiter.ts';
import { Grid, Room } from './grid.ts';
import { refuseOtherTexts } from './kind.ts';
import type { Sheet } from './sheet.ts';
import { most, Unreadable } from './unreadable.ts';

export type Encoding = 'UTF-8' | 'UTF-16' | 'Windows-1252';

/** Decodes a text file: by its byte order mark; else as UTF-8 if it is that, and as Windows-1252 if not. */
export function decode(bytes: Uint8Array): { text: string; encoding: Encoding } {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return { text: decoded('utf-16le', bytes), encoding: 'UTF-16' };
  if (first === 0xfe && second === 0xff) return { text: decoded('utf-16be', bytes), encoding: 'UTF-16' };
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return { text, encoding: 'UTF-8' };
  } catch {
    return { text: decoded('windows-1252', bytes), encoding: 'Windows-1252' };
  }
}

const decoded = (encoding: string, bytes: Uint8Array) => new TextDecoder(encoding).decode(bytes);

/** Excel takes the delimiter from such a first line, and does not show it. */
const NAMED_DELIMITER = /^"?sep=([,;|\t])"?(\r\n|\r|\n|$)/i;

/**
 * Reads lines of values between commas, semicolons, tabs or bars, which are told apart unless `known` says. Values may be
 * quoted. Line breaks in them become `\n`.
 */
export function readDelimited(
  text: string,
  name: string,
  known?: Delimiter,
): { sheet: Sheet; delimiter: Delimiter } {
  refuseOtherTexts(text);
  const [line = '', named] = NAMED_DELIMITER.exec(text) ?? [];
  const delimiter = delimiters.find((one) => one === named) ?? known ?? delimiterOf(text);
  // Files that were put together have line ends of several kinds, of which Papa would see the first only.
  const { data, errors } = Papa.parse<string[]>(text.slice(line.length).replace(/\r\n?/g, '\n'), {
    delimiter,
    newline: '\n',
    // One more, so that too many are noticed.
    preview: most.rows + 1,
  });
  const wrong = errors.find(({ type }) => type === 'Quotes');
  if (wrong) {
    const at = ((wrong.row ?? 0) + 1).toLocaleString('en-US');
    throw new Unreadable(
      `The quotation marks in row ${at} do not match, so it cannot be told where its values end. Mend that row, or save the file as .xlsx.`,
    );
  }
  const grid = new Grid(name, new Room());
  for (const [row, cells] of data.entries())
    for (const [column, cell] of cells.entries()) grid.put(row, column, { text: cell });
  if (grid.rows.length === 0) throw new Unreadable('There are no values in it. Choose something with rows.');
  return {
    sheet: { name, hidden: false, rows: grid.rows, hiddenRows: [], merged: [] },
    delimiter,
  };
}
