import type { Cell, Table } from './intake.ts';
import { fewOf, letterOf } from './words.ts';

/** A range of merged cells, by places from 0, its ends included. */
interface Range {
  top: number;
  left: number;
  bottom: number;
  right: number;
}

const BESIDE =
  'is merged with cells beside it, so it cannot be told for which columns it is. Split the cells';
/** As many cells as a file may have. */
const MOST_COVERED = 5_000_000;
const TOO_MANY =
  'There are merged cells over merged cells, or over more than 5,000,000 cells. Unmerge them in a spreadsheet, and save the file again.';
const EMPTY: Cell = { text: '' };

/**
 * Gives the value of cells that are merged downwards to each of their rows that has other values, as a person sees it, and
 * says so. Cells that are merged sideways are an error where they hold something. What other cells of a range hold nobody
 * sees, so it is taken off. What is merged above the rows, such as a title, is left as it is.
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
  // Those of a spreadsheet never overlap. Others would take any time and memory.
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
    const shown: Cell = isDown ? cell : { ...cell, fault: BESIDE };
    each(range, (row, column) => {
      if (isFilled[row]) put(rows[row], column, shown);
    });
  }
  return { table: rows, notes: down.length > 0 ? [noteOf(down)] : [], problems: [] };
}

function put(cells: Cell[] | undefined, column: number, cell: Cell): void {
  if (!cells) return;
  while (cells.length < column) cells.push(EMPTY);
  cells[column] = cell;
}

const noteOf = (names: readonly string[]): string =>
  `The merged cells ${fewOf(names)} give their value to each of their rows.`;

/** 'B2:C3' by places, as far as there are cells; undefined for what is no range. */
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
