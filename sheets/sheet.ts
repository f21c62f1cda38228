import { type Cell, Grid, type Room } from './grid.ts';
import { type NumberFormat, serialOf } from './shown.ts';
import { unescaped } from './text.ts';
import { damaged, most, Unreadable } from './unreadable.ts';
import { readXml } from './xml.ts';

/** A sheet as a spreadsheet shows it. */
export interface Sheet {
  name: string;
  /** Whether the sheet itself is hidden. */
  hidden: boolean;
  /** The rows from the first, empty or not, to the last with a text. Rows end at their last text too. */
  rows: Cell[][];
  /** The indexes of the rows that the user or a filter has hidden. */
  hiddenRows: number[];
  /** The indexes of the hidden columns that are not empty. */
  hiddenColumns: number[];
  /** The ranges of merged cells: 'A1:C1'. Only the first cell of each has a text. */
  merged: string[];
}

/** The shared data of a workbook: its texts, and the formats of cells by the index of their style. */
export interface Shared {
  strings: readonly string[];
  formats: readonly NumberFormat[];
}

interface RawCell {
  type: string;
  style: number;
  /** The text of each of its elements, if present: a value, a formula, an inline text. */
  v: string | undefined;
  f: string | undefined;
  t: string | undefined;
}

/** The maximum number of characters in an Excel cell. */
const LONGEST = 32_767;
const isTrue = (text: string | undefined) => text === '1' || text === 'true';

/** Reads the XML of a sheet. Formulas are not run: their cells have the results in the file. */
export function readSheet(xml: string, name: string, shared: Shared, room: Room): Omit<Sheet, 'hidden'> {
  const grid = new Grid(name, room);
  const hiddenRows = new Set<number>();
  const hiddenColumns = new Set<number>();
  const merged: string[] = [];
  let row = -1;
  let column = -1;
  let cell: RawCell | undefined;
  let into: 'v' | 'f' | 't' | undefined;
  let isPhonetic = false;

  readXml(xml, {
    open(element, attribute) {
      if (element === 's:row') {
        row = indexOf(attribute('r'), row + 1);
        column = -1;
        if (isTrue(attribute('hidden'))) hiddenRows.add(row);
      } else if (element === 's:c') {
        column = columnOf(attribute('r'), column + 1);
        const style = Number(attribute('s') ?? 0);
        cell = { type: attribute('t') ?? 'n', style, v: undefined, f: undefined, t: undefined };
      } else if (element === 's:col' && isTrue(attribute('hidden'))) {
        const last = Math.min(Number(attribute('max')), most.columns);
        for (let at = Number(attribute('min')) - 1; at < last; at += 1) hiddenColumns.add(at);
      } else if (element === 's:mergeCell') merged.push(attribute('ref') ?? '');
      else if (element === 's:rPh') isPhonetic = true;
      else if (cell) {
        into = element === 's:v' ? 'v' : element === 's:f' ? 'f' : element === 's:t' ? 't' : undefined;
        if (into) cell[into] ??= '';
      }
    },
    text(text) {
      if (cell && into && !isPhonetic) cell[into] = (cell[into] ?? '') + text;
    },
    close(element) {
      into = undefined;
      if (element === 's:rPh') isPhonetic = false;
      if (element !== 's:c' || !cell) return;
      if (row < 0) throw damaged();
      grid.put(row, column, cellOf(cell, shared));
      cell = undefined;
    },
  });
  const { rows } = grid;
  return {
    name,
    rows,
    hiddenRows: [...hiddenRows].filter((at) => at < rows.length),
    hiddenColumns: [...hiddenColumns].filter((at) => rows.some((cells) => cells[at]?.text)),
    merged,
  };
}

function cellOf({ type, style, v, f, t = '' }: RawCell, { strings, formats }: Shared): Cell {
  const format = formats[style] ?? formats[0];
  switch (type) {
    case 's': {
      const text = strings[Number(v)];
      if (v && text === undefined) throw damaged();
      return textCell(text ?? '', format);
    }
    case 'inlineStr':
      return textCell(unescaped(t), format);
    case 'str':
      if (v !== undefined) return textCell(unescaped(v), format);
  }
  // A program other than a spreadsheet may write formulas without their results.
  if (!v) return f === undefined ? { text: '' } : { text: '', stored: `=${f}` };
  switch (type) {
    case 'b':
      return { text: isTrue(v) ? 'TRUE' : 'FALSE', stored: v };
    case 'e':
      return { text: v, stored: v };
  }
  return numberCell(v, type === 'd' ? serialOf(v) : Number(v), format);
}

/** The number of significant digits that Excel keeps. */
const DIGITS = 15;
const PLAIN_NUMBER = /^-?(\d+|\d{1,3}(,\d{3})+)(\.\d+)?$/;

function numberCell(stored: string, read: number | undefined, format: NumberFormat | undefined): Cell {
  if (read === undefined || !Number.isFinite(read)) return { text: stored, stored };
  const number = Number(read.toPrecision(DIGITS));
  const text = format?.show(read).trim() ?? String(number);
  const isSame = PLAIN_NUMBER.test(text) && Number(text.replaceAll(',', '')) === number;
  return { text, stored, ...(format?.isNumber && !isSame && { number }) };
}

/** A text as its format shows it. It keeps its own spaces. */
function textCell(text: string, format: NumberFormat | undefined): Cell {
  if (text.length > LONGEST)
    throw new Unreadable(
      `A cell has more than ${LONGEST.toLocaleString('en-US')} characters, which Excel does not allow. Open the file in Excel and save it again.`,
    );
  const shown = format?.show(text) ?? text;
  return { text: shown.trim() === text.trim() ? text : shown.trim() };
}

/** The index of row '1' is 0. A row without a number follows the row before it. */
function indexOf(number: string | undefined, next: number): number {
  if (number === undefined) return next;
  if (!/^[1-9]\d{0,8}$/.test(number)) throw damaged();
  return Number(number) - 1;
}

/** The index of column 'A', as in 'A7', is 0. */
function columnOf(reference: string | undefined, next: number): number {
  if (reference === undefined) return next;
  const [letters] = /^[A-Z]{1,3}(?=\d+$)/.exec(reference) ?? [];
  if (!letters) throw damaged();
  let index = 0;
  for (const letter of letters) index = index * 26 + letter.charCodeAt(0) - 64;
  return index - 1;
}
