import type { ItemKind } from '../contract/kinds.ts';
import type { AwardType, Term } from '../contract/lookups.ts';

/** The meaning of a file: reads a user's table as the rows of a proposal (contract 9). */

/**
 * A cell. `text` is the text that a user sees in it. `stored` is present only if the spreadsheet stores the cell as a
 * number, a date or a logical value, and so may have changed the typed text.
 */
export interface Cell {
  readonly text: string;
  readonly stored?: string;
  /** The number that the spreadsheet stores, only where it shows another: rounded, or with a unit. */
  readonly number?: number;
  /** An error of the cell in the file: the rest of a sentence that begins with its text. */
  readonly fault?: string;
}

/** The rows of a sheet, from its first. Rows may differ in length. */
export type Table = readonly (readonly Cell[])[];

/** An item as the API lists return it. If it has a `ref`, such as `{ row: 3 }`, a proposal uses that instead of its key. */
export type KnownItem = Readonly<Record<string, unknown>>;

/** The stored data in which texts are looked up. */
export interface Known {
  readonly terms: readonly Term[];
  readonly awardTypes: readonly AwardType[];
  readonly items: Readonly<Record<ItemKind, readonly KnownItem[]>>;
}

/** Facts about the file that a table comes from. */
export interface Source {
  /** The delimiter of a text file; a workbook has none. */
  delimiter?: string;
  /** The encoding by which the text was decoded. */
  encoding?: string;
  /** The number of rows that the spreadsheet hides. They are read too. */
  hiddenRows?: number;
  hiddenColumns?: number;
  /** The names of the other sheets that are not empty. */
  otherSheets?: readonly string[];
  /** The ranges of merged cells: 'A1:C1'. Only the first cell of each has a text. */
  merged?: readonly string[];
}

/** The input of `readTable`. */
export interface Question {
  table: Table;
  source?: Source;
  /** One of `importKinds`. */
  kind: string;
  known: Known;
  /** The user's corrections: the ID of a column by the text of its header; '' to ignore the column. */
  columns?: Readonly<Record<string, string>>;
  /** The user's choices: the value of a candidate by the ID of its question. */
  choices?: Readonly<Record<string, string>>;
  /**
   * The user's corrections of cells: the new text by row number in the spreadsheet and by column ID, also of a column that the
   * file does not have. It is read as if the file had it; an empty text is an empty cell.
   */
  edits?: Edits;
  /** The values of new items for columns that the file does not have, by field (contract/newValues.ts). */
  newValues?: Readonly<Record<string, string>>;
  /** Called every thousand rows and at the end. */
  onProgress?: (done: number, of: number) => void;
}

/** Texts of cells by row number in the spreadsheet, from 1, and by column ID. */
export type Edits = Readonly<Record<number, Readonly<Record<string, string>>>>;

/** A column that a table of a kind can have. */
export interface PossibleColumn {
  /** `title20`; for an end of a relationship `major.majorCode`. */
  id: string;
  label: string;
}

/** A column of the file. */
export interface FileColumn {
  /** Its index, from 0. */
  at: number;
  /** The text of its header. If that is empty, it is 'Column C', and `isNamed` is false. */
  header: string;
  isNamed: boolean;
  /** The ID of the column that it means, or null if it is ignored. */
  id: string | null;
  /** Whether its header is only similar to a name of that column, so that a user has to confirm it. */
  isGuess: boolean;
  /** Its first texts below the header that are not empty, at most three. */
  cells: readonly string[];
}

/** A value that a user can choose for a question. */
export interface Candidate {
  value: string;
  label: string;
}

/** A choice that solves a problem. */
export interface Choice {
  /** The same in all rows that it applies to. */
  id: string;
  candidates: readonly Candidate[];
  /** The text of the cell, and what is wrong with it: the rest of a sentence that begins with the text. */
  from: string;
  wrong: string;
  /** Its message names the rows that have it. */
  namesRows?: boolean;
}

/** A problem that a user has to correct or decide. */
export interface Problem {
  /** A plain sentence that names the row and the column and the correction. */
  message: string;
  /** The row number in the spreadsheet, from 1; null if the problem is about the whole file. */
  row: number | null;
  /** The header of the column, or its label if the file does not have it; null if the problem is about the whole row. */
  column: string | null;
  /** The IDs of the columns whose cells in the row can correct it, which the file may lack; empty if no cell can. */
  ids: readonly string[];
  /** Present if a choice solves it. The choice applies to all rows with the same question. */
  question?: Choice;
}

/** The understood value of a cell. */
export interface Understood {
  /** The text of the cell. */
  from: string;
  /** The value to send. */
  value: string | number | boolean | null;
  /** The standard text of the value, if the cell has another: 'F25' for 'Fall 2025'. */
  as?: string;
  /** It is not of the file, but one of `newValues` or the user's choice instead. */
  isFilledIn?: true;
}

/** A row of the file that is not empty. */
export interface IntakeRow {
  /** The row number in the spreadsheet, from 1. */
  number: number;
  /** The texts of all its cells, unchanged except for the user's edits. */
  texts: readonly string[];
  /** The user's texts for columns that the file does not have, by column ID. */
  added?: Readonly<Record<string, string>>;
  /** By column ID. An empty cell has no entry and leaves the stored value. */
  cells: Readonly<Record<string, Understood>>;
  /** The row of the proposal (contract 9). Null if the row has problems. */
  proposed: { ref: Readonly<Record<string, unknown>>; values: Readonly<Record<string, unknown>> } | null;
  problems: readonly Problem[];
  /** The stored item that a row with problems would change, if that is known. */
  existing?: { key: string; label: string };
  /** The problems that the user's choices have solved. */
  solved?: readonly Problem[];
}

/** The result of reading a table: plain data, which threads can exchange. */
export interface Intake {
  kind: string;
  /** Those of the header, or else of the row with the most texts, which a user may match. */
  columns: readonly FileColumn[];
  rows: readonly IntakeRow[];
  /** The problems of the whole file. If there are any, there are no rows. */
  problems: readonly Problem[];
  /** Sentences about skipped rows, columns and sheets. */
  notes: readonly string[];
}
