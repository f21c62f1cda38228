import { MOST_ROWS } from '../contract/proposals.ts';
import { columnsOf } from './columns.ts';
import { rejectDuplicates } from './duplicateChecks.ts';
import {
  behindHeader,
  findHeader,
  type Header,
  ignoredOf,
  likelyKinds,
  placesOf,
  problemsOfHeader,
  wordOf,
} from './header.ts';
import type { Intake, Problem, Question } from './intake.ts';
import { unmerged } from './merged.ts';
import { type Read, rowReader } from './row.ts';
import { dataRows } from './rows.ts';
import { allOf, fewOf, quoted } from './words.ts';

const STEP = 1000;

/**
 * Reads a table as rows of a proposal: finds its header, the meaning of each cell, and the problems that a user has to
 * correct or decide. It has no side effects, so it can run again with corrections and choices. Throws if `kind` is unknown.
 */
export function readTable(asked: Question): Intake {
  const { table, kind, columns: corrections, onProgress = () => {} } = asked;
  const none: Intake = { kind, headerRow: null, columns: [], rows: [], problems: [], notes: [] };
  if (!table.some((cells) => cells.some(({ text }) => text.trim() !== '')))
    return { ...none, problems: [ofFile('The sheet is empty. Choose one with a header and rows.')] };
  const header = findHeader(table, kind, corrections);
  if (!header) return { ...none, problems: [ofFile(noHeader(asked))] };
  const { table: split, notes, problems } = unmerged(table, asked.source?.merged ?? [], header.at);
  const { data, isBehind, ...found } = readHeader({ ...asked, table: split }, header);
  found.notes.push(...notes, ...notesOf(asked));
  found.problems.push(...problems.map(ofFile));
  if (found.problems.length > 0) return found;

  const read = rowReader(asked, placesOf(kind, found.columns), isBehind);
  const rows: Read[] = [];
  for (const row of data) {
    rows.push(read(row));
    if (rows.length % STEP === 0) onProgress(rows.length, data.length);
  }
  const { kept, note } = rejectDuplicates(kind, rows);
  onProgress(data.length, data.length);
  return { ...found, rows: kept, notes: [...found.notes, ...note] };
}

/** Reads everything but the single rows. */
function readHeader({ table, kind, source, columns: corrections = {} }: Question, { at, columns }: Header) {
  const isText = source?.delimiter !== undefined;
  const { rows: data, notes } = dataRows(table, at, columns, source !== undefined && !isText);
  const filled = new Set<number>();
  for (const { texts } of data)
    for (const [place, text] of texts.entries()) if (text !== '') filled.add(place);
  const isFilled = (place: number) => filled.has(place);
  // In a text file, a value behind the last column is an error of its row (row.ts).
  const isBehind = new Set((isText ? behindHeader(columns) : []).map(({ at: place }) => place));
  const others = columns.filter(({ at: place }) => !isBehind.has(place));
  // The user already knows the columns that they chose to ignore.
  const ignored = ignoredOf(others, isFilled)
    .filter((header) => !Object.hasOwn(corrections, header))
    .map(quoted);
  if (ignored.length > 0)
    notes.push(
      ignored.length === 1
        ? `The column ${allOf(ignored)} is ignored.`
        : `The columns ${fewOf(ignored, 20)} are ignored.`,
    );
  const problems = problemsOfHeader(table, kind, columns);
  if (data.length === 0)
    problems.push(ofFile(`There are no rows below the header in row ${at + 1}. Add some.`));
  if (data.length > MOST_ROWS)
    problems.push(
      ofFile(
        `There are ${data.length.toLocaleString('en-US')} rows, and at most ${MOST_ROWS.toLocaleString('en-US')} can be imported at once. Split the file.`,
      ),
    );
  const shown = columns.filter(({ at: place, isNamed }) => isNamed || isFilled(place));
  return {
    kind,
    headerRow: at + 1,
    columns: shown,
    rows: [],
    problems,
    notes,
    data,
    isBehind,
  };
}

function noHeader({ table, kind }: Question): string {
  const [other] = likelyKinds(table);
  if (other !== undefined)
    return `The columns are not those of ${wordOf(kind)}. They fit ${wordOf(other)}: choose that.`;
  const labels = columnsOf(kind).slice(0, 4);
  return `No row names columns of ${wordOf(kind)}. Put their names, such as ${allOf(labels.map(({ label }) => label))}, above the rows.`;
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

const ofFile = (message: string): Problem => ({ message, row: null, column: null });
