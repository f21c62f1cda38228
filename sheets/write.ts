import { strToU8, zipSync } from 'fflate';
import { contentTypes, relationships, rootRelationships, sheetXml, styles, workbookXml } from './parts.ts';

/** The content of a workbook. The texts of a row are in the order of the header. */
export interface Workbook {
  /** The name of its first sheet. Characters that Excel does not allow are replaced. */
  name: string;
  header: readonly string[];
  rows: readonly (readonly string[])[];
  /** The columns whose texts are times, as a clock shows them: `2025-10-31 09:05:00`. */
  times?: readonly number[];
  /** The lines of its second sheet, 'About'. */
  about: readonly string[];
}

/** A table does not fit into an Excel sheet. The message names the part that does not fit, and a remedy. */
export class TooLarge extends Error {
  override readonly name = 'TooLarge';
}

/** The limits of an Excel sheet: rows, and UTF-16 code units in a cell and in the name of the sheet. */
const most = { rows: 1_048_576, cell: 32_767, name: 31 };
const ABOUT = 'About';

/**
 * Writes an Excel workbook (XLSX) in which each cell is a text, so that Excel takes nothing for a number, a date or a
 * formula, except that times are dates with their time. The header is frozen and has filters. Throws `TooLarge` instead of leaving rows or characters out.
 */
export function writeWorkbook({ name, header, rows, times = [], about }: Workbook): Uint8Array<ArrayBuffer> {
  refuseTooLarge(header, rows);
  const parts = {
    '[Content_Types].xml': contentTypes,
    '_rels/.rels': rootRelationships,
    'xl/workbook.xml': workbookXml([sheetName(name), ABOUT], header.length, rows.length),
    'xl/_rels/workbook.xml.rels': relationships,
    'xl/styles.xml': styles,
    'xl/worksheets/sheet1.xml': sheetXml(header, rows, times),
    'xl/worksheets/sheet2.xml': sheetXml(
      undefined,
      about.map((line) => [line]),
    ),
  };
  return zipSync(Object.fromEntries(Object.entries(parts).map(([path, xml]) => [path, strToU8(xml)])));
}

function refuseTooLarge(header: readonly string[], rows: Workbook['rows']): void {
  if (rows.length >= most.rows)
    throw new TooLarge(
      `An Excel sheet has room for ${count(most.rows - 1)} rows, and these are ${count(rows.length)}. Download the CSV, or filter for fewer rows.`,
    );
  for (const [at, row] of rows.entries()) {
    const long = row.findIndex(({ length }) => length > most.cell);
    if (long >= 0)
      throw new TooLarge(
        `'${header[long]}' in row ${count(at + 1)} is longer than the ${count(most.cell)} characters that an Excel cell has room for. Download the CSV.`,
      );
  }
}

const count = (number: number) => number.toLocaleString('en-US');

// A control character in a name makes Excel offer to repair the file. Excel reserves the name 'History'.
const FORBIDDEN = /[[\]:*?/\\\0-\x1F\x7F]/g;

/** The nearest name that Excel allows and that differs from the name of the other sheet. */
function sheetName(wanted: string): string {
  const name = wanted
    .replace(FORBIDDEN, ' ')
    .replace(/^[\s']+/, '')
    .slice(0, most.name)
    .replace(/[\s']+$/, '');
  return name === '' || /^(history|about)$/i.test(name) ? 'Rows' : name;
}
