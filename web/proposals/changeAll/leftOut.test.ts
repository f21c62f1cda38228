import { expect, test } from 'vitest';
import type { Items } from '../../../contract/kinds.ts';
import { isSelected } from '../rowSelection.ts';
import { doubtsAbout, endedMarks, idOfItem } from './leftOut.ts';

// The running term is F25.

const major = (
  majorKey: number,
  majorCode: string,
  majorSegment: string,
  endTermYyyyst: string | null = null,
) => ({ majorKey, majorCode, majorSegment, endTermYyyyst }) as Items['major'];
const majors = [
  major(1, '201', 'U'),
  major(2, '201', 'G'),
  major(3, '205', 'U', '201992'),
  major(4, '205', 'G'),
  major(5, '345', 'U', '202592'),
];
const view = {
  kind: 'major',
  identityOf: ({ majorCode: code, majorSegment: letter }: Items['major']) => ({ code, letter, title: '' }),
} as const;

/** The keys of the majors that are selected at first, and the codes to ask about. */
function atFirst(codes: string | null, items = majors, term: string | null = null) {
  const { start, shared } = doubtsAbout(view, items, { codes, term });
  return {
    selected: items
      .filter((item) => isSelected(start, idOfItem('major', item)))
      .map(({ majorKey }) => majorKey),
    asked: shared.map(({ code, rows }) => `${code} ${rows.map(({ letter }) => letter).join(' ')}`),
  };
}

test('items that have ended are not selected at first beside others', () =>
  expect(atFirst(null)).toEqual({ selected: [1, 2, 4, 5], asked: [] }));

test('if all have ended, or the list is as of a term, these are what the user wants', () => {
  expect(atFirst(null, [majors[2] as Items['major']])).toEqual({ selected: [3], asked: [] });
  expect(atFirst(null, majors, '201892').selected).toEqual([1, 2, 3, 4, 5]);
});

test('a bare code of several segments is asked about, and none of its majors is selected', () =>
  expect(atFirst('201,205,345')).toEqual({ selected: [4, 5], asked: ['201 U G'] }));

test('a code with its segment is not asked about', () =>
  expect(atFirst('201 U,345', [majors[0], majors[4]] as Items['major'][])).toEqual({
    selected: [1, 5],
    asked: [],
  }));

test('of twins of which one has ended, the other is meant', () =>
  expect(atFirst('205', majors.slice(2, 4))).toEqual({ selected: [4], asked: [] }));

test('an item that has ended is marked with its last term', () =>
  expect([...endedMarks('major', majors, (term) => (term === null ? null : `of ${term}`))]).toEqual([
    ['major.3', 'Ended of 201992'],
  ]));
