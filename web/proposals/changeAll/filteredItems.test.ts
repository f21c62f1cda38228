import { expect, test } from 'vitest';
import { fieldColumn } from '../../../contract/columns/dataColumn.ts';
import { degreeForm } from '../../../contract/degree.ts';
import type { ItemEarlierValue } from '../../../contract/earlierValues.ts';
import type { Items } from '../../../contract/kinds.ts';
import { schoolForm } from '../../../contract/school.ts';
import { changeableFields, changeItems, filteredItems, readFilter } from './filteredItems.ts';

test('the filters in the URL find the items that the list shows', () => {
  const majors = [
    { majorCode: '007', majorSegment: 'G', title20: 'Art', endTermYyyyst: '201992' },
    { majorCode: '201', majorSegment: 'U', title20: 'Art' },
    { majorCode: '201', majorSegment: 'G', title20: 'Dance' },
    { majorCode: '345', majorSegment: 'U', title20: 'Art' },
  ] as Items['major'][];
  const view = {
    kind: 'major',
    identityOf: ({ majorCode: code, majorSegment: letter }: Items['major']) => ({ code, letter, title: '' }),
  } as const;
  const find = (query: string, term: string | null = null) =>
    filteredItems(
      view,
      majors,
      [fieldColumn('title20', 'Title 20')],
      [fieldColumn('majorSegment', 'U G M')],
      readFilter(new URLSearchParams(query), term),
    );
  expect(find('')).toEqual(majors);
  expect(find('codes=345,201')).toEqual(majors.slice(1));
  expect(find('codes=345,201+g,7')).toEqual(majors.slice(2));
  expect(find('found=art&codes=201,007')).toEqual(majors.slice(0, 2));
  expect(find('found=art&codes=201,007', '202092')).toEqual([majors[1]]);
  expect(find('codes=,')).toEqual([]);
  // The text is found in the columns that the list shows.
  expect(find('found=g')).toEqual([]);
  expect(find('found=g&cols=majorSegment')).toEqual([majors[0], majors[2]]);
  expect(find('found=art&cols=majorSegment,title20,none')).toHaveLength(3);
});

test('a kind without codes ignores them, as its list does', () => {
  const degrees = [{ degreeKey: 1 }] as Items['degree'][];
  const view = { kind: 'degree', identityOf: () => ({ code: 'BA', title: '' }) } as const;
  expect(filteredItems(view, degrees, [], [], { text: '', term: null, codes: 'BS', cols: null })).toEqual(
    degrees,
  );
});

test('each item, identified by its key, gets the same values', () => {
  const majors = [{ majorKey: 1 }, { majorKey: 2 }] as Items['major'][];
  expect(changeItems({ kind: 'major' }, majors, { values: { active: false } }, undefined)).toEqual([
    { kind: 'major', ref: { majorKey: 1 }, values: { active: false } },
    { kind: 'major', ref: { majorKey: 2 }, values: { active: false } },
  ]);
});

test('an item keeps its old value for the terms before, unless it has none', () => {
  const change = { values: { cipCode: '11.0101' }, effectiveTerm: '202692' };
  const majors = ['202614', '202692', '202792', '202792', null].map((startTermYyyyst, at) => ({
    majorKey: at,
    startTermYyyyst,
  })) as Items['major'][];
  const earlier = [{ field: 'cipCode', lastTerm: '202876' }] as ItemEarlierValue[];
  const rows = changeItems({ kind: 'major' }, majors, change, (_kind, key) => (key === 3 ? earlier : []));
  expect(rows.map(({ effectiveTerm }) => effectiveTerm)).toEqual([
    '202692',
    undefined,
    undefined,
    // It has another value from a later term on, so the server refuses this one.
    '202692',
    '202692',
  ]);
});

test('all fields of the edit form can be changed, but not a key', () => {
  const names = changeableFields({ kind: 'school', editForm: schoolForm }).map(([name]) => name);
  expect(names).toContain('title8');
  expect(names).not.toContain('schoolCode');
  expect(names).not.toContain('version');
  expect(changeableFields({ kind: 'degree', editForm: degreeForm }).map(([name]) => name)).toContain(
    'degreeAwarded',
  );
});
