import type { ItemKind } from '../contract/items.ts';
import type { AwardType, Term } from '../contract/lookups.ts';

/** What a file means: tables as people make them, read as the rows of a proposal (contract 9). */

/**
 * A cell. `text` is what a person sees in it. `stored` is there only if a spreadsheet keeps the cell as a number, a date
 * or a logical value, and so may have changed what was typed.
 */
export interface Cell {
  readonly text: string;
  readonly stored?: string;
  /** The number that a spreadsheet keeps, only where it shows another: rounded, or with a unit. */
  readonly number?: number;
  /** What is wrong with it in the file: the rest of a sentence that begins with its text. */
  readonly fault?: string;
}

/** The rows of a sheet, from its first. Rows may differ in length. */
export type Table = readonly (readonly Cell[])[];

/** An item as the lists of the API give it. With a `ref` a proposal names it so, and not by its key: `{ row: 3 }`. */
export type KnownItem = Readonly<Record<string, unknown>>;

/** What texts are looked up in. */
export interface Known {
  readonly terms: readonly Term[];
  readonly awardTypes: readonly AwardType[];
  readonly items: Readonly<Record<ItemKind, readonly KnownItem[]>>;
}

/** What is known of where a table comes from. */
export interface Source {
  /** What separates the values of a text; a workbook has none. */
  delimiter?: string;
  /** How the text was decoded. */
  encoding?: string;
  /** How many rows the spreadsheet hides. They are read too. */
  hiddenRows?: number;
  hiddenColumns?: number;
  /** The names of the other sheets that hold something. */
  otherSheets?: readonly string[];
  /** The ranges of merged cells: 'A1:C1'. Only the first cell of each has a text. */
  merged?: readonly string[];
}

/** What is asked of a table. */
export interface Asked {
  table: Table;
  source?: Source;
  /** One of `changeKinds`. */
  kind: string;
  known: Known;
  /** What a person says of the columns: the ID of a column by the text of its header; '' to ignore it. */
  columns?: Readonly<Record<string, string>>;
  /** The answers to questions: the value of a candidate by the ID of its question. */
  choices?: Readonly<Record<string, string>>;
  /** Called every thousand rows and at the end. */
  onProgress?: (done: number, of: number) => void;
}

/** A column that a table of a kind can have. */
export interface PossibleColumn {
  /** `title20`; of an end of a relationship `major.majorCode`. */
  id: string;
  label: string;
}

/** A column of the file. */
export interface FileColumn {
  /** Its place, from 0. */
  at: number;
  /** The text of its header; where that is empty, 'Column C', and the column is not named. */
  header: string;
  isNamed: boolean;
  /** The column that it is understood as, or null if it is ignored. */
  id: string | null;
}

/** A value that can be chosen, to be given as the choice for its question. */
export interface Candidate {
  value: string;
  label: string;
}

/** Something that a person has to mend or to decide. */
export interface Problem {
  /** A plain sentence that names the row and the column and says what to do. */
  message: string;
  /** The number of the row, as a spreadsheet counts them from 1; null if it is about the whole file. */
  row: number | null;
  /** The header of the column; null if it is about the whole row. */
  column: string | null;
  /** There if it can be answered in place. The answer is for all rows with the same question. */
  question?: { id: string; candidates: readonly Candidate[] };
}

/** What a cell was understood as. */
export interface Understood {
  /** The text of the cell. */
  from: string;
  /** The value to send. */
  value: string | number | boolean | null;
  /** How that is written, if the cell has it otherwise: 'F25' for 'Fall 2025'. */
  as?: string;
}

/** A row of the file that is not blank. */
export interface IntakeRow {
  /** As a spreadsheet counts them, from 1. */
  number: number;
  /** The texts of all its cells, as in the file. */
  texts: readonly string[];
  /** By the ID of the column. Without those that are empty, which leave what is stored. */
  cells: Readonly<Record<string, Understood>>;
  /** For contract 9. Null if it has problems. */
  proposed: { ref: Readonly<Record<string, unknown>>; values: Readonly<Record<string, unknown>> } | null;
  problems: readonly Problem[];
}

/** What a table was understood as. Plain data, which can be sent between threads. */
export interface Intake {
  kind: string;
  /** The number of the header row, from 1; null if there is none. */
  headerRow: number | null;
  columns: readonly FileColumn[];
  rows: readonly IntakeRow[];
  /** What is wrong with the file as a whole. If there is any, there are no rows. */
  problems: readonly Problem[];
  /** Sentences about what was left out. */
  notes: readonly string[];
}
