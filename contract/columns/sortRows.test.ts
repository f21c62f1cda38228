import { expect, test } from 'vitest';
import type { DataColumn } from './dataColumn.ts';
import { nextSort, orderItems } from './sortRows.ts';

interface Item {
  name: string | null;
  size: number | null;
}
const columns: DataColumn<Item>[] = [
  { id: 'name', header: 'Name', value: ({ name }) => name },
  { id: 'size', header: 'Size', value: ({ size }) => size },
];
const items: Item[] = [
  { name: 'b', size: 2 },
  { name: null, size: 1 },
  { name: 'A', size: 10 },
  { name: 'b', size: null },
];
const order = (...sort: { id: string; desc: boolean }[]) =>
  orderItems(items, columns, sort).map(({ name, size }) => `${name}${size}`);

test('sorts texts ignoring case, with empty values last', () => {
  expect(order({ id: 'name', desc: false })).toEqual(['A10', 'b2', 'bnull', 'null1']);
});

test('keeps empty values last when descending', () => {
  expect(order({ id: 'name', desc: true })).toEqual(['b2', 'bnull', 'A10', 'null1']);
});

test('sorts numbers by size', () => {
  expect(order({ id: 'size', desc: true })).toEqual(['A10', 'b2', 'null1', 'bnull']);
});

test('sorts by a second column where the first is equal', () => {
  expect(order({ id: 'name', desc: true }, { id: 'size', desc: false })[0]).toBe('b2');
});

test('a header cycles through ascending, descending and unsorted', () => {
  const up = nextSort([{ id: 'size', desc: false }], 'name', false);
  const down = nextSort(up, 'name', false);
  expect([up, down, nextSort(down, 'name', false)]).toEqual([
    [{ id: 'name', desc: false }],
    [{ id: 'name', desc: true }],
    [],
  ]);
});

test('with Shift a column is added, reversed in place, and removed', () => {
  const both = nextSort([{ id: 'name', desc: false }], 'size', true);
  const turned = nextSort(both, 'name', true);
  expect(both.map(({ id }) => id)).toEqual(['name', 'size']);
  expect(turned[0]).toEqual({ id: 'name', desc: true });
  expect(nextSort(turned, 'name', true)).toEqual([{ id: 'size', desc: false }]);
});
