import { expect, test } from 'vitest';
import { labelOfItem } from '../../contract/kinds.ts';
import type { PreviewRow, ProposalRow } from '../../contract/proposals.ts';
import { namesOf } from './itemLabels.ts';

const shown = (label: string | null): PreviewRow => ({
  index: 0,
  outcome: 'create',
  key: null,
  label,
  version: null,
  fields: [],
  errors: [],
  warnings: [],
});

/** The labels of rows, each with its stored label or null. */
const names = (...rows: [ProposalRow, string | null][]) =>
  namesOf(
    {
      rows: rows.map(([row]) => row),
      preview: {
        rows: rows.map(([, label]) => shown(label)),
        counts: { create: 0, update: 0, delete: 0, same: 0, refused: 0, warned: 0 },
      },
    },
    (kind, key) => (kind === 'major' && key === 294 ? '201 U Biology' : undefined),
  );

test('a row has its stored label, or else the values that identify it, without its start term', () => {
  expect(names([{ kind: 'major', ref: { majorKey: 12 } }, '0F7 U Art'])).toEqual(['0F7 U Art']);
  const naturalKey = { majorCode: '0K2', majorSegment: 'U', startTermYyyyst: '202592' };
  expect(names([{ kind: 'major', ref: naturalKey }, null])).toEqual(['0K2 U']);
  const values = { title20: 'Art', majorCode: '0K2', majorSegment: 'U', hegisCode: '1001' };
  expect(names([{ kind: 'major', ref: {}, values }, null])).toEqual(['0K2 U Art']);
});

test('a new relationship is labeled with the labels of its ends', () => {
  const relationship = (school: object, major: object) =>
    ({ kind: 'schoolMajor', ref: { school, major } }) as unknown as ProposalRow;
  expect(names([relationship({ schoolCode: '01' }, { majorKey: 294 }), null])).toEqual([
    '01 – 201 U Biology',
  ]);
  // An unknown item, and a deleted one.
  expect(names([relationship({ schoolCode: '01' }, { majorKey: 295 }), null])).toEqual(['01 – 295']);
  expect(
    names(
      [{ kind: 'major', ref: { majorCode: '0K2', majorSegment: 'U' } }, null],
      [relationship({ row: 2 }, { row: 0 }), null],
      [{ kind: 'school', ref: { schoolCode: '57' } }, '57 Arts'],
      [relationship({ schoolCode: '57' }, { row: 7 }), null],
    ),
  ).toEqual(['0K2 U', '57 Arts – 0K2 U', '57 Arts', '57 – row 8']);
});

test('an unreadable row is labeled with its texts', () => {
  const unreadable = { kind: 'schoolMajor', ref: { 'school.schoolCode': 'Q9', 'major.majorCode': 'QM1' } };
  expect(names([unreadable, null])).toEqual(['Q9 – QM1']);
});

test('an item is labeled with its code and title', () => {
  expect(labelOfItem('school', { schoolCode: '57', title: 'Arts', title8: 'ARTS' })).toBe('57 Arts');
  expect(labelOfItem('department', { title7: 'ENGR', title: 'Engineering' })).toBe('ENGR Engineering');
  expect(labelOfItem('degree', { degreeAwarded: 'BS', degreeTitleRc: 'Physics' })).toBe('BS Physics');
  expect(labelOfItem('degree', { degreeAwarded: 'BS', degreeTitleRc: null })).toBe('BS');
});

test('an earlier value is named by its field and its item', () => {
  const ref = { major: { majorKey: 294 }, field: 'title20', lastTerm: '201992' };
  expect(names([{ kind: 'earlierValue', ref, values: { value: 'Biol' } }, null])).toEqual([
    'Title 20 of 201 U Biology',
  ]);
  // Of a row that could not be read, as in the file.
  const unread = { kind: 'earlierValue', ref: { 'major.majorCode': '0ZZ' }, values: { field: 'Title 20' } };
  expect(names([unread, null])).toEqual(['Title 20 of 0ZZ']);
});
