import { afterEach, beforeEach, expect, test } from 'vitest';
import { noteOpened, recentItems } from './recentItems.ts';
import { forgetStored, type StorageUser } from './userStorage.ts';

const alex = { uciNetId: 'alexc', impersonator: null };
const robin = { uciNetId: 'robina', impersonator: null };
const asRobin = {
  uciNetId: 'robina',
  impersonator: { uciNetId: 'alexc', firstName: null, lastName: null, authorities: [] },
};

/** The storage of a browser, whose names are its own properties. */
const storage = () =>
  Object.create({
    getItem(name: string): string | null {
      return Object.hasOwn(this, name) ? ((this as unknown as Record<string, string>)[name] ?? null) : null;
    },
    setItem(name: string, value: string) {
      Object.assign(this, { [name]: value });
    },
    removeItem(name: string) {
      delete (this as Record<string, unknown>)[name];
    },
  }) as Storage;

const storages = ['localStorage', 'sessionStorage'];
beforeEach(() => {
  for (const name of storages)
    Object.defineProperty(globalThis, name, { value: storage(), configurable: true });
});
afterEach(() => {
  for (const name of storages) Reflect.deleteProperty(globalThis, name);
});

const keysOf = (user: StorageUser) => recentItems(user).map(({ key }) => key);

test('the last eight items are kept, latest first, each once', () => {
  for (let key = 1; key <= 10; key += 1) noteOpened(alex, { kind: 'major', key });
  noteOpened(alex, { kind: 'major', key: 5 });
  noteOpened(alex, { kind: 'school', key: '55' });
  expect(keysOf(alex)).toEqual(['55', 5, 10, 9, 8, 7, 6, 4]);
});

test('items of two kinds with the same key are two items', () => {
  noteOpened(alex, { kind: 'major', key: 1 });
  noteOpened(alex, { kind: 'degree', key: 1 });
  expect(recentItems(alex)).toEqual([
    { kind: 'degree', key: 1 },
    { kind: 'major', key: 1 },
  ]);
});

test('each user has their own, and sign-out deletes those of the user only', () => {
  noteOpened(alex, { kind: 'major', key: 1 });
  noteOpened(robin, { kind: 'major', key: 2 });
  noteOpened(asRobin, { kind: 'major', key: 3 });
  expect([alex, robin, asRobin].map(keysOf)).toEqual([[1], [2], [3]]);
  forgetStored(asRobin);
  expect([alex, robin, asRobin].map(keysOf)).toEqual([[], [2], []]);
});

test.for(['', '{', 'null', '{"kind":"major"}', '[1,null,{"kind":"planet","key":1},{"kind":"major"}]'])(
  'stored text %s that is corrupt or of another version counts as nothing',
  (text) => {
    localStorage.setItem('recent:alexc:', text);
    expect(recentItems(alex)).toEqual([]);
    noteOpened(alex, { kind: 'major', key: 1 });
    expect(keysOf(alex)).toEqual([1]);
  },
);

test('without storage nothing counts as opened, and nothing fails', () => {
  Reflect.deleteProperty(globalThis, 'localStorage');
  noteOpened(alex, { kind: 'major', key: 1 });
  expect(recentItems(alex)).toEqual([]);
  forgetStored(alex);
});
