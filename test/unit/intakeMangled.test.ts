import { describe, expect, test } from 'vitest';
import type { Table } from '../../intake/intake.ts';
import { lines, read, sentencesOf, sheet } from '../support/intake.ts';

/** The problems of a cell in a column of a new major. */
const about = (header: string, cell: string | readonly [string, string]) =>
  read(
    'major',
    sheet([
      ['Major Code', 'Segment', header],
      ['0A1', 'U', cell],
    ]),
  );
/** The problems of a major code. */
const code = (cell: string | readonly [string, string]) =>
  read(
    'major',
    sheet([
      ['Major Code', 'Segment'],
      [cell, 'U'],
    ]),
  );

describe('values that spreadsheets change', () => {
  const lost =
    'seems to have lost its zeros in a spreadsheet. Choose the correct value, or format the cells as text and type it with its zeros.';
  test.each<[string | readonly [string, string], string]>([
    ['7', `Row 2, Major Code: “7” ${lost}`],
    [['7', '7'], `Row 2, Major Code: “7” ${lost}`],
    ['14', `Row 2, Major Code: “14” ${lost}`],
    ['7.0', `Row 2, Major Code: “7.0” ${lost}`],
    [
      '1.00E+05',
      'Row 2, Major Code: “1.00E+05” is a number that a spreadsheet made from Major Code. Format the cells as text, and type it again.',
    ],
    [
      ['1E5', '100000'],
      'Row 2, Major Code: “1E5” is a number that a spreadsheet made from Major Code. Format the cells as text, and type it again.',
    ],
    [
      '3-Mar',
      'Row 2, Major Code: “3-Mar” is a date. Write Major Code as text: format the cell as text, and type it again.',
    ],
    [['#REF!', '#REF!'], 'Row 2, Major Code: “#REF!” is a formula error. Type the value instead.'],
    ['#N/A', 'Row 2, Major Code: “#N/A” is a formula error. Type the value instead.'],
    [
      '######',
      'Row 2, Major Code: “######” comes from a column that is too narrow. Make the column wider, and copy it again.',
    ],
    [
      ['', '=A1'],
      'Row 2, Major Code: “=A1” is a formula without a result. Open the file in a spreadsheet and save it again, or type the value.',
    ],
  ])('a major code: %j', (cell, sentence) => {
    expect(sentencesOf(code(cell))).toEqual([sentence]);
  });

  test.each(['007', '1E5', '0E0', '153', '0a1', 'ABC'])('a complete major code: %j', (text) => {
    expect(code(text).rows[0]?.cells.majorCode).toEqual({ from: text, value: text });
  });
  test('a complete code that is stored as a number', () => {
    expect(code(['999', '999']).rows[0]?.problems).toEqual([]);
  });

  test.each<[string, string | readonly [string, string], string[]]>([
    ['Major Code', '7', ['007']],
    ['CIP Code', '9.0101', ['09.0101']],
    ['CIP Code', ['26.01', '26.01'], ['26.0100']],
    ['UC Discipline', '12', ['012']],
    ['HEGIS Code', '701', ['0701', '701']],
    ['Major Code', '1.00E+05', ['1E5']],
  ])('%s %j may be one of %j', (header, cell, candidates) => {
    const intake = header === 'Major Code' ? code(cell) : about(header, cell);
    const [problem] = intake.rows[0]?.problems ?? [];
    expect(problem?.question?.candidates.map(({ value }) => value)).toEqual(candidates);
    const [first = ''] = candidates;
    const table: Table = sheet([
      ['Major Code', 'Segment', header],
      ['0A1', 'U', cell],
    ]);
    const own =
      header === 'Major Code'
        ? sheet([
            ['Major Code', 'Segment'],
            [cell, 'U'],
          ])
        : table;
    const withChoice = read('major', own, { choices: { [problem?.question?.id ?? '']: first } });
    expect(withChoice.rows[0]?.problems).toEqual([]);
    expect(Object.values(withChoice.rows[0]?.cells ?? {})).toContainEqual({
      from: typeof cell === 'string' ? cell : cell[0],
      value: first,
      as: first,
    });
  });

  test('a school whose code has lost its zero', () => {
    expect(sentencesOf(read('schoolMajor', lines('School | Major Code\n0 | 007')))).toEqual([
      `Row 2, School: “0” ${lost}`,
    ]);
  });

  test('texts that are numbers or dates', () => {
    expect(about('Title 20', ['2025', '2025']).rows[0]?.problems).toEqual([]);
    expect(about('Title 20', '3-Mar').rows[0]?.problems).toEqual([]);
    expect(sentencesOf(about('Title 20', ['3-Mar', '45719']))).toEqual([
      'Row 2, Title 20: “3-Mar” is a date. Write Title 20 as text: format the cell as text, and type it again.',
    ]);
  });
});

test('the fault of a cell is not that of an equal cell in another row', () => {
  const faulty = { text: 'ART', fault: 'has a fault' };
  const table = [
    ...lines('Title 7 | Start Term'),
    [faulty, { text: 'F10' }],
    [{ text: 'ART' }, { text: 'F25' }],
  ];
  expect(sentencesOf(read('department', table))).toEqual(['Row 2, Title 7: “ART” has a fault.']);
});
