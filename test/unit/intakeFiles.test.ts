import { describe, expect, test } from 'vitest';
import type { Intake } from '../../intake/intake.ts';
import { columnOf, proposedRows, refusedRows, sentenceOf } from '../../intake/proposed.ts';
import { lines, read, sentencesOf, sheet } from '../support/intake.ts';

const HEADER = 'Major Code | Segment | Title 20';
const GOOD = '0A1 | U | Biology';

/** All messages about a table: problems, then notes. */
const messagesOf = (intake: Intake) => [...sentencesOf(intake), ...intake.notes];

// Sheets with problems are in importFiles/.
describe('typical sheets', () => {
  test.each<[string, string, string, string[]]>([
    ['a plain sheet', 'major', `${HEADER}\n${GOOD}`, []],
    ['field names', 'major', `majorCode | majorSegment | title20\n${GOOD}`, []],
    ['names of columns in a database', 'major', `major_code | MAJOR_SEGMENT | title_20\n${GOOD}`, []],
    ['headers with notes', 'major', `Major Code* | Segment (U/G/M) | Title 20 [required]\n${GOOD}`, []],
    [
      'other columns',
      'major',
      `${HEADER} | Office | Dean\n${GOOD} | ask | Kim`,
      ['The columns “Office” and “Dean” are ignored.'],
    ],
    [
      'a similar header',
      'major',
      `${HEADER} | Notes\n${GOOD} | ask`,
      ['Matched by similar names: “Notes” to Comments.'],
    ],
    ['an empty other column', 'major', `${HEADER} | Office\n${GOOD} |`, []],
    [
      'a column without a header',
      'major',
      `${HEADER} |\n${GOOD} | ask`,
      ['The column “Column D” is ignored.'],
    ],
    ['cells beyond the header', 'major', `${HEADER}\n${GOOD} | ask`, ['The column “Column D” is ignored.']],
    ['reasons of an earlier import', 'major', `${HEADER} | Reason\n${GOOD} | Row 2 was wrong.`, []],
    [
      'read-only columns of the API',
      'major',
      `${HEADER} | lastModified | majorUciNetId | version\n${GOOD} | 2020 | me | 3`,
      [],
    ],
    ['blank rows', 'major', `${HEADER}\n|\n${GOOD}\n|\n|`, ['3 blank rows are left out.']],
    ['one blank row', 'major', `${HEADER}\n${GOOD}\n|`, ['One blank row is left out.']],
    ['a total', 'major', `${HEADER}\n${GOOD}\nTotal: 1 | |`, ['Row 3, “Total: 1”, is left out.']],
    [
      'a grand total and a count',
      'major',
      `${HEADER}\n${GOOD}\n|\nGrand Total | 1 |\nCount | 1 |`,
      ['Rows 4 and 5, “Grand Total”, are left out.', 'One blank row is left out.'],
    ],
    ['a title that begins like a total', 'school', 'Code | Title\n44 | Total Health', []],
    [
      'copies of rows',
      'major',
      `${HEADER}\n${`${GOOD}\n`.repeat(8)}`,
      ['Rows 3, 4, 5, 6, 7 and 2 more are copies of rows before them and are left out.'],
    ],
  ])('%s', (_name, kind, text, sentences) => {
    expect(messagesOf(read(kind, lines(text)))).toEqual(sentences);
  });

  test('40,000 rows', () => {
    const table = lines(`${HEADER}\n${`${GOOD}\n`.repeat(40_000)}`);
    expect(messagesOf(read('major', table))).toContain(
      'There are 40,000 rows, and at most 20,000 can be imported at once. Split the file.',
    );
  });

  test('20,000 rows are read, and progress is reported', () => {
    const codes = Array.from({ length: 20_000 }, (_, at) => `${at.toString(36).padStart(3, '0')} | U | New`);
    const progress: number[] = [];
    const intake = read('major', lines(`${HEADER}\n${codes.join('\n')}`), {
      onProgress: (done) => progress.push(done),
    });
    expect(intake.rows).toHaveLength(20_000);
    expect(progress).toEqual([...Array.from({ length: 20 }, (_, at) => (at + 1) * 1000), 20_000]);
  });
});

test('a user can match a column, and ignore another', () => {
  const table = lines('Code No | Segment | Title 20 | Maj Title\n0A1 | U | Biology | Botany');
  const columns = { 'Code No': 'majorCode', 'Maj Title': '' };
  const intake = read('major', table, { columns });
  expect(messagesOf(intake)).toEqual([]);
  expect(intake.columns.map(({ id }) => id)).toEqual(['majorCode', 'majorSegment', 'title20', null]);
  expect(proposedRows(intake).rows[0]?.values).toMatchObject({ majorCode: '0A1', title20: 'Biology' });
});

test('the column letter distinguishes two columns with the same header', () => {
  const columns = { 'Title 20 (column D)': '' };
  const table = lines(`${HEADER} | Title 20\n${GOOD} | Botany`);
  expect(read('major', table).problems).toMatchObject([{ column: 'Title 20 (column D)' }]);
  const intake = read('major', table, { columns });
  expect(proposedRows(intake).rows[0]?.values).toMatchObject({ title20: 'Biology' });
});

describe('the rejected rows', () => {
  const intake = read(
    'major',
    lines(
      `Majors\n${HEADER} | Note | Reason\n7 | U | Art | x | old\n0A1 | U | Biology | y | old\n0A2 | U | Botany | z | old`,
    ),
  );

  test('are a table with the header and the reasons, to correct and import again', () => {
    const more = new Map([[5, ['Row 5, Title 20: too long.']]]);
    const { header, rows } = refusedRows(intake, more);
    expect(header).toEqual(['Major Code', 'Segment', 'Title 20', 'Note', 'Reason']);
    expect(rows).toEqual([
      ['7', 'U', 'Art', 'x', expect.stringMatching(/^Row 3, Major Code: “7” seems to have lost its zeros/)],
      ['0A2', 'U', 'Botany', 'z', 'Row 5, Title 20: too long.'],
    ]);
    const corrected = rows.map((cells) => cells.map((cell) => (cell === '7' ? '007' : cell)));
    expect(sentencesOf(read('major', sheet([header, ...corrected])))).toEqual([]);
  });

  test('by the server are reported with the columns and rows of the file', () => {
    expect(proposedRows(intake).numbers).toEqual([4, 5]);
    expect(
      ['title20', 'ref', 'majorCode', 'active', 'version'].map((field) => columnOf(intake, field)),
    ).toEqual(['Title 20', 'Major Code', 'Major Code', null, null]);
    const pairs = read('schoolMajor', lines('School | Major Code | Start Term\n75 | 007 | F25'));
    expect(['ref', 'ref.major', 'ref.school', 'startTerm'].map((field) => columnOf(pairs, field))).toEqual([
      null,
      'Major Code',
      'School',
      'Start Term',
    ]);
    expect(sentenceOf([4, 5], 'Row 2 is for the same major: keep one of them')).toBe(
      'Row 5 is for the same major: keep one of them',
    );
    expect(sentenceOf([4, 5], 'Major of row 1 has the code 0A1')).toBe('Major of row 4 has the code 0A1');
  });
});
