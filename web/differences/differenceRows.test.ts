import { expect, test } from 'vitest';
import { type Change, groupByItem, type Row } from './differenceRows.ts';

const end = (kind: string, key: string) => ({ kind, key, label: `${kind} ${key}` }) as Row['ends'][number];

const row = (change: Change, ends: Row['ends'], span: Partial<Row['span']>): Row => ({
  change,
  kind: ends.map(({ kind }) => kind).join('-'),
  ends,
  span: { start: null, end: null, ...span },
  names: [],
});

const [major, degree, school] = [end('major', '1'), end('degree', '2'), end('school', '85')];

test('a relationship is with the item that started in the same term, and with the first of two', () => {
  const items = [row('started', [major], { start: '202192' }), row('started', [degree], { start: '202192' })];
  const together = row('started', [major, degree], { start: '202192' });
  const later = row('started', [school, degree], { start: '202292' });
  expect(groupByItem([...items, together, later])).toEqual({
    items: [
      { row: items[0], relationships: [together] },
      { row: items[1], relationships: [] },
    ],
    others: [later],
  });
});

test('a relationship that ended is with the item that ended in the same term', () => {
  const item = row('ended', [major], { start: '201592', end: '202576' });
  const together = row('ended', [school, major], { start: '201892', end: '202576' });
  const earlier = row('ended', [major, degree], { start: '201592', end: '202492' });
  expect(groupByItem([item, together, earlier])).toEqual({
    items: [{ row: item, relationships: [together] }],
    others: [earlier],
  });
});

test('a school starts in a year: a relationship from any of its terms is with it', () => {
  const item = row('started', [school], { start: 2024 });
  const [own, later] = ['202403', '202503'].map((start) => row('started', [school, major], { start }));
  expect(groupByItem([item, own, later] as Row[])).toEqual({
    items: [{ row: item, relationships: [own] }],
    others: [later],
  });
});
