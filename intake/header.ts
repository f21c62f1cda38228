import { type Column, columnsOf } from './columns.ts';
import { REASON, readOnly } from './headers.ts';
import type { FileColumn, Table } from './intake.ts';
import { type HeaderCell, headerCellsOf, matchHeader } from './matchHeader.ts';
import { compact, plainOfCsv, visible } from './words.ts';

/** The header row is one of the first rows; below it everything is data. */
const MOST_ABOVE = 30;
/** Longer headers are cut after this many characters. */
const MOST_IN_HEADER = 100;
/** A guess counts less than a column with its own name. */
const WORTH_OF_GUESS = 0.75;

type Corrections = Readonly<Record<string, string>>;

/** A column of the file, without its cells. */
export type HeaderColumn = Omit<FileColumn, 'cells'>;

/** The header of a table: its row index, from 0, and the columns that it names. */
export interface Header {
  at: number;
  columns: HeaderColumn[];
}

/** A column of the kind, and its index and header in the file. */
export interface Place {
  column: Column;
  at: number;
  header: string;
}

/** Finds the header row, below titles and empty rows: the row that names the most columns. Undefined if no row names any. */
export function findHeader(table: Table, kind: string, corrections: Corrections = {}): Header | undefined {
  return headerAmong(headerCells(table), kind, corrections);
}

/** The first rows of a table as candidates for the header. */
export function headerCells(table: Table): HeaderCell[][] {
  const width = table.reduce((most, { length }) => Math.max(most, length), 0);
  return table.slice(0, MOST_ABOVE).map((cells) => {
    const texts = Array.from({ length: width }, (_, place) => headerOf(cells[place]?.text ?? ''));
    return headerCellsOf(texts);
  });
}

/** The text of a cell as a header. It may be a whole paragraph, so it is cut. */
function headerOf(cell: string): string {
  const text = visible(plainOfCsv(cell));
  return text.length > MOST_IN_HEADER ? `${text.slice(0, MOST_IN_HEADER).toWellFormed()}…` : text;
}

/** The row among these that names the most columns. */
export function headerAmong(
  rows: readonly HeaderCell[][],
  kind: string,
  corrections: Corrections = {},
): Header | undefined {
  let best: Header | undefined;
  let most = 0;
  for (const [at, cells] of rows.entries()) {
    const columns = columnsIn(cells, kind, corrections);
    const worth = worthOf(columns);
    if (worth > most) [best, most] = [{ at, columns }, worth];
  }
  return best;
}

/** The columns that a row names. A user's correction is never a guess, and takes its column from a guess. */
function columnsIn(cells: readonly HeaderCell[], kind: string, corrections: Corrections): HeaderColumn[] {
  const corrected = (header: string) =>
    Object.hasOwn(corrections, header) ? corrections[header] : undefined;
  const chosen = new Set(cells.map(({ header }) => corrected(header)));
  return matchHeader(kind, cells).map(({ id, isGuess }, at) => {
    const { header = '', text = '' } = cells[at] ?? {};
    const choice = corrected(header);
    const column = { at, header, isNamed: text !== '' };
    if (choice !== undefined) return { ...column, id: choice || null, isGuess: false };
    const isTaken = isGuess && chosen.has(id ?? '');
    return { ...column, id: isTaken ? null : id, isGuess: isGuess && !isTaken };
  });
}

/** How many columns of a kind a header names, where a guess counts less. */
export function worthOf(columns: readonly HeaderColumn[]): number {
  const named = new Set(columns.flatMap(({ id }) => id ?? []));
  const guesses = columns.filter(({ isGuess }) => isGuess);
  return named.size - guesses.length * (1 - WORTH_OF_GUESS);
}

/** The row with the most texts as a header of which no column is known: a user may match its columns. */
export function unknownHeader(table: Table): Header {
  const rows = headerCells(table);
  const counts = rows.map((cells) => cells.filter(({ text }) => text !== '').length);
  const at = counts.indexOf(Math.max(...counts));
  const columns = (rows[at] ?? []).map(({ header, text }, place) => ({
    at: place,
    header,
    isNamed: text !== '',
    id: null,
    isGuess: false,
  }));
  return { at, columns };
}

const silentlyIgnored = [REASON, ...readOnly].map(compact);

/** Whether a header is one of those that this application adds to its own files, and that a file cannot change. */
export const isSilentlyIgnored = (words: string): boolean => silentlyIgnored.includes(words);

/** The headers of ignored columns that a user might miss. */
export const ignoredOf = (columns: readonly FileColumn[]): string[] =>
  columns
    .filter(({ header, id, cells }) => id === null && !isSilentlyIgnored(compact(header)) && cells.length > 0)
    .map(({ header }) => header);

/** The filled columns whose header is only similar to the name of their column. */
export const guessesIn = (columns: readonly FileColumn[]): FileColumn[] =>
  columns.filter(({ isGuess, cells }) => isGuess && cells.length > 0);

/**
 * The columns behind the last named or matched column. The reasons of an earlier import do not count as named: they are
 * behind all values of a row.
 */
export function behindHeader(columns: readonly HeaderColumn[]): HeaderColumn[] {
  const last = columns.findLastIndex(
    ({ header, id, isNamed }) => id !== null || (isNamed && compact(header) !== compact(REASON)),
  );
  return columns.slice(last + 1).filter(({ isNamed }) => !isNamed);
}

/** The columns of the kind that the file has, with their place in the file. */
export function placesOf(kind: string, columns: readonly HeaderColumn[]): Place[] {
  return columnsOf(kind).flatMap((column) => {
    const found = columns.find(({ id }) => id === column.id);
    return found ? [{ column, at: found.at, header: found.header }] : [];
  });
}
