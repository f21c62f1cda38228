import { describe, expect, test } from 'vitest';
import type { ChangeEntry, ChangeSetWithEntries } from '../../../contract/history.ts';
import { textOf } from '../nameRows.ts';
import { changedRow, predicateOf } from './sentence.ts';

type Fields = ChangeEntry['fields'];

const entry = (
  kind: string,
  label: string,
  action: ChangeEntry['action'] = 'deleted',
  fields: Fields = [],
): ChangeEntry => ({ kind, key: label, label, action, fields, ends: null });

const school = { kind: 'school', key: '60', label: '60 Art', exists: false } as const;
const related = (
  label: string,
  action: ChangeEntry['action'] = 'deleted',
  fields: Fields = [],
): ChangeEntry => ({
  ...entry('schoolMajor', `60 Art – ${label}`, action, fields),
  ends: [school, { kind: 'major', key: label, label, exists: true }],
});
const other = (label: string): ChangeEntry => ({
  ...related(label),
  label: `70 Law – ${label}`,
  ends: [
    { ...school, key: '70', label: '70 Law' },
    { kind: 'major', key: label, label, exists: true },
  ],
});
const earlier = (item: string, field: string, action: ChangeEntry['action'] = 'created'): ChangeEntry => ({
  ...entry('earlierValue', item, action),
  key: `major/${item}/${field}/201992`,
});
const ends = (name: string) => [{ name, before: null, after: '202692' }];

function setOf(entries: ChangeEntry[], values: Partial<ChangeSetWithEntries> = {}): ChangeSetWithEntries {
  const count = (action: ChangeEntry['action']) => entries.filter((one) => one.action === action).length;
  const [created, updated, deleted] = [count('created'), count('updated'), count('deleted')];
  return {
    id: 'one',
    at: '2025-11-18T00:05:00.000Z',
    requestId: null,
    actor: { uciNetId: 'registrar', name: 'Robin Alvarez' },
    actingAs: null,
    origin: 'form',
    title: null,
    reason: null,
    undoes: null,
    undoneBy: null,
    created,
    updated,
    deleted,
    entries,
    entryCount: entries.length,
    ...values,
  };
}

const sentence = (entries: ChangeEntry[], values: Partial<ChangeSetWithEntries> = {}) =>
  textOf(predicateOf(setOf(entries, values)));

describe('After the user, the sentence of a change set', () => {
  test.each([
    [[entry('major', '201 U Art', 'updated')], 'edited major 201 U Art'],
    [[entry('term', 'F31', 'created')], 'created term F31'],
    [
      [entry('degree', 'BA Art', 'created'), entry('degree', 'BS Art', 'created')],
      'created degrees BA Art and BS Art',
    ],
    [
      ['F31', 'W31', 'S31', 'Z31'].map((label) => entry('term', label, 'created')),
      'created terms F31, W31, S31 and 1 more',
    ],
    [
      [entry('major', 'a', 'created'), entry('awardType', 'M.Eng.', 'created')],
      'created major a and award type M.Eng.',
    ],
  ])('names what was done to what, %#', (entries, text) => {
    expect(sentence(entries)).toBe(text);
  });

  test.each([
    [[related('a', 'created')], 'related school 60 Art to major a'],
    [[related('a', 'updated')], 'edited the relationship of school 60 Art to major a'],
    [[related('a')], 'deleted the relationship of school 60 Art to major a'],
    [[related('a'), related('b')], 'deleted 2 relationships of school 60 Art'],
    [
      [{ ...entry('school', '60 Art'), key: '60' }, related('a')],
      'deleted school 60 Art and its 1 relationship',
    ],
    [[related('a'), other('b')], 'deleted relationships 60 Art – a and 70 Law – b'],
  ])('describes relationships by their items, %#', (entries, text) => {
    expect(sentence(entries)).toBe(text);
  });

  test('names a renamed item once, with what it was called before', () => {
    expect(sentence([earlier('a', 'title20'), entry('major', 'a', 'updated')])).toBe('edited major a');
    expect(sentence([earlier('a', 'title20'), earlier('a', 'titleLong')])).toBe(
      'created 2 earlier values of major a',
    );
    expect(sentence([earlier('a', 'title20', 'updated')])).toBe('edited the earlier Title 20 of major a');
  });

  test.each([
    [
      [earlier('b', 'title20'), entry('major', 'a', 'updated')],
      'edited major a; created the earlier Title 20 of major b',
    ],
    [
      [related('a', 'created'), entry('major', 'b', 'updated')],
      'edited major b; related school 60 Art to major a',
    ],
    [[related('a'), related('b'), entry('degree', 'BA Art')], 'deleted degree BA Art and 2 relationships'],
    [
      [entry('major', 'a', 'created'), entry('degree', 'BA Art', 'updated'), related('a', 'created')],
      'created major a and its 1 relationship; edited degree BA Art',
    ],
  ])('begins with the items, %#', (entries, text) => {
    expect(sentence(entries)).toBe(text);
  });

  test('says that rows have ended only if it knows that of all', () => {
    const entries = ['a', 'b'].map((label) => entry('major', label, 'updated', ends('endTermYyyyst')));
    expect(sentence(entries, { updated: 50 })).toMatch(/^edited majors a, b and 48 more/);
  });

  test('shows that rows have ended', () => {
    expect(sentence([entry('major', 'a', 'updated', ends('endTermYyyyst'))])).toBe('ended major a');
    expect(sentence([related('a', 'updated', ends('endTerm'))])).toBe(
      'ended the relationship of school 60 Art to major a',
    );
    const renamed = { name: 'title20', before: 'Arts', after: 'Art' };
    expect(sentence([entry('major', 'a', 'updated', [...ends('endTermYyyyst'), renamed])])).toBe(
      'edited major a',
    );
    const inactive = { name: 'active', before: true, after: false };
    expect(sentence([entry('major', 'a', 'updated', [...ends('endTermYyyyst'), inactive])])).toBe(
      'ended major a',
    );
    const moved = [{ name: 'endTermYyyyst', before: '202592', after: '202692' }];
    expect(sentence([entry('major', 'a', 'updated', moved)])).toBe('edited major a');
    expect(
      sentence([entry('major', 'a', 'updated', ends('endTermYyyyst')), entry('major', 'b', 'updated')]),
    ).toBe('edited majors a and b');
  });

  test('counts the rows of a large set, of which only the first are known', () => {
    const majors = ['a', 'b', 'c', 'd', 'e'].map((label) => entry('major', label, 'updated'));
    expect(sentence(majors, { updated: 1158, entryCount: 1158 })).toBe(
      'edited majors a, b, c and 1,155 more rows',
    );
    expect(
      sentence(
        ['a', 'b'].map((label) => related(label)),
        { deleted: 1158, entryCount: 1158 },
      ),
    ).toBe('deleted the relationship of school 60 Art to major a and 1,157 more rows');
    expect(sentence(majors, { updated: 5, deleted: 1, entryCount: 6 })).toBe(
      'edited majors a, b, c and 2 more; deleted 1 row',
    );
    expect(sentence(majors, { updated: 5, deleted: 1200, entryCount: 1205 })).toMatch(
      /; deleted 1,200 rows$/,
    );
  });

  test('begins with the file of an import', () => {
    const entries = [entry('major', 'a', 'created'), entry('major', 'b', 'updated')];
    expect(sentence(entries, { origin: 'import', title: 'majors.csv', updated: 48, entryCount: 49 })).toBe(
      "imported 'majors.csv': created major a; edited major b and 47 more rows",
    );
    expect(sentence(entries, { origin: 'import' })).toBe('imported: created major a; edited major b');
  });

  test('of an undo says what became of the rows', () => {
    const undo = { origin: 'undo', undoes: 'other' } as const;
    expect(sentence([entry('school', '60 Art', 'created')], undo)).toBe(
      'undid a change: restored school 60 Art',
    );
    expect(sentence([entry('major', 'a')], undo)).toBe('undid a change: deleted major a');
    expect(sentence([entry('major', 'a', 'updated', ends('endTermYyyyst'))], undo)).toBe(
      'undid a change: reverted major a',
    );
    expect(sentence([related('a', 'created')], undo)).toBe(
      'undid a change: restored the relationship of school 60 Art to major a',
    );
  });

  test('links to items, also deleted ones, and to the items of a relationship that exist', () => {
    const links = (entries: ChangeEntry[]) =>
      predicateOf(setOf(entries)).flatMap((part) => (typeof part === 'string' ? [] : part.to));
    expect(links([entry('major', '12')])).toEqual(['/major/12']);
    expect(links([entry('term', 'F31')])).toEqual([null]);
    expect(links([related('7')])).toEqual([null, '/major/7']);
    expect(links([earlier('7', 'title20')])).toEqual(['/major/7']);
  });
});

describe('The row whose changes are in the line of a set', () => {
  const fields = (count: number): Fields =>
    Array.from({ length: count }, (_, at) => ({ name: `f${at}`, before: 'A', after: 'B' }));
  const rowOf = (entries: ChangeEntry[], values: Partial<ChangeSetWithEntries> = {}) =>
    changedRow(setOf(entries, values));

  test('is the only one, with at most two changed fields', () => {
    const row = entry('major', 'a', 'updated', fields(2));
    expect(rowOf([row])).toBe(row);
    expect(rowOf([entry('major', 'a', 'updated', fields(3))])).toBeUndefined();
    expect(rowOf([row, entry('major', 'b', 'updated', fields(1))])).toBeUndefined();
    expect(rowOf([row], { entryCount: 2 })).toBeUndefined();
    expect(rowOf([entry('major', 'a', 'created', fields(1))])).toBeUndefined();
  });

  test('may keep its earlier values', () => {
    const row = entry('major', 'a', 'updated', fields(1));
    expect(rowOf([earlier('a', 'title20'), row])).toBe(row);
    expect(rowOf([earlier('b', 'title20'), row])).toBeUndefined();
  });
});
