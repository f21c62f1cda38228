import { expect, test } from 'vitest';
import type { Column } from './column.ts';
import { readColumns } from './shownColumns.ts';

type Row = Record<string, string>;

const column = (id: string): Column<Row> => ({
  id,
  header: id.toUpperCase(),
  value: (row) => row[id] ?? null,
});
const all = ['code', 'title', 'year'].map(column);
const idsOf = (written: string | null) => readColumns(written, all).chosen?.map(({ id }) => id) ?? null;

test('columns are shown in the order of the URL', () => {
  expect(idsOf('year,code')).toEqual(['year', 'code']);
});

test.each([null, '', ',', 'nonsense', 'nonsense,Code'])('%j names no known column', (written) => {
  expect(idsOf(written)).toBeNull();
});

test('a name that does not exist, or comes twice, is left out and reported', () => {
  const { chosen, leftOut } = readColumns('title,old,code,title', all);
  expect(chosen?.map(({ id }) => id)).toEqual(['title', 'code']);
  expect(leftOut).toEqual(['column “old”', 'second column “title”']);
});

test('the first chosen column stays visible', () => {
  expect(readColumns('title,code', all).chosen?.map(({ isPinned }) => isPinned)).toEqual(['edge', undefined]);
});
