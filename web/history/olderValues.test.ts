import { expect, test } from 'vitest';
import type { ChangeEntry, ChangeSetWithEntries } from '../../contract/history.ts';
import { hasOlderValues, olderValues } from './olderValues.ts';

const of = { kind: 'major', key: '12' } as const;

type Values = Record<string, string>;

/** A change set that replaces the values of the major, or that changes only one of its relationships. */
function setOf(id: string, before: Values | null, after: Values | null): ChangeSetWithEntries {
  const names = [...new Set(Object.keys({ ...before, ...after }))];
  const fields = names
    .map((name) => ({ name, before: before?.[name] ?? null, after: after?.[name] ?? null }))
    .filter((field) => field.before !== field.after);
  const action = before === null ? 'created' : after === null ? 'deleted' : 'updated';
  const isOwn = before !== null || after !== null;
  const entry: ChangeEntry = isOwn
    ? { ...of, label: 'It', action, fields, ends: null }
    : { kind: 'schoolMajor', key: '00/12', label: 'Both', action: 'created', fields: [], ends: null };
  return {
    id,
    at: '2025-11-18T00:05:00.000Z',
    requestId: null,
    actor: null,
    actingAs: null,
    origin: 'form',
    title: null,
    reason: null,
    undoes: null,
    undoneBy: null,
    created: 0,
    updated: 1,
    deleted: 0,
    entries: [entry],
    entryCount: 1,
  };
}

const [first, second, third] = [
  { title20: 'A', title7: 'X' },
  { title20: 'B', title7: 'X' },
  { title20: 'B', title7: 'Y' },
];

/** The history of a major, newest first, with a deletion and a restoration. */
const sets = [
  setOf('third', second, third),
  setOf('related', null, null),
  setOf('back', null, second),
  setOf('gone', second, null),
  setOf('second', first, second),
  setOf('first', null, first),
];

test.each([
  ['third', third],
  ['back', second],
  ['gone', second],
  ['second', second],
  ['first', first],
])('the values after the set %j', async (id, expected) => {
  const set = sets.find((one) => one.id === id);
  if (!set) throw new Error('No such set');
  const today = { majorKey: 12, ...third };
  expect(await olderValues(today, sets, set, of)).toEqual({ majorKey: 12, ...expected });
});

test.each([
  ['of the item itself, not of its relationships', sets, ['back', 'gone', 'second', 'first']],
  [
    'that differ from those of today',
    [setOf('undo', second, first), setOf('edit', first, second), setOf('made', null, first)],
    ['edit'],
  ],
  [
    'before a deletion that has been undone, if they have changed since',
    [setOf('back', null, second), setOf('gone', second, null), setOf('made', null, second)],
    [],
  ],
])('older values are those %s', (_which, all, expected) => {
  const having = all.filter((_set, at) => hasOlderValues(all, at, of));
  expect(having.map(({ id }) => id)).toEqual(expected);
});
