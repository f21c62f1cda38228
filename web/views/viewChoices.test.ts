import { expect, test } from 'vitest';
import type { View } from '../../contract/views.ts';
import { choicesOf } from './viewChoices.ts';

const mine: View = {
  id: 'a',
  screen: 'major',
  name: 'Mine',
  query: 'q=art',
  isShared: false,
  isDefault: true,
  owner: { uciNetId: 'registrar', name: 'Robin Alvarez' },
  isMine: true,
  version: 1,
};
const shared: View = {
  ...mine,
  id: 'b',
  name: 'Shared',
  query: '',
  isShared: true,
  isDefault: false,
  owner: { uciNetId: 'admin', name: 'Alex Chen' },
  isMine: false,
};

const none = () => {};
const acts = { save: none, edit: none, toggleDefault: none };
const shown = {
  views: [shared, mine],
  current: undefined,
  path: '/major',
  isNamed: false,
  acts,
  retry: null,
};
const labels = (values: object = {}, managesData = false) =>
  choicesOf({ ...shown, ...values }, managesData).map(({ label }) => label);

test('the own views come before the shared ones, which name their owner', () => {
  expect(choicesOf(shown, false).slice(0, 2)).toEqual([
    {
      id: 'a',
      label: 'Mine',
      note: 'default',
      group: 'My views',
      isCurrent: false,
      to: '/major?q=art&view=a',
    },
    {
      id: 'b',
      label: 'Shared',
      note: 'Alex Chen',
      group: 'Shared views',
      isCurrent: false,
      to: '/major?view=b',
    },
  ]);
});

test('the current view can be changed by its owner, and a shared one by everyone who manages data', () => {
  const others = ['Mine', 'Shared', 'Save view…'];
  const edit = 'Rename, share or delete…';
  expect(labels()).toEqual(others);
  expect(labels({ current: mine, isNamed: true })).toEqual([
    ...others,
    edit,
    'No longer default',
    'Without a view',
  ]);
  expect(labels({ current: shared, isNamed: true })).toEqual([...others, 'Set as default', 'Without a view']);
  expect(labels({ current: shared, isNamed: true }, true)).toContain(edit);
});

test('while the user acts as another one, views are only chosen', () => {
  expect(labels({ acts: null, current: mine, isNamed: true }, true)).toEqual([
    'Mine',
    'Shared',
    'Without a view',
  ]);
  expect(labels({ acts: null, views: [] })).toEqual(['No views yet']);
});

test('views that could not be read can be read again', () => {
  expect(labels({ views: [], retry: none })).toEqual([
    'The views could not be read. Try again',
    'Save view…',
  ]);
});
