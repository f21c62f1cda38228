import { expect, test } from 'vitest';
import { fieldColumn, textOf } from '../../../contract/columns/dataColumn.ts';
import type { Column } from '../../ui/table/column.ts';
import { cardsOf, withLink } from './chosenColumns.ts';

type Row = Record<string, string | boolean | null>;

const [code, title, year, active] = [
  { ...fieldColumn('code', 'Code'), to: () => '/item' },
  fieldColumn('title', 'Title'),
  fieldColumn('year', 'Year'),
  fieldColumn('active', 'Active'),
] as unknown as [Column<Row>, Column<Row>, Column<Row>, Column<Row>];
const row: Row = { code: '201', title: 'Art', year: null, active: true };

test('a list always has a link to its items', () => {
  expect(withLink([title, code], [code]).map(({ to }) => Boolean(to))).toEqual([false, true]);
  expect(withLink([title, year], [code]).map(({ to }) => to?.(row))).toEqual(['/item', undefined]);
});

test('a card shows all chosen columns; those without a value are left out', () => {
  const textsOf = (columns: readonly Column<Row>[]) =>
    cardsOf(columns).map(({ value }) => textOf(value(row)));
  expect(textsOf([code, title, year, active])).toEqual(['201', 'Art', 'Active Yes']);
  expect(textsOf([title, code])).toEqual(['Art', '201']);
  expect(textsOf([title])).toEqual(['Art']);
});
