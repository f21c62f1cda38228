import { EARLIER_VALUE } from '../contract/earlierValues.ts';
import { importKinds } from '../contract/importMappings.ts';
import { type ItemKind, isItemKind, itemKinds } from '../contract/kinds.ts';
import { columnsOf, labelOf, namesOfItems, relationshipOf, waysToName, waysToNameEnd } from './columns.ts';
import { type Header, headerAmong, headerCells, isSilentlyIgnored, worthOf } from './header.ts';
import { headerWords } from './headerWords.ts';
import type { Table } from './intake.ts';
import type { HeaderCell } from './matchHeader.ts';
import { allOf } from './words.ts';

/** A kind of row that a table may have, and how well it fits. */
export interface RecognizedKind {
  kind: string;
  /** A higher score fits better. */
  score: number;
  /** The number of named columns that match a column of the kind, and of all named columns. */
  matched: number;
  columns: number;
  /** Whether the columns that name an item, or both ends of a relationship, are among them. */
  isComplete: boolean;
  /** Whether at least half of the named columns match. If not, ask the user for the kind. */
  isLikely: boolean;
}

/** Each column that the kind does not have counts against it. */
const COST_OF_UNMATCHED = 0.25;
/** The name of a sheet or a file counts as much as a column. */
const WORTH_OF_NAME = 1;

/**
 * The kinds of row that a table may have, the best first: by all columns that its header names, and by the names of its sheet
 * and its file. Of two that fit equally well, the first has the columns that name its items. Empty if no column is known.
 */
export function recognize(
  table: Table,
  { sheet = '', file = '' }: { sheet?: string; file?: string } = {},
): RecognizedKind[] {
  const rows = headerCells(table);
  const names = [sheet, file].map(itemsIn);
  return importKinds
    .flatMap((kind) => {
      const header = headerAmong(rows, kind);
      if (!header) return [];
      const fitting = names.filter((items) => items !== '' && items === itemsOf(kind).toSorted().join(' '));
      const { score, ...fit } = fitOf(kind, header, rows[header.at] ?? []);
      return [{ kind, score: score + fitting.length * WORTH_OF_NAME, ...fit }];
    })
    .toSorted((one, other) => other.score - one.score || Number(other.isComplete) - Number(one.isComplete));
}

function fitOf(kind: string, { columns }: Header, cells: readonly HeaderCell[]) {
  const named = columns.filter(({ at, isNamed }) => isNamed && !isSilentlyIgnored(cells[at]?.words ?? ''));
  const ids = new Set(columns.flatMap(({ id }) => id ?? []));
  const matched = named.filter(({ id }) => id !== null).length;
  return {
    score: worthOf(columns) - (named.length - matched) * COST_OF_UNMATCHED,
    matched,
    columns: named.length,
    isComplete: missingIn(kind, ids).length === 0,
    isLikely: matched * 2 >= named.length,
  };
}

/** The kinds of item that a name mentions: 'department major' for 'Majors by dept'. */
const itemsIn = (name: string): string => headerWords(name).filter(isItemKind).join(' ');

/** The kinds of item that each row names. */
function itemsOf(kind: string): ItemKind[] {
  if (isItemKind(kind)) return [kind];
  if (kind === EARLIER_VALUE) return [];
  const { from, to } = relationshipOf(kind);
  return [from, to];
}

/** The labels of the columns that are missing to name items: one text for each item that is not named. An earlier value needs all of its own. */
export function missingIn(kind: string, ids: ReadonlySet<string>): string[] {
  if (kind === EARLIER_VALUE) return missingOfEarlierValue(ids);
  const named = (way: readonly string[]) => allOf(way.map((id) => labelOf(kind, id)));
  return itemsOf(kind)
    .map((item) => (isItemKind(kind) ? waysToName(item) : waysToNameEnd(item)))
    .filter((ways) => !ways.some((way) => way.every((id) => ids.has(id))))
    .map((ways) => {
      // What is missing beside what the file has: Segment, beside Major Code.
      const begun = ways.find((way) => way.some((id) => ids.has(id)));
      return begun ? named(begun.filter((id) => !ids.has(id))) : ways.map(named).join(', or ');
    });
}

function missingOfEarlierValue(ids: ReadonlySet<string>): string[] {
  const ways = (Object.keys(itemKinds) as ItemKind[]).flatMap(waysToNameEnd);
  const isNamed = ways.some((way) => way.every((id) => ids.has(id)));
  const own = columnsOf(EARLIER_VALUE).filter(({ id, item }) => item === undefined && !ids.has(id));
  return [...(isNamed ? [] : [namesOfItems()]), ...own.map(({ label }) => label)];
}
