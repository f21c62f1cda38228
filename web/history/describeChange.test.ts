import { describe, expect, test } from 'vitest';
import type { ChangeEntry, ChangeSet } from '../../contract/history.ts';
import {
  changedFields,
  countsText,
  differenceOf,
  farEnd,
  hasDeleted,
  isSubject,
  isUndoable,
  numbersText,
  onlyDeleted,
  ownValues,
  spanWords,
  undoText,
  whoText,
} from './describeChange.ts';

const quarter = (code: string | null) => (code === '202592' ? 'F25' : code);

const entryOf = (kind: string, fields: ChangeEntry['fields'], action: ChangeEntry['action'] = 'updated') =>
  ({ kind, key: '12', label: '201 U Biology', action, fields, ends: null }) satisfies ChangeEntry;

const field = (name: string, before: ChangeEntry['fields'][0]['before'], after: typeof before) => ({
  name,
  before,
  after,
});

test('terms and award types have the labels of their forms', () => {
  const term = entryOf('term', [field('termLetterYear', null, 'F31')], 'created');
  expect(ownValues(term, quarter)).toEqual([{ label: 'Label', text: 'F31' }]);
  const award = entryOf('awardType', [field('programCredLevel', '03', '05')]);
  expect(changedFields(award, quarter)).toMatchObject([
    { label: 'Program Credential Level', before: "03 Bachelor's degree", after: "05 Master's degree" },
  ]);
});

describe('The fields of a change', () => {
  const changed = (...fields: ChangeEntry['fields']) => changedFields(entryOf('major', fields), quarter);

  test('have the labels of the form, in its order', () => {
    const fields = changed(
      field('comments', null, 'Moved'),
      field('titleLong', 'A', 'B'),
      field('title7', 'X', null),
    );
    expect(fields).toEqual([
      { name: 'title7', label: 'Title 7', before: 'X', after: null, isLong: false },
      { name: 'titleLong', label: 'Title Long', before: 'A', after: 'B', isLong: false },
      { name: 'comments', label: 'Comments', before: null, after: 'Moved', isLong: true },
    ]);
  });

  test('show terms as quarters and unknown ones as codes, flags as Yes and No, choices by their labels', () => {
    const fields = changed(
      field('endTermYyyyst', '199992', '202592'),
      field('active', true, false),
      field('majorSegment', 'U', 'X'),
      field('sortCode', 0, 12),
    );
    expect(fields.map(({ before, after }) => [before, after])).toEqual([
      ['U Undergraduate', 'X'],
      ['199992', 'F25'],
      ['0', '12'],
      ['Yes', 'No'],
    ]);
  });

  test('that are no longer in a form come last, under their own names', () => {
    const fields = changed(field('aardvark', true, 'B'), field('comments', 'C', 'D'));
    expect(fields.map(({ label, before }) => [label, before])).toEqual([
      ['Comments', 'C'],
      ['aardvark', 'Yes'],
    ]);
    expect(changedFields(entryOf('elsewhere', [field('one', 1, 2)]), quarter)).toMatchObject([
      { label: 'one' },
    ]);
  });

  test('of a degree come from its edit form', () => {
    const entry = entryOf('degree', [field('degreeAwarded', 'BA', 'BS')]);
    expect(changedFields(entry, quarter)).toMatchObject([{ label: 'Award', before: 'BA', after: 'BS' }]);
  });
});

const earlier = (
  field: string,
  before: string | null,
  after: string | null,
  action: ChangeEntry['action'] = 'updated',
) => ({
  ...entryOf('earlierValue', [{ name: 'value', before, after }], action),
  key: `major/12/${field}/202592`,
});

describe('An earlier value', () => {
  test('has one field, labeled with its last term', () => {
    expect(changedFields(earlier('title20', 'Biol', 'Biology'), quarter)).toEqual([
      { name: 'value', label: 'Title 20 through F25', before: 'Biol', after: 'Biology', isLong: false },
    ]);
    const created = earlier('title20', null, 'Biol', 'created');
    const fields = [...created.fields, field('lastTerm', null, '202592'), field('itemKey', null, '12')];
    expect(ownValues({ ...created, fields }, quarter)).toEqual([
      { label: 'Title 20 through F25', text: 'Biol' },
    ]);
  });

  test('shows a choice by its label, and a field that is no longer in the form by its name', () => {
    const level = { ...earlier('', '02', '03'), key: 'degree/7/programCredLevel/202592' };
    expect(changedFields(level, quarter)).toMatchObject([{ after: "03 Bachelor's degree" }]);
    expect(changedFields(earlier('aardvark', 'A', 'B'), quarter)).toMatchObject([
      { label: 'aardvark through F25' },
    ]);
  });
});

test('created and deleted rows show their values, except flags with their default value', () => {
  const fields = [
    field('active', null, true),
    field('complete', null, true),
    field('title20', null, 'Biology'),
  ];
  const values = [
    { label: 'Title 20', text: 'Biology' },
    { label: 'Complete', text: 'Yes' },
  ];
  expect(ownValues(entryOf('major', fields, 'created'), quarter)).toEqual(values);
  const gone = fields.map(({ name, before, after }) => field(name, after, before));
  expect(ownValues(entryOf('major', gone, 'deleted'), quarter)).toEqual(values);
});

test.each([
  ['Moved in 2018.', 'Moved in 2018. Formerly Toxicology.', 'Moved in 2018.|| Formerly Toxicology.|'],
  ['One two three', 'One new three', 'One |two|new| three'],
  ['One two three', 'One three', 'One |two ||three'],
  ['a a', 'a a a', 'a a|| a|'],
  ['First line\nlast', 'First line\nmiddle\nlast', 'First line\n||middle\n|last'],
  ['none of it', 'is similar', '|none of it|is similar|'],
])('%j and %j differ as %j', (before, after, expected) => {
  const { start, end, ...parts } = differenceOf(before, after);
  expect([start, parts.before, parts.after, end].join('|')).toBe(expected);
  expect([start + parts.before + end, start + parts.after + end]).toEqual([before, after]);
});

test('the period of a relationship shows its start and, if any, its end', () => {
  const spanOf = (fields: ChangeEntry['fields'], action: ChangeEntry['action']) =>
    spanWords(entryOf('schoolMajor', fields, action), quarter);
  expect(spanOf([field('startTerm', null, '202592')], 'created')).toBe('from F25');
  expect(spanOf([field('startTerm', '199992', null), field('endTerm', '202592', null)], 'deleted')).toBe(
    'from 199992 to F25',
  );
});

test('a relationship is described from either end, whatever the case of a school code', () => {
  const end = (kind: 'school' | 'major', key: string) => ({ kind, key, label: key, exists: true });
  const entry = {
    ...entryOf('schoolMajor', []),
    ends: [end('school', '0A'), end('major', '7')],
  } as ChangeEntry;
  expect(farEnd(entry, { kind: 'school', key: '0a' })).toMatchObject({ kind: 'major' });
  expect(farEnd(entry, { kind: 'major', key: '7' })).toMatchObject({ kind: 'school' });
  expect(isSubject(end('major', '7'), { kind: 'school', key: '7' })).toBe(false);
});

describe('A change set', () => {
  const of = { kind: 'major', key: '12' } as const;

  test.each([
    ['its deletion', [entryOf('major', [], 'deleted')], 1, true],
    ['its edit beside other deletions', [entryOf('major', [])], 1, false],
    ['a relationship that went', [entryOf('schoolMajor', [], 'deleted')], 1, false],
    ['so many relationships that it is not shown', [entryOf('schoolMajor', [], 'deleted')], 60, true],
  ])('with %s shows whether the subject is deleted', (_what, entries, entryCount, isGone) => {
    expect(hasDeleted({ ...set({ deleted: 1 }), entries, entryCount }, of)).toBe(isGone);
  });

  const set = (values: Partial<ChangeSet>): ChangeSet => ({
    id: 'one',
    at: '2025-11-18T00:05:00.000Z',
    requestId: null,
    actor: { uciNetId: 'admin', name: 'Alex Chen' },
    actingAs: null,
    origin: 'form',
    title: null,
    reason: null,
    undoes: null,
    undoneBy: null,
    created: 0,
    updated: 0,
    deleted: 0,
    ...values,
  });

  test('shows the user, and the impersonated user', () => {
    expect(whoText(set({}))).toBe('Alex Chen');
    const actingAs = { uciNetId: 'registrar', name: 'Robin Alvarez' };
    expect(whoText(set({ actingAs }))).toBe('Alex Chen as Robin Alvarez');
    expect(whoText(set({ actor: null }))).toBe('');
  });

  test('shows the number of changed rows', () => {
    expect(countsText(set({ created: 1200, deleted: 3 }))).toBe('1,200 created, 3 deleted');
  });

  test('shows its numbers only if it has more rows than the list below', () => {
    const of = (values: Partial<ChangeSet>, entryCount: number) =>
      numbersText({ ...set(values), entries: [], entryCount }, 5);
    expect(of({ deleted: 5 }, 5)).toBeNull();
    expect(of({ deleted: 157 }, 157)).toBe('157 deleted');
    expect(of({ created: 12, updated: 1200 }, 3)).toBe('1,212 changes in all, 3 of them here');
  });

  test('that is an undo names the undone change', () => {
    expect(undoText(set({ origin: 'import', title: 'majors.csv' }))).toMatch(
      /^Undo of Import 'majors\.csv' of Nov 1\d, 2025, /,
    );
    expect(undoText(set({}))).toMatch(/^Undo of the change of Nov 1\d, 2025, /);
    expect(undoText(set({ origin: 'undo' }))).toMatch(/^Undo of the undo of /);
  });

  test('of the first load or an upgrade cannot be undone; the undo of deletions restores', () => {
    const undoable = (['sample', 'migration', 'form', 'undo'] as const).map((origin) =>
      isUndoable(set({ origin })),
    );
    expect(undoable).toEqual([false, false, true, true]);
    expect(onlyDeleted(set({ deleted: 2 }))).toBe(true);
    expect(onlyDeleted(set({ deleted: 2, updated: 1 }))).toBe(false);
  });
});
