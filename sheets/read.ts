import { decode, readDelimited } from './delimited.ts';
import type { Delimiter } from './delimiter.ts';
import type { Encoding } from './encodings.ts';
import { isZip, refuseOthers } from './kind.ts';
import type { Sheet } from './sheet.ts';
import { most, tooLargeFile, Unreadable } from './unreadable.ts';
import { readWorkbook } from './workbook.ts';

export type { Delimiter } from './delimiter.ts';
export { type Encoding, encodings } from './encodings.ts';
export type { Cell } from './grid.ts';
export type { Sheet } from './sheet.ts';
export { most, Unreadable } from './unreadable.ts';

/** A file or a pasted text. `text` holds its delimiter and encoding, unless it is a workbook. */
export interface Spreadsheet {
  /** In the order of their tabs; at least one. */
  sheets: Sheet[];
  text?: { delimiter: Delimiter; encoding?: Encoding };
}

/** Facts about a sheet besides its cells, for the readers of its table (the `Source` of intake). */
export const sourceOf = ({ sheets, text }: Spreadsheet, sheet: Sheet) => ({
  hiddenRows: sheet.hiddenRows.length,
  hiddenColumns: sheet.hiddenColumns.length,
  merged: sheet.merged,
  otherSheets: sheets.filter((other) => other !== sheet && other.rows.length > 0).map(({ name }) => name),
  ...(text ? { delimiter: text.delimiter } : {}),
  ...(text?.encoding ? { encoding: text.encoding } : {}),
});

/**
 * Reads an XLSX or CSV file, which it distinguishes by content. `name` is the name of the file, and names the sheet of a
 * CSV. Cells are as a spreadsheet shows them: the apostrophe of `guarded` stays on the cells of a CSV. `wanted` is the
 * encoding of a CSV; without it, the bytes decide. Throws `Unreadable`.
 */
export function readSpreadsheet(bytes: Uint8Array, name: string, wanted?: Encoding): Spreadsheet {
  if (bytes.length === 0) throw new Unreadable('The file is empty. Choose one with rows.');
  if (bytes.length > most.file) throw tooLargeFile();
  refuseOthers(bytes);
  if (isZip(bytes)) return { sheets: readWorkbook(bytes) };
  const { text, encoding } = decode(bytes, wanted);
  const { sheet, delimiter } = readDelimited(text, name.replace(/\.[^.]*$/, ''));
  return { sheets: [sheet], text: { delimiter, encoding } };
}

/** Reads cells that a user copied from a spreadsheet, or lines of a CSV. Throws `Unreadable`. */
export function readPasted(text: string): Spreadsheet {
  if (text.trim() === '')
    throw new Unreadable('Nothing was pasted. Copy cells in a spreadsheet, and paste them here.');
  if (text.length > most.file)
    throw new Unreadable('The pasted text is too long. Save the rows as .xlsx, and choose that file.');
  const { sheet, delimiter } = readDelimited(text, 'Pasted cells', text.includes('\t') ? '\t' : undefined);
  return { sheets: [sheet], text: { delimiter } };
}
