import { MOST_ROWS } from '../contract/proposals.ts';
import { labelOf } from './columns.ts';
import { rejectDuplicates } from './duplicateChecks.ts';
import { additions, edited } from './edits.ts';
import {
  behindHeader,
  findHeader,
  guessesIn,
  type Header,
  ignoredOf,
  placesOf,
  unknownHeader,
} from './header.ts';
import { noHeader, ofFile, problemsOfHeader } from './headerProblems.ts';
import type { FileColumn, Intake, Question, Table } from './intake.ts';
import { unmerged } from './merged.ts';
import { type Read, rowReader } from './row.ts';
import { type DataRow, dataRows } from './rows.ts';
import { allOf, fewOf, plain, plainOfCsv, quoted } from './words.ts';

const STEP = 1000;
const FIRST_CELLS = 3;

/**
 * Reads a table as rows of a proposal: finds its header, the meaning of each cell, and the problems that a user has to
 * correct or decide. It has no side effects, so it can run again with corrections, choices and edits. Throws if `kind` is unknown.
 */
export function readTable(asked: Question): Intake {
  const { table, kind, source, columns: corrections, edits = {}, onProgress = () => {} } = asked;
  const none: Intake = { kind, columns: [], rows: [], problems: [], notes: [] };
  if (!table.some((cells) => cells.some(({ text }) => text.trim() !== '')))
    return { ...none, problems: [ofFile('The sheet is empty. Choose one with a header and rows.')] };
  const known = findHeader(table, kind, corrections);
  const header = known ?? unknownHeader(table);
  const places = placesOf(kind, header.columns);
  const { table: split, notes, problems } = unmerged(table, source?.merged ?? [], header.at);
  const textOf = source !== undefined && source.delimiter === undefined ? plain : plainOfCsv;
  const below = readBelow(edited(split, edits, header.at, places), header, textOf);
  if (!known) return { ...none, columns: below.columns, problems: [noHeader(table, kind)] };
  const { isBehind, ...found } = readHeader(asked, header, below);
  found.notes.push(...notes, ...notesOf(asked));
  found.problems.push(...problems.map((message) => ofFile(message)));
  if (found.problems.length > 0) return found;

  const { data } = below;
  const read = rowReader(asked, places, isBehind, additions(kind, edits, places, textOf));
  const rows: Read[] = [];
  for (const row of data) {
    rows.push(read(row));
    if (rows.length % STEP === 0) onProgress(rows.length, data.length);
  }
  const { kept, notes: more } = rejectDuplicates(asked, rows);
  onProgress(data.length, data.length);
  return { ...found, rows: kept, notes: [...found.notes, ...more] };
}

/** The rows below a header, and its columns with their first cells. */
interface Below {
  data: readonly DataRow[];
  columns: FileColumn[];
  notes: readonly string[];
}

function readBelow(table: Table, { at, columns }: Header, textOf: (text: string) => string): Below {
  const { rows: data, notes } = dataRows(table, at, columns, textOf);
  const firstCells = new Map<number, string[]>();
  for (const { texts } of data)
    for (const [place, text] of texts.entries()) {
      if (text === '') continue;
      const cells = firstCells.get(place);
      if (!cells) firstCells.set(place, [text]);
      else if (cells.length < FIRST_CELLS) cells.push(text);
    }
  const withCells = columns.map((column) => ({ ...column, cells: firstCells.get(column.at) ?? [] }));
  return { data, notes, columns: withCells.filter(({ isNamed, cells }) => isNamed || cells.length > 0) };
}

/** Reads everything but the single rows. */
function readHeader(
  { table, kind, source, columns: corrections = {} }: Question,
  header: Header,
  { data, columns, notes: leftOut }: Below,
) {
  const notes = [...leftOut, ...noteOfGuesses(kind, columns)];
  const isCorrected = (name: string) => Object.hasOwn(corrections, name);
  // Only the user's corrections make this row a header. In the first row, nobody doubts it.
  if (header.at > 0 && columns.every(({ header: name, id }) => id === null || isCorrected(name)))
    notes.push(`Row ${header.at + 1} is read as the header.`);
  // In a text file, a value behind the last column is an error of its row (row.ts).
  const isText = source?.delimiter !== undefined;
  const isBehind = new Set((isText ? behindHeader(header.columns) : []).map(({ at }) => at));
  // The user already knows the columns that they chose to ignore.
  const ignored = ignoredOf(columns.filter(({ at }) => !isBehind.has(at)))
    .filter((name) => !isCorrected(name))
    .map(quoted);
  if (ignored.length > 0)
    notes.push(
      ignored.length === 1
        ? `The column ${allOf(ignored)} is ignored.`
        : `The columns ${fewOf(ignored, 20)} are ignored.`,
    );
  const problems = problemsOfHeader(table, kind, header.columns);
  if (data.length === 0)
    problems.push(ofFile(`There are no rows below the header in row ${header.at + 1}. Add some.`));
  if (data.length > MOST_ROWS)
    problems.push(
      ofFile(
        `There are ${data.length.toLocaleString('en-US')} rows, and at most ${MOST_ROWS.toLocaleString('en-US')} can be imported at once. Split the file.`,
      ),
    );
  return { kind, columns, rows: [], problems, notes, isBehind };
}

function noteOfGuesses(kind: string, columns: readonly FileColumn[]): string[] {
  const guesses = guessesIn(columns).map(
    ({ header, id }) => `${quoted(header)} to ${labelOf(kind, id ?? '')}`,
  );
  return guesses.length > 0 ? [`Matched by similar names: ${allOf(guesses)}.`] : [];
}

/** Notes about the file itself, independent of its rows. */
function notesOf({ table, source = {} }: Question): string[] {
  const { encoding, hiddenRows = 0, hiddenColumns = 0, otherSheets = [] } = source;
  const example = encoding && table.flat().find(({ text }) => /[^\0-\x7f]/.test(text));
  return [
    ...(example ? [`The file was read as ${encoding}, such as ${quoted(example.text.trim())}.`] : []),
    ...hidden(hiddenRows, 'row'),
    ...hidden(hiddenColumns, 'column'),
    ...otherSheets
      .slice(0, 1)
      .map((name) =>
        otherSheets.length === 1
          ? `The sheet ${quoted(name)} is left out.`
          : `The sheets ${fewOf(otherSheets.map(quoted))} are left out.`,
      ),
  ];
}

const hidden = (count: number, noun: string): string[] =>
  count === 0
    ? []
    : [
        `Includes ${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'} that the spreadsheet hides.`,
      ];
