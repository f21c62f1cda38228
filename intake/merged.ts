import type { Cell, Table } from './intake.ts';
import { allOf, letterOf } from './words.ts';

/** A range of merged cells, by places from 0, its ends included. */
interface Range {
  top: number;
  left: number;
  bottom: number;
  right: number;
}

const BESIDE =
  'is merged with cells beside it, so it cannot be told for which columns it is. Split the cells';
/** At most this many ranges are named. */
const NAMED = 5;

/**
 * Gives the value of cells that are merged downwards to each of their rows, as a person sees it, and says so. Cells that are
 * merged sideways are an error where they hold something. What is merged above the rows, such as a title, is left as it is.
 */
export function unmerged(
  table: Table,
  merged: readonly string[],
  headerAt: number,
): { table: Table; notes: string[] } {
  const ranges = merged.flatMap((one) => rangeOf(one) ?? []).filter(({ top }) => top > headerAt);
  const rows = table.map((cells) => [...cells]);
  const down: string[] = [];
  for (const { top, left, bottom, right } of ranges) {
    const cell = rows[top]?.[left];
    if (!cell || cell.text.trim() === '') continue;
    const isDown = left === right;
    if (isDown) down.push(`${letterOf(left)}${top + 1}:${letterOf(left)}${bottom + 1}`);
    const shown: Cell = isDown ? cell : { ...cell, fault: BESIDE };
    for (let row = top; row <= Math.min(bottom, rows.length - 1); row += 1)
      for (let column = left; column <= right; column += 1) put(rows[row], column, shown);
  }
  return { table: rows, notes: down.length > 0 ? [noteOf(down)] : [] };
}

function put(cells: Cell[] | undefined, column: number, cell: Cell): void {
  if (!cells) return;
  while (cells.length < column) cells.push({ text: '' });
  cells[column] = cell;
}

function noteOf(names: readonly string[]): string {
  const named = names.slice(0, NAMED);
  if (names.length > NAMED) named.push(`${names.length - NAMED} more`);
  return `The merged cells ${allOf(named)} give their value to each of their rows.`;
}

/** 'B2:C3' by places; undefined for what is no range. */
function rangeOf(name: string): Range | undefined {
  const [, left = '', top, right = '', bottom] =
    /^([A-Z]{1,3})(\d{1,7}):([A-Z]{1,3})(\d{1,7})$/.exec(name) ?? [];
  if (left === '') return undefined;
  return { top: Number(top) - 1, left: placeOf(left), bottom: Number(bottom) - 1, right: placeOf(right) };
}

const placeOf = (letters: string): number =>
  [...letters].reduce((place, letter) => place * 26 + letter.charCodeAt(0) - 64, 0) - 1;
