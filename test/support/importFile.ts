import { proposedRows } from '../../intake/proposed.ts';
import { readSpreadsheet, sourceOf, Unreadable } from '../../sheets/read.ts';
import { read } from './intake.ts';
import { workbookOf } from './workbook.ts';

/** A user's file: a description, its content, the kind of row to import it as, and the expected result. */
export type ImportFile = [what: string, content: string | Uint8Array, kind: string, expected: string[]];

/**
 * The result of an import, in lines: the `Unreadable` message; or the problems of the whole file, the notes, and for each
 * row of its first visible sheet the problems or the proposal. Rethrows any other error.
 */
export function resultOf(content: string | Uint8Array, kind: string): string[] {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
  try {
    const spreadsheet = readSpreadsheet(bytes, 'file.csv');
    const sheet = spreadsheet.sheets.find(({ hidden, rows }) => !hidden && rows.length > 0);
    const intake = read(kind, sheet?.rows ?? [], {
      ...(sheet && { source: sourceOf(spreadsheet, sheet) }),
    });
    const { rows, numbers } = proposedRows(intake);
    const proposed = rows.map(({ ref, values }, at) => ({
      number: numbers[at] ?? 0,
      lines: [`${numbers[at]}: ${shown(ref)} | ${shown(values)}`],
    }));
    const refused = intake.rows
      .filter(({ problems }) => problems.length > 0)
      .map(({ number, problems }) => ({ number, lines: problems.map(({ message }) => message) }));
    return [
      ...intake.problems.map(({ message }) => message),
      // The encoding has its own tests.
      ...intake.notes.filter((note) => !note.startsWith('The file was read as ')),
      ...[...proposed, ...refused]
        .toSorted((one, other) => one.number - other.number)
        .flatMap((row) => row.lines),
    ];
  } catch (error) {
    if (error instanceof Unreadable) return [error.message];
    throw error;
  }
}

/** 'majorKey 1', or 'major (majorKey 1)' for a nested reference. */
const shown = (values: object = {}): string =>
  Object.entries(values)
    .map(([name, value]) => `${name} ${isObject(value) ? `(${shown(value)})` : value}`)
    .join(', ');
const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** A workbook with a sheet of these rows: texts, numbers, or cells as XML. */
export const book = (
  rows: readonly (readonly (string | number)[])[],
  more: Parameters<typeof workbookOf>[0] = {},
): Uint8Array => workbookOf({ sheets: [sheetOf(rows)], ...more });

/** The rows of a sheet of a workbook. */
export const sheetOf = (rows: readonly (readonly (string | number)[])[]): string =>
  rows.map((cells) => `<row>${cells.map(cellOf).join('')}</row>`).join('');

function cellOf(cell: string | number): string {
  if (typeof cell === 'number') return `<c><v>${cell}</v></c>`;
  return cell.startsWith('<c') ? cell : `<c t="inlineStr"><is><t>${cell}</t></is></c>`;
}

/** A text in Windows-1252, the encoding of older programs. */
export const windows1252 = (text: string): Uint8Array =>
  Uint8Array.from(text, (one) => ({ '’': 0x92, '–': 0x96, '€': 0x80 })[one] ?? one.charCodeAt(0));
