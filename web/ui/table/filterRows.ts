import { textOf } from '../../../contract/columns/dataColumn.ts';
import { foldCase } from '../../lib/foldCase.ts';
import type { Column } from './column.ts';

/** The words of a typed text, case-folded. */
export const wordsOf = (typed: string): string[] => foldCase(typed).split(/\s+/).filter(Boolean);

/**
 * Finds the rows in which each word occurs in some column, in any order. The first search builds the text of all rows, so
 * that each keystroke only scans strings even with thousands of rows.
 */
export function searcher<Row>(columns: readonly Column<Row>[], rows: readonly Row[]) {
  let texts: string[] | undefined;
  return (words: readonly string[]): readonly Row[] => {
    if (words.length === 0) return rows;
    texts ??= rows.map((row) => foldCase(columns.map((column) => textOf(column.value(row))).join('\n')));
    const shown = texts;
    return rows.filter((_row, at) => words.every((word) => shown[at]?.includes(word)));
  };
}

/** A part of a text, and whether it matches a searched word. */
interface Piece {
  text: string;
  isFound: boolean;
}

/**
 * Splits a text where one of the folded words begins or ends. A single letter counts only as a whole word: otherwise half of
 * the table would be marked.
 */
export function piecesOf(text: string, words: readonly string[]): Piece[] {
  const collapsed = foldCase(text);
  const places = words.flatMap((word) => placesOf(word, collapsed));
  if (places.length === 0) return [{ text, isFound: false }];
  const letters = [...text];
  // Maps each letter of the folded text to the index of its original letter: folding may change the length.
  const origins = letters.flatMap((letter, at) =>
    foldCase(letter)
      .split('')
      .map(() => at),
  );
  const found = new Set(places.flatMap(({ from, to }) => origins.slice(from, to)));
  const pieces: Piece[] = [];
  for (const [at, letter] of letters.entries()) {
    const last = pieces.at(-1);
    // An accent belongs to the letter before it.
    const isFound = found.has(at) || (foldCase(letter) === '' && last?.isFound === true);
    if (last?.isFound === isFound) last.text += letter;
    else pieces.push({ text: letter, isFound });
  }
  return pieces;
}

const LETTER = /[\p{L}\p{N}]/u;

function placesOf(word: string, text: string): { from: number; to: number }[] {
  const places = [];
  for (let from = text.indexOf(word); from >= 0; from = text.indexOf(word, from + 1)) {
    const to = from + word.length;
    const isAlone = !LETTER.test(text[from - 1] ?? '') && !LETTER.test(text[to] ?? '');
    if (word.length > 1 || isAlone) places.push({ from, to });
  }
  return places;
}
