import { expect, test } from 'vitest';
import type { IndexedItem } from './itemIndex.ts';
import type { Hit } from './rankItems.ts';
import { itemGroups, placeGroup } from './searchResults.ts';

const hit = (kind: IndexedItem['kind'], key: number, rank = 5): Hit => ({
  found: { id: `${kind}/${key}`, kind, key, label: `${kind} ${key}`, numbers: [] } as object as IndexedItem,
  rank,
});
const hits = (kind: IndexedItem['kind'], count: number) =>
  Array.from({ length: count }, (_, at) => hit(kind, at + 1));

const shown = (found: readonly Hit[], showAll: Parameters<typeof itemGroups>[3] = () => null) =>
  itemGroups(found, 'text', ({ id }) => `/${id}`, showAll).map(({ label, note, results }) => [
    label,
    note,
    ...results.map(({ label: text }) => text),
  ]);

test('the best item is the top result, and its kind comes first, with up to five others', () => {
  const found = [hit('degree', 9), ...hits('major', 2), ...hits('degree', 6)];
  expect(shown(found)).toEqual([
    ['Top result', undefined, 'degree 9'],
    ['Degrees', '5 of 7', 'degree 1', 'degree 2', 'degree 3', 'degree 4', 'degree 5'],
    ['Majors', undefined, 'major 1', 'major 2'],
  ]);
});

test('a kind whose only result is the top result has no group', () => {
  expect(shown([hit('major', 1)])).toEqual([['Top result', undefined, 'major 1']]);
});

test('only a kind with more results than are shown offers to show all', () => {
  const showAll = (kind: string, found: readonly Hit[]) => ({
    label: `Show all ${found.length}`,
    to: `/${kind}`,
  });
  const cut = [hit('school', 1), ...hits('major', 6), ...hits('degree', 5)];
  expect(shown(cut, showAll).map((group) => group.at(-1))).toEqual(['school 1', 'Show all 6', 'degree 5']);
  const withTop = hits('major', 6);
  expect(shown(withTop, showAll)[1]).not.toContain('Show all 6');
  expect(shown(hits('major', 7), showAll)[1]).toContain('Show all 7');
});

test('nothing found has no groups', () => {
  expect(shown([])).toEqual([]);
  expect(placeGroup('Screens', [])).toEqual([]);
});
