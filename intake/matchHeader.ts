import { isItemKind } from '../contract/kinds.ts';
import { headersOf, wordsOfColumn } from './columnNames.ts';
import { columnsOf } from './columns.ts';
import { headerWords } from './headerWords.ts';
import { compact, letterOf } from './words.ts';

/** The text of a header in the forms to compare. */
interface TextForms {
  text: string;
  /** In the form of `compact`, and the same without texts in brackets. */
  words: string;
  outside: string;
  /** Both in the form of `headerWords`. */
  similar: readonly (readonly string[])[];
}

/** A cell of a row that may be the header. */
export interface HeaderCell extends TextForms {
  /** The name of the column if this row is the header. */
  header: string;
}

/** The column that a cell of the header means; null if there is none. */
export interface Match {
  id: string | null;
  /** Whether the cell has no name of the column, but a similar one. */
  isGuess: boolean;
}

/** The names of the columns of a kind, in the forms to compare. */
interface Names {
  byText: ReadonlyMap<string, string>;
  byWords: ReadonlyMap<string, string>;
  /** Each word that is long enough for a typing error, with the ID of its column, by the other words of the name. */
  byOtherWords: ReadonlyMap<string, readonly { word: string; id: string }[]>;
}

/** A text in brackets, also if its end is cut off. */
const IN_BRACKETS = /\(.*?(\)|$)|\[.*?(\]|$)/gs;
/** A text with a separator of a text file is not one header, but several in one cell. */
const SEPARATOR = /[;|\t]/;
/** No name of a column has more words. */
const MOST_WORDS = 8;
/** A shorter word with another letter is often another word. */
const SHORTEST_MISTYPED = 5;

/** The texts of a row as cells of a header. The column letter distinguishes duplicate and empty headers. */
export function headerCellsOf(texts: readonly string[]): HeaderCell[] {
  const cells = texts.map(withForms);
  const duplicates = Map.groupBy(cells, ({ words }) => words);
  return cells.map((cell, at) => ({ ...cell, header: headerOf(cell, at) }));

  function headerOf({ text, words }: TextForms, at: number): string {
    if (text === '') return `Column ${letterOf(at)}`;
    return (duplicates.get(words)?.length ?? 0) > 1 ? `${text} (column ${letterOf(at)})` : text;
  }
}

function withForms(text: string): TextForms {
  const outside = text.replace(IN_BRACKETS, '');
  const words = compact(text);
  const hasBrackets = outside !== text;
  const names = SEPARATOR.test(text) ? [] : [text, ...(hasBrackets ? [outside] : [])];
  const similar = names.map(headerWords);
  return {
    text,
    words,
    outside: hasBrackets ? compact(outside) : words,
    similar: similar.filter(({ length }) => length > 0 && length <= MOST_WORDS),
  };
}

/**
 * The columns of a kind that the cells of a header mean. A cell with a name of a column means that column. The columns that
 * are left go to cells with similar names: first to those with the same words (headerWords.ts), then to those with one typing
 * error, from left to right. A column is guessed for one cell at most, and a cell that may mean several columns means none.
 */
export function matchHeader(kind: string, cells: readonly HeaderCell[]): Match[] {
  const names = namesOf(kind);
  const matches = cells.map(
    ({ words, outside }): Match => ({
      id: names.byText.get(words) ?? names.byText.get(outside) ?? null,
      isGuess: false,
    }),
  );
  const taken = new Set(matches.map(({ id }) => id));
  for (const similarTo of [withSameWords, withTypingError])
    for (const [at, { similar }] of cells.entries()) {
      if (matches[at]?.id !== null) continue;
      const found = formsOf(kind, similar).map((words) => similarTo(names, words));
      const [id, ...others] = new Set(found.find(({ length }) => length > 0));
      if (id === undefined || others.length > 0 || taken.has(id)) continue;
      taken.add(id);
      matches[at] = { id, isGuess: true };
    }
  return matches;
}

/** The words of a header, and the same without the name of the kind: a file of majors may have a 'Major CIP Code'. */
const formsOf = (kind: string, similar: HeaderCell['similar']): HeaderCell['similar'] =>
  isItemKind(kind) ? [...similar, ...similar.map((words) => words.filter((word) => word !== kind))] : similar;

const keyOf = (words: readonly string[]): string => words.join(' ');

const withSameWords = ({ byWords }: Names, words: readonly string[]): string[] => {
  const id = byWords.get(keyOf(words));
  return id === undefined ? [] : [id];
};

const withTypingError = ({ byOtherWords }: Names, words: readonly string[]): string[] =>
  words
    .filter(({ length }) => length >= SHORTEST_MISTYPED)
    .flatMap((word) =>
      (byOtherWords.get(keyOf(words.filter((other) => other !== word))) ?? [])
        .filter((known) => differInOneLetter(word, known.word))
        .map(({ id }) => id),
    );

/** Whether a letter differs, is missing or is added, or two neighbors are swapped. */
function differInOneLetter(one: string, other: string): boolean {
  const most = Math.min(one.length, other.length);
  if (Math.max(one.length, other.length) > most + 1) return false;
  let start = 0;
  while (start < most && one[start] === other[start]) start += 1;
  let end = 0;
  while (end < most - start && one.at(-1 - end) === other.at(-1 - end)) end += 1;
  const [left, right] = [one.slice(start, one.length - end), other.slice(start, other.length - end)];
  const isSwapped = left.length === 2 && left[0] === right[1] && left[1] === right[0];
  return isSwapped || Math.max(left.length, right.length) === 1;
}

const namesByKind = new Map<string, Names>();

function namesOf(kind: string): Names {
  const found = namesByKind.get(kind) ?? collectNames(kind);
  namesByKind.set(kind, found);
  return found;
}

function collectNames(kind: string): Names {
  const columns = columnsOf(kind);
  const texts = columns.flatMap((column) =>
    headersOf(kind, column).map((text) => [text, column.id] as const),
  );
  const names = columns.flatMap((column) =>
    wordsOfColumn(kind, column).map((words) => ({ words, id: column.id })),
  );
  const mistyped = names.flatMap(({ words, id }) =>
    words
      .filter(({ length }) => length >= SHORTEST_MISTYPED)
      .map((word) => ({ word, id, others: keyOf(words.filter((other) => other !== word)) })),
  );
  return {
    byText: new Map(texts),
    byWords: new Map(names.map(({ words, id }) => [keyOf(words), id])),
    byOtherWords: Map.groupBy(mistyped, ({ others }) => others),
  };
}
