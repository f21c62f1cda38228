import { afterEach, expect, test, vi } from 'vitest';
import { changeKinds } from '../../contract/history.ts';
import { findHeader, likelyKinds } from '../../intake/header.ts';

afterEach(() => void vi.restoreAllMocks());

const tableOf = (...rows: string[][]) => rows.map((cells) => cells.map((text) => ({ text })));

/** How many characters are compared, whatever it takes, to find a header in thirty rows of so many cells. */
function comparedIn(width: number, cell: (at: number) => string): number {
  const table = tableOf(
    ...Array.from({ length: 30 }, () => Array.from({ length: width }, (_, at) => cell(at))),
  );
  let characters = 0;
  const { normalize } = String.prototype;
  vi.spyOn(String.prototype, 'normalize').mockImplementation(function counted(this: string, form) {
    characters += this.length;
    return normalize.call(this, form);
  });
  likelyKinds(table);
  for (const kind of changeKinds) findHeader(table, kind);
  vi.restoreAllMocks();
  return characters;
}

test.each([
  ['columns of other names', (at: number) => `Column of the dean ${at}`],
  ['columns of the same name', () => 'Title'],
  ['parentheses', () => '('.repeat(400)],
  ['pairs of brackets', () => '[]()'.repeat(100)],
] as const)('twice as many %s take twice as much work', (_, cell) => {
  expect(comparedIn(500, cell) / comparedIn(250, cell)).toBeLessThan(2.2);
});

test('of a long header only the beginning is read, and those with the same beginning are told apart', () => {
  const long = `Major Code (${'x'.repeat(50_000)})`;
  const columns = findHeader(
    tableOf([long, long, 'Segment', `${'y'.repeat(99)} Title 20`]),
    'major',
  )?.columns;
  expect(columns?.map(({ header }) => header)).toEqual([
    `${long.slice(0, 100)} (column A)`,
    `${long.slice(0, 100)} (column B)`,
    'Segment',
    `${'y'.repeat(99)} `,
  ]);
});
