import { describe, expect, test } from 'vitest';
import type { Edits, Table } from '../../intake/intake.ts';
import { columnIdsOf, proposedRows, refusedRows } from '../../intake/proposed.ts';
import { lines, read, sentencesOf, sheet } from '../support/intake.ts';

const HEADER = 'Major Code | Segment | Title 20';
const majors = (edits: Edits, rows = '7 | U | Chemistry\n0A1 | X | Biology') =>
  read('major', lines(`${HEADER}\n${rows}`), { edits });

describe('a corrected cell', () => {
  test('is read as if the file had it', () => {
    const intake = majors({ 2: { majorCode: '007' }, 3: { majorSegment: 'Graduate', title20: '' } });
    expect(sentencesOf(intake)).toEqual([]);
    expect(intake.rows.map(({ texts }) => texts)).toEqual([
      ['007', 'U', 'Chemistry'],
      ['0A1', 'Graduate'],
    ]);
    expect(intake.rows[1]?.cells).toMatchObject({ majorSegment: { from: 'Graduate', value: 'G', as: 'G' } });
    expect(intake.rows[1]?.cells).not.toHaveProperty('title20');
  });

  test.each<[string, Table, string]>([
    [
      'a stored date',
      sheet([
        ['Title 7', 'Title 40'],
        [['3-Mar', '45719'], 'March'],
      ]),
      'title7',
    ],
    [
      'a fault of its quotation marks',
      [...lines('Title 7 | Title 40'), [{ text: '3-Mar', fault: 'has a fault' }, { text: 'March' }]],
      'title7',
    ],
    [
      'a number behind its text',
      [...lines('Title 7 | Title 40'), [{ text: '3-Mar', stored: '1.5', number: 1.5 }, { text: 'March' }]],
      'title7',
    ],
  ])('has lost %s, even if its text is the same', (_, table, id) => {
    expect(read('department', table).rows[0]?.problems).not.toEqual([]);
    const intake = read('department', table, { edits: { 2: { [id]: '3-Mar' } } });
    expect(sentencesOf(intake)).toEqual([]);
    expect(intake.rows[0]?.cells.title7).toEqual({ from: '3-Mar', value: '3-Mar' });
  });

  test('may be behind the last cell of its row, and in spaces', () => {
    const intake = majors({ 2: { title20: '  Alchemy ' } }, '007 | U');
    expect(intake.rows[0]?.texts).toEqual(['007', 'U', 'Alchemy']);
  });

  test('has its own problems and questions', () => {
    const intake = majors({ 2: { majorCode: '14' }, 3: { majorSegment: 'Y' } });
    expect(sentencesOf(intake)).toEqual([
      expect.stringMatching(/^Row 2, Major Code: “14” seems to have lost its zeros/),
      'Row 3, Segment: “Y” is not a value of Segment. Write one of U, G, M.',
    ]);
  });

  test('takes the place of a merged value in its row only', () => {
    const table = lines('Title 7 | Title 40\nONE | Shared\nTWO |\nSIX |');
    const { rows } = read('department', table, {
      source: { merged: ['B2:B4'] },
      edits: { 3: { title: 'Own' } },
    });
    expect(rows.map(({ cells }) => cells.title?.value)).toEqual(['Shared', 'Own', 'Shared']);
  });

  test('with a guard or in a formula is read as in a text file, and as it is in a workbook', () => {
    const title = (source: object) =>
      read('major', lines(`${HEADER}\n007 | U | x`), { source, edits: { 2: { title20: "'=1+1" } } }).rows[0]
        ?.cells.title20?.value;
    expect([title({ delimiter: ',' }), title({})]).toEqual(['=1+1', "'=1+1"]);
  });

  test('above the rows, below them or in an unknown column changes nothing', () => {
    const rows = '007 | U | Chemistry';
    const edits = { 1: { majorCode: 'Code' }, 2: { dean: 'Kim' }, 9: { majorCode: '008' } };
    expect(majors(edits, rows)).toEqual(majors({}, rows));
  });

  test('is in the rows to correct and import again', () => {
    const { rows } = refusedRows(majors({ 3: { title20: 'Botany' } }));
    expect(rows[1]?.slice(0, 3)).toEqual(['0A1', 'X', 'Botany']);
  });
});

describe('a text for a column that the file does not have', () => {
  const table = lines('Major Code | Segment | Reason\n0A1 | U | old\n0A2 | X |\n0A3 | U |');
  const edits = { 2: { title20: 'Biology' }, 3: { title20: ' Botany ', startTermYyyyst: 'F99' } };
  const intake = read('major', table, { edits });

  test('is read as if the file had it', () => {
    expect(intake.rows.map(({ texts }) => texts)).toEqual([
      ['0A1', 'U', 'old'],
      ['0A2', 'X'],
      ['0A3', 'U'],
    ]);
    expect(intake.rows.map(({ added }) => added)).toEqual([
      { title20: 'Biology' },
      { title20: 'Botany', startTermYyyyst: 'F99' },
      undefined,
    ]);
    expect(proposedRows(intake).rows[0]?.values).toMatchObject({ majorCode: '0A1', title20: 'Biology' });
    expect(sentencesOf(intake)).toEqual([
      'Row 3, Segment: “X” is not a value of Segment. Write one of U, G, M.',
      'Row 3, Start Term: “F99” is not a known term. Write a term such as F25, or (empty) for none.',
    ]);
  });

  test('is in the rows to correct and import again, before their reasons', () => {
    const { header, rows } = refusedRows(intake, new Map([[4, ['Row 4: wrong.']]]));
    expect(header).toEqual(['Major Code', 'Segment', 'Title 20', 'Start Term', 'Reason']);
    expect(rows).toEqual([
      ['0A2', 'X', 'Botany', 'F99', expect.stringMatching(/^Row 3, Segment/)],
      ['0A3', 'U', '', '', 'Row 4: wrong.'],
    ]);
    expect(refusedRows(intake).header).toEqual(header);
    const corrected = rows.map((cells) => cells.map((cell) => ({ X: 'G', F99: 'F25' })[cell] ?? cell));
    expect(sentencesOf(read('major', sheet([header, ...corrected])))).toEqual([]);
  });

  test('changes the meaning of no other row', () => {
    const twice = lines('Major Code | Segment | Title 20\n153 | U | Astronomy\n153 | U | Optics');
    const more = { edits: { 3: { startTermYyyyst: 'F10' } } };
    const [first, second] = read('major', twice, more).rows;
    expect(first).toEqual(read('major', twice).rows[0]);
    expect(second?.proposed?.ref).toEqual({ majorKey: 4 });
  });

  test('may name the end of a relationship', () => {
    const pairs = lines('School Code | Major Code\n75 | 201');
    const more = { edits: { 2: { 'major.majorSegment': 'G' } } };
    expect(read('schoolMajor', pairs, more).rows[0]?.proposed?.ref).toMatchObject({ major: { majorKey: 6 } });
  });

  test('is no longer added if the user matches a column to it', () => {
    const columns = { Reason: 'title20' };
    const { rows } = read('major', table, { edits, columns });
    expect(rows[0]).toMatchObject({ texts: ['0A1', 'U', 'Biology'] });
    expect(rows[0]).not.toHaveProperty('added');
  });
});

describe('the columns whose cells correct a problem', () => {
  const idsOf = (kind: string, text: string) =>
    read(kind, lines(text)).rows.flatMap(({ problems }) => problems.map(({ ids }) => ids));

  test.each<[string, string, string, string[]]>([
    ['a cell that cannot be read', 'major', 'Major Code | Segment\n0A1 | X', ['majorSegment']],
    ['a row that names no item', 'major', 'Major Code | Segment | Title 20\n | U | Art', ['majorCode']],
    [
      'a row that names no item in any of several ways',
      'department',
      'Title 7 | Comments\n | Art',
      ['title7', 'title'],
    ],
    [
      'a row that may be for several items',
      'major',
      'Major Code | Segment | Title 20\n153 | U | Astronomy',
      ['startTermYyyyst'],
    ],
    ['an unknown key', 'department', 'Department Key | Title 7\n99 | ART', ['deptKey']],
    ['a relationship without an end', 'schoolMajor', 'School | Major Code\n | 007', ['school.schoolCode']],
    ['an unknown end', 'schoolMajor', 'School | Major Code\n99 | 007', ['school.schoolCode']],
    [
      'an end with another start term',
      'schoolMajor',
      'School | Major Code | Major Start Term\n75 | 153 | F25',
      ['major.startTermYyyyst'],
    ],
    ['an end that may be several', 'schoolMajor', 'School | Major Code\n75 | 201', ['major.majorSegment']],
  ])('%s', (_, kind, text, ids) => {
    expect(idsOf(kind, text)).toEqual([ids]);
  });

  test('are none if no cell can correct it', () => {
    expect(read('major', lines('Segment\nU')).problems[0]?.ids).toEqual([]);
  });

  test('are known for an error of the server too', () => {
    expect(columnIdsOf('major', 'title20')).toEqual(['title20']);
    expect(columnIdsOf('major', 'ref')).toEqual(['majorKey', 'majorCode', 'majorSegment']);
    expect(columnIdsOf('schoolMajor', 'ref.school')).toEqual(['school.schoolCode']);
    expect(columnIdsOf('major', 'version')).toEqual([]);
  });
});
