import { expect, test, vi } from 'vitest';
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
