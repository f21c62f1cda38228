import { expect, test } from 'vitest';
import type { PreviewRow, ProposalRow } from '../../contract/proposals.ts';
import { cellOf, cellText, fieldsOf, type Group, isIn, type Line, messagesOf } from './proposalLines.ts';

const quarter = (code: string | null) => (code === '202592' ? 'F25' : code);

const line = (row: ProposalRow, shown: Partial<PreviewRow>, changedSince?: string): Line => ({
  row,
  shown: {
    index: 0,
    outcome: 'update',
    key: '12',
    label: null,
    version: 1,
    fields: [],
    errors: [],
    warnings: [],
    ...shown,
  },
  name: '',
  number: undefined,
  changedSince,
});

const ended = line(
  { kind: 'major', ref: { majorKey: 12 }, values: { endTermYyyyst: '202592', active: false } },
  { label: '0F7 U Art', fields: [{ name: 'endTermYyyyst', before: null, after: '202592' }] },
);
const relationship = line(
  {
    kind: 'schoolMajor',
    ref: { school: { schoolCode: '01' }, major: { row: 4 } },
    values: { endTerm: '202592' },
  },
  { fields: [{ name: 'endTerm', before: '203092', after: '202592' }] },
);

const texts = (of: Line, ...lines: Line[]) =>
  fieldsOf([of, ...lines]).map((field) => {
    const cell = cellOf(of, field, quarter);
    return [field.label, cell && cellText(cell)];
  });

test('fields of several kinds with the same label are one column, in the order of the forms', () => {
  expect(fieldsOf([ended, relationship]).map(({ label }) => label)).toEqual(['End Term', 'Active']);
  expect(texts(ended, relationship)).toEqual([
    ['End Term', 'none → F25'],
    ['Active', 'No'],
  ]);
  expect(texts(relationship, ended)).toEqual([
    ['End Term', '203092 → F25'],
    ['Active', null],
  ]);
});

test('new and deleted rows show only the value, and rejected values are shown too', () => {
  const fields = [{ name: 'title20', before: null, after: 'Art' }];
  const created = line({ kind: 'major', ref: {}, values: { title20: 'Art' } }, { outcome: 'create', fields });
  expect(texts(created)).toEqual([['Title 20', 'Art']]);
  const refused = line(
    { kind: 'major', ref: {}, values: { title20: 'Art', cipCode: 5.07 } },
    { outcome: 'refused', errors: [{ code: 'X', message: 'CIP Code must be text', field: 'cipCode' }] },
  );
  expect(texts(refused)).toEqual([
    ['Title 20', 'Art'],
    ['CIP Code', '5.07'],
  ]);
  expect(fieldsOf([refused]).map((field) => cellOf(refused, field, quarter)?.isRefused)).toEqual([
    false,
    true,
  ]);
});

test('a missing required field has a column too, and only fields of the kind have one', () => {
  const missing = line(
    { kind: 'major', ref: {}, values: { majorCode: '0K2' } },
    {
      outcome: 'refused',
      errors: [
        { code: 'X', message: 'Title 20 is required', field: 'title20' },
        { code: 'Y', message: 'No school found!', field: 'ref.school' },
      ],
    },
  );
  expect(texts(missing)).toEqual([
    ['Major Code', '0K2'],
    ['Title 20', null],
  ]);
  expect(fieldsOf([missing]).map((field) => cellOf(missing, field, quarter)?.isRefused)).toEqual([
    false,
    true,
  ]);
});

test('a row with warnings is found by its warnings and by its outcome', () => {
  const warned = line({ kind: 'major', ref: {} }, { outcome: 'create', warnings: ['Another one exists'] });
  const found = (...groups: Group[]) => isIn(new Set(groups), warned);
  expect(found('create')).toBe(true);
  expect(found('warned')).toBe(true);
  expect(found('update', 'refused')).toBe(false);
});

test('the messages of a row are its errors, its warnings, and changes since the preview', () => {
  expect(messagesOf(ended)).toEqual({ errors: [], warnings: [] });
  const { shown } = ended;
  const since = { ...ended, shown: { ...shown, warnings: ['Twice'] }, changedSince: 'Saved by Alex' };
  expect(messagesOf(since)).toEqual({ errors: [], warnings: ['Saved by Alex', 'Twice'] });
  // The server describes only some of very many.
  expect(messagesOf({ ...ended, shown: { ...shown, outcome: 'refused' } }).errors).toHaveLength(1);
});

test('an earlier value shows its last term and its value', () => {
  const ref = { major: { majorKey: 12 }, field: 'title20', lastTerm: '202592' };
  const row = { kind: 'earlierValue', ref, values: { value: 'Biol' } };
  const fields = [{ name: 'value', before: null, after: 'Biol' }];
  expect(texts(line(row, { outcome: 'create', fields }))).toEqual([
    ['Last Term', 'F25'],
    ['Value', 'Biol'],
  ]);
});
