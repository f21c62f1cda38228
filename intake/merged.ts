import type { Cell, Table } from './intake.ts';
import { fewOf, letterOf } from './words.ts';

/** A range of merged cells: indexes from 0, both ends included. */
interface Range {
  top: number;
  left: number;
  bottom: number;
  right: number;
}

const MERGED_SIDEWAYS = 'is merged with cells beside it, so its column is not clear. Unmerge the cells';
/** The maximum number of cells of a file. */
const MOST_COVERED = 5_000_000;
const TOO_MANY =
  'There are merged cells over merged cells, or over more than 5,000,000 cells. Unmerge them in a spreadsheet, and save the file again.';
const EMPTY: Cell = { text: '' };

/**
 * Copies the value of vertically merged cells to each of their rows that has other values, because that is how a user reads
 * them, and notes it. Horizontally merged cells with a value are an error. Hidden values of the other cells of a range are
 * removed. Merged cells above the rows, such as a title, do not change.
 */
export function unmerged(
  table: Table,
  merged: readonly string[],
  headerAt: number,
): { table: Table; notes: string[]; problems: string[] } {
  const width = table.reduce((most, { length }) => Math.max(most, length), 0);
  const ranges = merged
    .flatMap((one) => rangeOf(one, table.length, width) ?? [])
    .filter(({ top, left }) => top > headerAt && top < table.length && left < width);
  if (ranges.length === 0) return { table, notes: [], problems: [] };
  // A spreadsheet's ranges never overlap. Overlapping ranges could take unlimited time and memory.
  const covered = ranges.reduce((sum, { top, left, bottom, right }) => {
    return sum + (bottom + 1 - top) * (right + 1 - left);
  }, 0);
  if (covered > Math.min(table.length * width, MOST_COVERED))
    return { table, notes: [], problems: [TOO_MANY] };
  const rows = table.map((cells) => [...cells]);
  const each = (range: Range, act: (row: number, column: number) => void) => {
    for (let row = range.top; row <= range.bottom; row += 1)
      for (let column = range.left; column <= range.right; column += 1) act(row, column);
  };
  for (const range of ranges)
    each(range, (row, column) => {
      if (row > range.top || column > range.left) put(rows[row], column, EMPTY);
    });
  const isFilled = rows.map((cells) => cells.some(({ text }) => text.trim() !== ''));
  const down: string[] = [];
  for (const range of ranges) {
    const { top, left, bottom, right } = range;
    const cell = rows[top]?.[left];
    if (!cell || cell.text.trim() === '') continue;
    const isDown = left === right;
    if (isDown) down.push(`${letterOf(left)}${top + 1}:${letterOf(left)}${bottom + 1}`);
    const shown: Cell = isDown ? cell : { ...cell, fault: MERGED_SIDEWAYS };
    each(range, (row, column) => {
      if (isFilled[row]) put(rows[row], column, shown);
    });
  }
  return { table: rows, notes: down.length > 0 ? [noteOf(down)] : [], problems: [] };
}

/** Sets a cell of a row that may be shorter. */
export function put(cells: Cell[] | undefined, column: number, cell: Cell): void {
  if (!cells) return;
  while (cells.length < column) cells.push(EMPTY);
  cells[column] = cell;
}

const noteOf = (names: readonly string[]): string =>
  `The merged cells ${fewOf(names)} give their value to each of their rows.`;

/** Parses 'B2:C3' and clips it to the cells of the table; undefined for any other text. */
function rangeOf(name: string, rows: number, width: number): Range | undefined {
  const [, left = '', top, right = '', bottom] =
    /^([A-Z]{1,3})(\d{1,7}):([A-Z]{1,3})(\d{1,7})$/.exec(name) ?? [];
  if (left === '') return undefined;
  return {
    top: Number(top) - 1,
    left: placeOf(left),
    bottom: Math.min(Number(bottom), rows) - 1,
    right: Math.min(placeOf(right), width - 1),
  };
}

const placeOf = (letters: string): number =>
  [...letters].reduce((place, letter) => place * 26 + letter.charCodeAt(0) - 64, 0) - 1;
