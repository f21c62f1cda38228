import { describe, expect, test } from 'vitest';
import type { ImportMapping } from '../../../contract/importMappings.ts';
import { titleOfFile } from '../../../contract/text.ts';
import { collected } from '../../../intake/collected.ts';
import { lines, read } from '../../../test/support/intake.ts';
import { type FileCell, readRows, type Source, withUnreadableRows } from '../proposal.ts';
import { mappingFor } from './importMappings.ts';
import { proposalOf } from './importProposal.ts';

const majors = lines(`
  Major Code | Segment       | Title 20 | Start Term
  0A1        | Undergraduate | New      | Fall 2025
  0A2        | U             | Wrong    | F99
  007        | u             | Changed  |
`);

const noActions = { download: () => {}, correct: () => {} };

test('a proposal has all rows of a file; unreadable rows have an error at their field, and are not sent', () => {
  const proposal = proposalOf(collected(read('major', majors)), 'majors.csv', noActions);
  expect(proposal.rows).toHaveLength(3);
  expect(proposal.source?.numbers).toEqual([2, 3, 4]);
  expect([...(proposal.source?.unreadable ?? [])]).toMatchObject([
    [1, [{ code: 'UNREAD', field: 'startTermYyyyst' }]],
  ]);
  // Its cells are shown, including the one that could not be read.
  expect(proposal.rows[1]).toMatchObject({ values: { majorCode: '0A2', startTermYyyyst: 'F99' } });
  expect(readRows(proposal)).toEqual([proposal.rows[0], proposal.rows[2]]);
  expect(proposal.rows[2]).toMatchObject({ ref: { majorKey: 1 }, values: { title20: 'Changed' } });
});

test('an unreadable end of a relationship has an error at that end', () => {
  const table = lines('Major Code | School Code | Start Term\n007 | ZZ | F25');
  const proposal = proposalOf(collected(read('schoolMajor', table)), 'relationships.csv', noActions);
  expect(proposal.source?.unreadable.get(0)).toMatchObject([{ field: 'ref.school' }]);
});

test('rows with errors are downloaded as they are in the file, with the errors of file and server', () => {
  const downloads: { header: string[]; rows: string[][] }[] = [];
  const proposal = proposalOf(collected(read('major', majors)), 'majors.csv', {
    ...noActions,
    download: (table) => downloads.push(table),
  });
  proposal.source?.download(
    new Map([
      [1, ['No such term.']],
      [2, ['Too long.']],
    ]),
  );
  expect(downloads[0]?.header).toEqual(['Major Code', 'Segment', 'Title 20', 'Start Term', 'Reason']);
  expect(downloads[0]?.rows.map((cells) => cells.slice(0, 4))).toEqual([
    ['0A2', 'U', 'Wrong', 'F99'],
    ['007', 'u', 'Changed', ''],
  ]);
  expect(downloads[0]?.rows[1]?.[4]).toBe('Too long.');
});

test('an error is corrected in the cells of its row: those of its field, or those that name its item', () => {
  const corrected: unknown[] = [];
  const table = lines(`
    Major Code | Segment | Title 20 | Start Term
    0A2        | U       | Wrong    | F99
    ??         | U       | Unnamed  | F25
  `);
  const proposal = proposalOf(collected(read('major', table)), 'majors.csv', {
    ...noActions,
    correct: (...cell) => corrected.push(cell),
  });
  const { cellsOf, correct } = proposal.source as Source;
  const [term] = cellsOf(0, 'startTermYyyyst');
  expect(term).toEqual({ column: 'startTermYyyyst', label: 'Start Term', text: 'F99' });
  correct(0, term as FileCell, 'F25');
  expect(corrected).toEqual([[2, 'startTermYyyyst', 'F25']]);
  expect(cellsOf(1, 'majorCode').map(({ text }) => text)).toEqual(['??']);
  // A column that the file does not have.
  const edits = { 2: { startTermYyyyst: 'F25', cipCode: '11.01' } };
  const edited = proposalOf(collected(read('major', table, { edits })), 'majors.csv', noActions);
  expect(edited.source?.cellsOf(0, 'cipCode')).toMatchObject([{ label: 'CIP Code', text: '11.01' }]);
});

test('row numbers in server messages are those of the file', () => {
  const proposal = proposalOf(collected(read('major', majors)), 'majors.csv', noActions);
  const shown = { key: null, label: null, version: null, fields: [], errors: [] };
  const preview = withUnreadableRows(proposal, {
    rows: [
      { ...shown, index: 0, outcome: 'create', warnings: [] },
      { ...shown, index: 1, outcome: 'create', warnings: ['Like that of row 2'] },
    ],
    counts: { create: 2, update: 0, delete: 0, same: 0, refused: 0, warned: 1 },
  });
  expect(preview.rows[2]?.warnings).toEqual(['Like that of row 4']);
  expect(preview.counts.refused).toBe(1);
});

test('texts that are read as something else are listed once, with their number of rows', () => {
  const table = lines(`
    Award | Title | Start Term
    B.S.  | One   | Fall 2025
    B.S.  | Two   | Fall 2025
    BA    | Three | F25
  `);
  const { others } = collected(read('degree', table));
  expect(others).toContainEqual({ header: 'Award', from: 'B.S.', as: 'BS', count: 2 });
  expect(others).toContainEqual({ header: 'Start Term', from: 'Fall 2025', as: 'F25', count: 2 });
  expect(others).toHaveLength(2);
});

test('a question is asked only once for all its rows', () => {
  const table = lines('Award | Title | Start Term\nBS | One | Summer 2025\nBS | Two | Summer 2025');
  const intake = read('degree', table);
  const [question, ...others] = collected(intake).questions;
  expect(others).toEqual([]);
  expect(question).toMatchObject({ rows: 2 });
  const [candidate] = question?.candidates ?? [];
  const choices = { [question?.id ?? '']: candidate?.value ?? '' };
  const { questions, solved } = collected(read('degree', table, { choices }));
  expect(questions).toEqual([]);
  // It can be changed.
  expect(solved).toEqual([question]);
});

test('the title of the change is the file name, shortened and cleaned if necessary', () => {
  expect(titleOfFile('majors.csv')).toBe('majors.csv');
  expect(titleOfFile('a\u202Eb\n.csv')).toBe('ab.csv');
  expect([...titleOfFile(`${'🎓'.repeat(300)}.csv`)]).toHaveLength(200);
  expect(titleOfFile('\u0000')).toBe('File');
});

const stamp = { lastModified: '2026-11-27T00:00:00.000Z', lastModifiedBy: 'registrar' };
const mapping = (headers: string[], columns: Record<string, string>, kind = 'major'): ImportMapping => ({
  headers,
  kind,
  columns,
  ...stamp,
});

describe('The saved column mapping of a file', () => {
  const saved = [
    mapping(['Code', 'Dean'], { Code: 'majorCode', Dean: '' }),
    mapping(['Código', 'constructor', 'Note'], { Código: 'majorCode', Note: 'comments' }),
  ];

  test('is that of the same headers, whatever their order, case, accents and punctuation', () => {
    const headers = ['NOTE:', 'constructor', 'codigo'];
    expect(mappingFor(saved, headers)).toEqual(
      mapping(headers, { 'NOTE:': 'comments', codigo: 'majorCode' }),
    );
    expect(mappingFor(saved, ['Dean', 'Code'])).toMatchObject({ columns: { Dean: '', Code: 'majorCode' } });
  });

  test('is not that of fewer or more headers', () => {
    for (const headers of [['Code'], ['Code', 'Dean', 'Note'], [], ['CodeDean']])
      expect(mappingFor(saved, headers)).toBeUndefined();
  });

  test('has no column and no kind that this program does not know', () => {
    const of = [
      mapping(['A'], {}, 'campus'),
      mapping(['A', 'B'], { A: 'majorCode', B: 'removedField' }),
      mapping(['C'], { C: 'school.schoolCode' }, 'schoolMajor'),
    ];
    expect(mappingFor(of, ['A'])).toBeUndefined();
    expect(mappingFor(of, ['A', 'B'])).toMatchObject({ columns: { A: 'majorCode' } });
    expect(mappingFor(of, ['A', 'B'])?.columns).not.toHaveProperty('B');
    expect(mappingFor(of, ['C'])).toMatchObject({ columns: { C: 'school.schoolCode' } });
  });
});
