import { expect, test } from 'vitest';
import { headersOf } from '../../../intake/columnNames.ts';
import { columnsOf } from '../../../intake/columns.ts';
import { compact } from '../../../intake/words.ts';
import { listPath } from '../../lib/paths.ts';
import { menu } from '../../shell/menu.ts';
import { itemViews } from './kinds.ts';

test.each(Object.values(itemViews))(
  'the list of a $kind has each column once, including those for sorting and for related lists',
  ({ columns, defaultSort, related }) => {
    const ids: string[] = columns((code) => code).map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toEqual(expect.arrayContaining([...related, ...defaultSort.map(({ id }) => id)]));
  },
);

test.each(Object.values(itemViews))('the menu has the list of a $kind', ({ kind }) => {
  expect(menu.map(({ to }) => to)).toContain(listPath(kind));
});

test.each(Object.values(itemViews))(
  'an import understands the headers of the list of a $kind',
  ({ kind, columns }) => {
    const idOf = (header: string) =>
      columnsOf(kind).find((column) => headersOf(kind, column).includes(compact(header)))?.id;
    for (const { id, header } of columns((code) => code))
      expect([header, idOf(header)]).toEqual([header, id]);
  },
);
