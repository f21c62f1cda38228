import { most, tooMuchInside, Unreadable } from './unreadable.ts';

/** A cell with the text that a spreadsheet shows. */
export interface Cell {
  readonly text: string;
  /**
   * The value in the file, only if it is a number, a date, a boolean, an error, or a formula without a result (`=…`): the
   * user may have typed another text, such as a code with leading zeros.
   */
  readonly stored?: string;
  /** The number in the file, only if the shown text differs from it: rounded, or with a unit. */
  readonly number?: number;
  /** An error of the cell in the file: the rest of a sentence that begins with its text. */
  readonly fault?: string;
}

const EMPTY: Cell = Object.freeze({ text: '' });
const count = (number: number) => number.toLocaleString('en-US');

/** The cells and characters that a file may still hold, over all of its sheets. */
export class Room {
  #cells = most.cells;
  #characters = most.unpacked;

  /** Subtracts cells and characters. Throws `Unreadable` if too few remain. */
  take(cells: number, characters: number): void {
    this.#cells -= cells;
    this.#characters -= characters;
    if (this.#cells < 0)
      throw new Unreadable(`The file has more than ${count(most.cells)} cells. Split it into several files.`);
    if (this.#characters < 0) throw tooMuchInside();
  }
}

/** Collects the cells of a sheet. Rows end at their last cell that is not empty, and so do the rows. */
export class Grid {
  readonly rows: Cell[][] = [];
  readonly #name: string;
  readonly #room: Room;

  constructor(name: string, room: Room) {
    this.#name = name;
    this.#room = room;
  }

  /** Stores a cell by its row and column index, from 0. Throws `Unreadable` if the sheet becomes too large. */
  put(rowIndex: number, column: number, cell: Cell): void {
    if (cell.text === '' && cell.stored === undefined) return;
    if (rowIndex >= most.rows)
      throw new Unreadable(
        `'${this.#name}' has more than ${count(most.rows)} rows. Split it into several files.`,
      );
    if (column >= most.columns)
      throw new Unreadable(
        `'${this.#name}' has more than ${count(most.columns)} columns. Delete those that are not needed.`,
      );
    while (this.rows.length <= rowIndex) this.rows.push([]);
    const row = this.rows[rowIndex] ?? [];
    this.#room.take(Math.max(0, column + 1 - row.length), cell.text.length + (cell.stored?.length ?? 0));
    while (row.length < column) row.push(EMPTY);
    row[column] = cell;
  }
}
