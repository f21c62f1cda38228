import { changeKinds } from '../contract/history.ts';
import { isItemKind } from '../contract/kinds.ts';
import { type Column, columnsOf, relationshipOf, waysToName, waysToNameEnd } from './columns.ts';
import { REASON, readOnly } from './headers.ts';
import type { FileColumn, Problem, Table } from './intake.ts';
import { allOf, compact, fewOf, letterOf, plainOfCsv, quoted, visible } from './words.ts';

/** The header row is one of the first rows; below it everything is data. */
const MOST_ABOVE = 30;
/** Longer headers are cut after this many characters. */
const MOST_IN_HEADER = 100;

type Corrections = Readonly<Record<string, string>>;

/** The header of a table: its row index, from 0, and the columns that it names. */
export interface Header {
  at: number;
  columns: FileColumn[];
}

/** A column of the kind, and its index and header in the file. */
export interface Place {
  column: Column;
  at: number;
  header: string;
}

/** A cell of a row that may be the header. */
interface HeaderCell {
  /** The name of the column if this row is the header. */
  header: string;
  isNamed: boolean;
  /** Its text in the form of `compact`, and the same without texts in brackets. */
  words: string;
  outside: string;
}

/** Finds the header row, below titles and empty rows: the row that names the most columns. Undefined if no row names any. */
export function findHeader(table: Table, kind: string, corrections: Corrections = {}): Header | undefined {
  return headerAmong(headerCells(table), kind, corrections);
}

/** The first rows of a table as candidates for the header. */
function headerCells(table: Table): HeaderCell[][] {
  const width = table.reduce((most, { length }) => Math.max(most, length), 0);
  return table.slice(0, MOST_ABOVE).map((cells) => {
    const texts = Array.from({ length: width }, (_, place) => headerOf(cells[place]?.text ?? ''));
    const words = texts.map(compact);
    const headers = headerNames(texts, words);
    return texts.map((text, place) => ({
      header: headers[place] ?? '',
      isNamed: text !== '',
      words: words[place] ?? '',
      outside: compact(text.replace(IN_BRACKETS, '')),
    }));
  });
}

/** A text in brackets, also if its end is cut off. */
const IN_BRACKETS = /\(.*?(\)|$)|\[.*?(\]|$)/gs;

/** The text of a cell as a header. It may be a whole paragraph, so it is cut. */
function headerOf(cell: string): string {
  const text = visible(plainOfCsv(cell));
  return text.length > MOST_IN_HEADER ? `${text.slice(0, MOST_IN_HEADER).toWellFormed()}…` : text;
}

function headerAmong(
  rows: readonly HeaderCell[][],
  kind: string,
  corrections: Corrections,
): Header | undefined {
  const idOf = columnIdentifier(kind, corrections);
  let best: Header | undefined;
  let most = 0;
  for (const [at, cells] of rows.entries()) {
    const columns = cells.map((cell, place) => ({
      at: place,
      header: cell.header,
      id: idOf(cell),
      isNamed: cell.isNamed,
    }));
    const count = new Set(columns.flatMap(({ id }) => id ?? [])).size;
    if (count > most) [best, most] = [{ at, columns }, count];
  }
  return best;
}

/** The names of the columns of a header row. The column letter distinguishes duplicate and empty headers. */
function headerNames(texts: readonly string[], words: readonly string[]): string[] {
  const duplicates = Map.groupBy(words, (word) => word);
  return texts.map((text, at) => {
    if (text === '') return `Column ${letterOf(at)}`;
    return (duplicates.get(words[at] ?? '')?.length ?? 0) > 1 ? `${text} (column ${letterOf(at)})` : text;
  });
}

/** Creates a function that returns the column ID of a header cell: the user's correction, or else by its text. */
function columnIdentifier(kind: string, corrections: Corrections) {
  const ids = new Map<string, string>();
  for (const { id, headers } of columnsOf(kind).toReversed())
    for (const header of headers) ids.set(header, id);
  return ({ header, words, outside }: HeaderCell): string | null => {
    if (Object.hasOwn(corrections, header)) return corrections[header] || null;
    return ids.get(words) ?? ids.get(outside) ?? null;
  };
}

const silentlyIgnored = [REASON, ...readOnly].map(compact);

/** The headers of ignored columns that a user might miss. */
export const ignoredOf = (columns: readonly FileColumn[], isFilled: (at: number) => boolean): string[] =>
  columns
    .filter(({ at, header, id }) => id === null && !silentlyIgnored.includes(compact(header)) && isFilled(at))
    .map(({ header }) => header);

/** The problems of a header: duplicate columns, and missing columns that are needed. */
export function problemsOfHeader(table: Table, kind: string, columns: readonly FileColumn[]): Problem[] {
  const byId = Map.groupBy(
    columns.filter(({ id }) => id !== null),
    ({ id }) => id,
  );
  const duplicates = [...byId.values()].filter((same) => same.length > 1);
  const problems = duplicates.map((same) => {
    const headers = same.map(({ header }) => quoted(header));
    const { label = '' } = columnsOf(kind).find(({ id }) => id === same[0]?.id) ?? {};
    return ofFile(
      `The columns ${fewOf(headers)} would both be ${label}. Choose one, and ignore the other.`,
      same[1]?.header,
    );
  });
  const missing = missingIn(kind, new Set(byId.keys()) as ReadonlySet<string>);
  if (missing.length === 0) return problems;
  const [other] = likelyKinds(table).filter((one) => one !== kind);
  const hint =
    other === undefined ? '' : ` The columns fit ${wordOf(other)}: choose that kind if it is correct.`;
  return [
    ...problems,
    ...missing.map((names) =>
      ofFile(`There is no column ${names}. Add it to the file, or match a column to it.${hint}`),
    ),
  ];
}

const ofFile = (message: string, column: string | null = null): Problem => ({ message, row: null, column });

/** The name of a kind of row: 'majors', 'schools with majors'. */
export function wordOf(kind: string): string {
  if (isItemKind(kind)) return `${kind}s`;
  const { from, to } = relationshipOf(kind);
  return `${from}s with ${to}s`;
}

/** The labels of the columns that are missing to name items: one text for each item that is not named. */
function missingIn(kind: string, ids: ReadonlySet<string>): string[] {
  const labels = new Map(columnsOf(kind).map(({ id, label }) => [id, label]));
  const named = (ids: readonly string[]) => allOf(ids.map((id) => labels.get(id) ?? id));
  return waysIn(kind)
    .filter((ways) => !ways.some((way) => way.every((id) => ids.has(id))))
    .map((ways) => ways.map(named).join(', or '));
}

/** The ways to name each of the items that a row names. */
function waysIn(kind: string) {
  if (isItemKind(kind)) return [waysToName(kind)];
  const { from, to } = relationshipOf(kind);
  return [waysToNameEnd(from), waysToNameEnd(to)];
}

/** The kinds of row whose needed columns a table all names, the kind with the most columns first. */
export function likelyKinds(table: Table): readonly string[] {
  const rows = headerCells(table);
  return changeKinds
    .map((kind) => {
      const ids = new Set(headerAmong(rows, kind, {})?.columns.flatMap(({ id }) => id ?? []));
      return { kind, count: missingIn(kind, ids).length > 0 ? 0 : ids.size };
    })
    .filter(({ count }) => count > 0)
    .toSorted((one, other) => other.count - one.count)
    .map(({ kind }) => kind);
}

/**
 * The columns behind the last named or matched column. The reasons of an earlier import do not count as named: they are
 * behind all values of a row.
 */
export function behindHeader(columns: readonly FileColumn[]): FileColumn[] {
  const last = columns.findLastIndex(
    ({ header, id, isNamed }) => id !== null || (isNamed && compact(header) !== compact(REASON)),
  );
  return columns.slice(last + 1).filter(({ isNamed }) => !isNamed);
}

/** The columns of the kind that the file has, with their place in the file. */
export function placesOf(kind: string, columns: readonly FileColumn[]): Place[] {
  return columnsOf(kind).flatMap((column) => {
    const found = columns.find(({ id }) => id === column.id);
    return found ? [{ column, at: found.at, header: found.header }] : [];
  });
}
