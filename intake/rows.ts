import type { HeaderColumn } from './header.ts';
import type { Cell, Table } from './intake.ts';
import { capital, quoted, rowsNamed } from './words.ts';

/** A row of the file below its header. */
export interface DataRow {
  /** The row number in the spreadsheet, from 1. */
  number: number;
  cells: readonly Cell[];
  /** The texts up to the last that is not empty. */
  texts: readonly string[];
}

const TOTAL = /^((sub|grand)[ -]?)?totals?\b|^(sum|count|average|number of)\b|^\d+ (rows|records)\b/i;

/** The non-empty rows below the header, with the texts that `read` returns, and notes about the rows that are left out. */
export function dataRows(
  table: Table,
  headerAt: number,
  columns: readonly HeaderColumn[],
  read: (text: string) => string,
): { rows: DataRow[]; notes: string[] } {
  const all = table.map((cells, at) => ({ number: at + 1, cells, texts: textsOf(cells, read) }));
  const below = all.slice(headerAt + 1);
  const header = (all[headerAt]?.texts ?? []).join('\0');
  const isRepeated = ({ texts }: DataRow) => texts.join('\0') === header;
  const repeated = below.filter(isRepeated);
  const emptyCount = below.filter((row) => !isFilled(row)).length;
  const filled = below.filter((row) => isFilled(row) && !isRepeated(row));
  const totals = totalsOf(filled, columns);
  const notes = [
    ...leftOut(all.slice(0, headerAt).filter(isFilled), ', above the header,'),
    ...leftOut(repeated, repeated.length === 1 ? ' repeats the header and' : ' repeat the header and'),
    ...leftOut(totals, `, ${quoted(firstText(totals[0]))},`),
    ...(emptyCount === 0
      ? []
      : [emptyCount === 1 ? 'One blank row is left out.' : `${emptyCount} blank rows are left out.`]),
  ];
  return { rows: filled.slice(0, filled.length - totals.length), notes };
}

const leftOut = (rows: readonly DataRow[], which: string): string[] =>
  rows.length === 0
    ? []
    : [
        `${capital(rowsNamed(rows.map(({ number }) => number)))}${which} ${rows.length === 1 ? 'is' : 'are'} left out.`,
      ];

/** The texts of a row. A formula without a result has no text, but its row is not empty. */
function textsOf(cells: readonly Cell[], read: (text: string) => string): string[] {
  const texts = cells.map(({ text, stored }) => read(text) || (stored?.startsWith('=') ? stored : ''));
  return texts.slice(0, texts.findLastIndex((text) => text !== '') + 1);
}

const isFilled = ({ texts }: DataRow) => texts.length > 0;
const firstText = (row: DataRow | undefined) => row?.texts.find((text) => text !== '') ?? '';

/** The last rows, if they begin with a word such as 'Total' and do not fill the understood columns. */
function totalsOf(rows: readonly DataRow[], columns: readonly HeaderColumn[]): DataRow[] {
  const places = columns.filter(({ id }) => id !== null).map(({ at }) => at);
  const isTotal = (row: DataRow) =>
    TOTAL.test(firstText(row)) &&
    (places.length < 2 || places.some((at) => !row.texts[at] || row.cells[at]?.fault !== undefined));
  return rows.slice(rows.findLastIndex((row) => !isTotal(row)) + 1);
}
