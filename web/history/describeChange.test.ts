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
  listed,
  numbersText,
  onlyDeleted,
  ownValues,
  spanWords,
  undoQuestion,
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

test('at most three names are listed, with the number of the others', () => {
  expect(listed(['A'], 1)).toBe('A');
  expect(listed(['A', 'B'], 2)).toBe('A and B');
  expect(listed(['A', 'B', 'C'], 3)).toBe('A, B and C');
  expect(listed(['A', 'B', 'C', 'D'], 26)).toBe('A, B, C and 23 more');
  expect(listed(['A'], 1200)).toBe('A and 1,199 more');
});

describe('The question before an undo', () => {
  const end = (kind: 'major' | 'school', key: string, label: string) => ({ kind, key, label, exists: true });
  const item = (label: string, action: ChangeEntry['action'] = 'deleted', key = label): ChangeEntry => ({
    kind: 'major',
    key,
    label,
    action,
    fields: [],
    ends: null,
  });
  const relationship = (school: string, major: string, action: ChangeEntry['action'] = 'deleted') => ({
    kind: 'schoolMajor',
    key: `${school}/${major}`,
    label: `${school} – ${major}`,
    action,
    fields: [],
    ends: [end('school', school, school), end('major', major, major)] as ChangeEntry['ends'],
  });
  const question = (entries: readonly ChangeEntry[], counts: Partial<ChangeSet> = {}) => {
    const count = (action: ChangeEntry['action']) => entries.filter((one) => one.action === action).length;
    const [created, updated, deleted] = [count('created'), count('updated'), count('deleted')];
    return undoQuestion({ created, updated, deleted, ...counts } as ChangeSet, entries);
  };

  test('names terms and award types like items', () => {
    const lookups = [
      { ...item('F31', 'created'), kind: 'term' },
      { ...item('M.Eng.', 'created'), kind: 'awardType' },
    ];
    expect(question(lookups)).toBe('Undo: delete F31 and M.Eng.?');
  });

  test('names the restored items, with their relationships', () => {
    const game = '0H9 U Game Design';
    expect(question([...['01', '02', '03', '04'].map((code) => relationship(code, game)), item(game)])).toBe(
      'Restore 0H9 U Game Design and its 4 relationships?',
    );
    expect(question([item('A'), item('B'), relationship('01', 'A')])).toBe(
      'Restore A and B, and their 1 relationship?',
    );
    expect(question([item('A'), relationship('01', 'other')])).toBe('Restore A and 1 relationship?');
  });

  test('names the deleted items and the reverted changes', () => {
    expect(question([item('A', 'created'), item('B', 'created')])).toBe('Undo: delete A and B?');
    expect(question(['A', 'B', 'C', 'D'].map((name) => item(name, 'updated')))).toBe(
      'Undo: revert the changes to A, B, C and 1 more?',
    );
    expect(question([item('A', 'updated'), item('B'), item('C', 'created')])).toBe(
      'Undo: restore B; delete C; revert the changes to A?',
    );
  });

  test('names the item that relationships share, or else the relationships', () => {
    expect(question([relationship('01', 'A'), relationship('01', 'B')])).toBe(
      'Restore 2 relationships of 01?',
    );
    expect(question([relationship('01', 'A'), relationship('02', 'B')])).toBe('Restore 01 – A and 02 – B?');
  });

  test('names an earlier value by its field and its item, and counts several', () => {
    const of = (name: string, value: ChangeEntry) => ({
      ...value,
      label: name,
      key: `major/${name}/title20/202592`,
    });
    const [one, other] = [
      of('A', earlier('', null, 'Biol', 'created')),
      of('B', earlier('', null, 'C', 'created')),
    ];
    expect(question([one])).toBe('Undo: delete the earlier Title 20 of A?');
    expect(question([one, item('A', 'updated')])).toBe(
      'Undo: delete the earlier Title 20 of A; revert the changes to A?',
    );
    expect(question([one, other])).toBe('Undo: delete 2 earlier values of A and B?');
    const deleted = of('A', earlier('', 'Biol', null, 'deleted'));
    expect(question([deleted, item('A'), relationship('01', 'A')])).toBe(
      'Restore A and its 1 relationship and 1 earlier value?',
    );
    expect(question([deleted, relationship('01', 'A')])).toBe(
      'Restore 01 – A and the earlier Title 20 of A?',
    );
  });

  test('counts the rest of a large set, of which only the first rows are known', () => {
    expect(question([item('A'), item('B'), item('C')], { deleted: 20_000 })).toBe(
      'Restore A, B, C and 19,997 more?',
    );
    expect(question([relationship('01', 'A'), relationship('01', 'B')], { deleted: 300 })).toBe(
      'Restore 01 and 299 more?',
    );
  });
});
