import { expect, test, vi } from 'vitest';
import { menu } from '../layout/menu.ts';
import { listPath } from '../paths.ts';
import { itemViews } from './kinds.ts';

vi.mock('../base.ts', () => ({ base: '/mdsd' }));
vi.mock('../runningTerm.ts', () => ({ runningTerm: '' }));

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
