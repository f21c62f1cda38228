import { describe, expect, test } from 'vitest';
import type { ChangeEntry, ChangeSet } from '../../contract/history.ts';
import { listed, undoQuestion } from './nameRows.ts';

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
  const earlier = (before: string | null, after: string | null): ChangeEntry => ({
    ...item('', before === null ? 'created' : 'deleted'),
    kind: 'earlierValue',
    fields: [{ name: 'value', before, after }],
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
    expect(question(lookups)).toBe('Undo: delete term F31 and award type M.Eng.?');
  });

  test('names the restored items, with their relationships', () => {
    const game = '0H9 U Game Design';
    expect(question([...['01', '02', '03', '04'].map((code) => relationship(code, game)), item(game)])).toBe(
      'Restore major 0H9 U Game Design and its 4 relationships?',
    );
    expect(question([item('A'), item('B'), relationship('01', 'A')])).toBe(
      'Restore majors A and B, and their 1 relationship?',
    );
    expect(question([item('A'), relationship('01', 'other')])).toBe('Restore major A and 1 relationship?');
  });

  test('names the deleted items and the reverted changes', () => {
    expect(question([item('A', 'created'), item('B', 'created')])).toBe('Undo: delete majors A and B?');
    expect(question(['A', 'B', 'C', 'D'].map((name) => item(name, 'updated')))).toBe(
      'Undo: revert the changes to majors A, B, C and 1 more?',
    );
    expect(question([item('A', 'updated'), item('B'), item('C', 'created')])).toBe(
      'Undo: restore major B; delete major C; revert the changes to major A?',
    );
  });

  test('names the item that relationships share, or else the relationships', () => {
    expect(question([relationship('01', 'A'), relationship('01', 'B')])).toBe(
      'Restore 2 relationships of school 01?',
    );
    expect(question([relationship('01', 'A'), relationship('02', 'B')])).toBe(
      'Restore relationships 01 – A and 02 – B?',
    );
  });

  test('names an earlier value by its field and its item, and counts several', () => {
    const of = (name: string, value: ChangeEntry) => ({
      ...value,
      label: name,
      key: `major/${name}/title20/202592`,
    });
    const [one, other] = [of('A', earlier(null, 'Biol')), of('B', earlier(null, 'C'))];
    expect(question([one])).toBe('Undo: delete the earlier Title 20 of major A?');
    expect(question([one, other])).toBe('Undo: delete 2 earlier values of majors A and B?');
    const deleted = of('A', earlier('Biol', null));
    expect(question([deleted, item('A'), relationship('01', 'A')])).toBe(
      'Restore major A and its 1 relationship and 1 earlier value?',
    );
    expect(question([deleted, relationship('01', 'A')])).toBe(
      'Restore the relationship of school 01 to major A and the earlier Title 20 of major A?',
    );
  });

  test('begins with the items, and names a renamed item once', () => {
    const kept = { ...earlier(null, 'Biol'), label: 'A', key: 'major/A/title20/202592' };
    expect(question([kept, item('A', 'updated')])).toBe('Undo: revert the changes to major A?');
    expect(question([kept, item('B', 'updated')])).toBe(
      'Undo: revert the changes to major B; delete the earlier Title 20 of major A?',
    );
    expect(question([relationship('01', 'A', 'created'), item('A', 'updated')])).toBe(
      'Undo: revert the changes to major A; delete the relationship of school 01 to major A?',
    );
  });

  test('counts the rest of a large set, of which only the first rows are known', () => {
    expect(question([item('A'), item('B'), item('C')], { deleted: 20_000 })).toBe(
      'Restore majors A, B, C and 19,997 more rows?',
    );
    expect(question([relationship('01', 'A'), relationship('01', 'B')], { deleted: 300 })).toBe(
      'Restore the relationship of school 01 to major A and 299 more rows?',
    );
    expect(question([], { deleted: 300 })).toBe('Restore 300 rows?');
  });
});
