import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Column } from './column.ts';
import { piecesOf, searcher, wordsOf } from './filterRows.ts';

const columns: Column<string[]>[] = [
  { id: 'code', header: 'Code', value: ([code]) => code ?? null },
  { id: 'title', header: 'Title', value: ([, title]) => title ?? null },
];
const rows = [
  ['201 U', 'Computer Science'],
  ['201 G', 'Computer Engineering'],
  ['415', 'Español'],
];
const found = (text: string) => searcher(columns, rows)(wordsOf(text)).map(([code]) => code);

test.each([
  ['computer 201', ['201 U', '201 G']],
  ['science 201 u', ['201 U']],
  ['ENG 20', ['201 G']],
  ['201 201', ['201 U', '201 G']],
  ['computer 415', []],
  ['  ', ['201 U', '201 G', '415']],
  ['ESPANOL', ['415']],
  ['espan\u0303ol', ['415']],
  ['science\u00a0201\u3000u', ['201 U']],
])('%j finds the rows in which each of its words occurs', (text, codes) => {
  expect(found(text)).toEqual(codes);
});

const marked = (text: string, words: string) =>
  piecesOf(text, wordsOf(words))
    .map(({ text: piece, isFound }) => (isFound ? `[${piece}]` : piece))
    .join('');

test.each([
  ['Computer Science', 'sci comp', '[Comp]uter [Sci]ence'],
  ['Banana', 'ana nan', 'B[anana]'],
  ['Español', 'NO', 'Espa[ño]l'],
  ['Espan\u0303ol', 'an', 'Esp[an\u0303]ol'],
  ['İstanbul', 'ist', '[İst]anbul'],
  ['Art', 'music', 'Art'],
  ['201 U Ultrasound', 'u', '201 [U] Ultrasound'],
  ['G', 'g', '[G]'],
  ['Art', '', 'Art'],
])('in %j the words of %j are marked', (text, words, expected) => {
  expect(marked(text, words)).toBe(expected);
});

test('the pieces of a text add up to the text, and a matching text has a piece for a word', () => {
  const text = fc.string({ unit: fc.constantFrom(...'aAbéE\u0301İ ß🎓') });
  fc.assert(
    fc.property(text, text, (shown, typed) => {
      const words = wordsOf(typed);
      const pieces = piecesOf(shown, words);
      expect(pieces.map(({ text: piece }) => piece).join('')).toBe(shown);
      const isFound = searcher(columns, [[shown]])(words).length > 0;
      if (isFound && words.some((word) => word.length > 1))
        expect(pieces.some((piece) => piece.isFound)).toBe(true);
    }),
  );
});
