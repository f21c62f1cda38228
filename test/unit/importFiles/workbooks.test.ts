import { describe, expect, test } from 'vitest';
import { unmerged } from '../../../intake/merged.ts';
import { book, type ImportFile, resultOf, sheetOf } from '../../support/importFile.ts';
import { workbookOf } from '../../support/workbook.ts';

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const chemistry = '2: majorKey 1 | majorSegment U, majorCode 007, title20 Chemistry';
type Rows = readonly (readonly (string | number)[])[];

/** A workbook with a sheet of these rows, and more around them. */
const around = (rows: Rows, before: string, behind = '') =>
  workbookOf({
    parts: {
      'xl/worksheets/sheet1.xml': `<worksheet xmlns="${MAIN}">${before}<sheetData>${sheetOf(rows)}</sheetData>${behind}</worksheet>`,
    },
  });
const merged = (rows: Rows, ...ranges: string[]) =>
  around(
    rows,
    '',
    `<mergeCells>${ranges.map((range) => `<mergeCell ref="${range}"/>`).join('')}</mergeCells>`,
  );
const beside = 'is merged with cells beside it, so its column is not clear. Unmerge the cells.';

const files: ImportFile[] = [
  [
    'hidden values under a merged cell, and an empty row inside it',
    merged(
      [
        ['Title 7', 'Title 40', 'Start Term'],
        ['ONE', 'First', 'F25'],
        ['TWO', 'Second', 'F10'],
        ['<c/>', '<c/>', 'F65'],
        ['SIX', 'Sixth', 'F10'],
      ],
      'C2:C4',
    ),
    'department',
    [
      'One blank row is left out.',
      'The merged cells C2:C4 give their value to each of their rows.',
      '2: title7 ONE, startTerm 202592 | title7 ONE, title First, startTerm 202592',
      '3: title7 TWO, startTerm 202592 | title7 TWO, title Second, startTerm 202592',
      '5: title7 SIX, startTerm 201092 | title7 SIX, title Sixth, startTerm 201092',
    ],
  ],
  [
    'an empty cell that is merged over a hidden value',
    merged(
      [
        ['Major Code', 'Segment', 'Title 20', 'Comments'],
        ['007', 'U', '<c/>', 'hidden'],
      ],
      'C2:D2',
    ),
    'major',
    ['2: majorKey 1 | majorSegment U, majorCode 007'],
  ],
  [
    'a total that is merged over all columns',
    merged(
      [
        ['Major Code', 'Segment', 'Title 20'],
        ['007', 'U', 'Chemistry'],
        ['Total: 1', '<c/>', '<c/>'],
      ],
      'A3:C3',
    ),
    'major',
    ['Row 3, “Total: 1”, is left out.', chemistry],
  ],
  [
    'a range of merged cells that goes on to the end of all rows and columns',
    merged(
      [
        ['Major Code', 'Segment'],
        ['007', 'U'],
        ['1E5', 'U'],
      ],
      'A2:XFD1048576',
    ),
    'major',
    ['One blank row is left out.', `Row 2, Segment: “007” ${beside}`, `Row 2, Major Code: “007” ${beside}`],
  ],
  [
    'merged cells over merged cells',
    merged(
      [
        ['Major Code', 'Segment'],
        ['007', 'U'],
      ],
      ...Array<string>(5).fill('A2:B2'),
    ),
    'major',
    [
      'There are merged cells over merged cells, or over more than 5,000,000 cells. Unmerge them in a spreadsheet, and save the file again.',
    ],
  ],
  [
    'columns that are hidden',
    around(
      [
        ['Major Code', 'Segment', 'Title 20'],
        ['007', 'U', 'Chemistry'],
      ],
      '<cols><col min="1" max="1" width="9"/><col min="2" max="3" hidden="1"/><col min="5" max="16384" hidden="1"/></cols>',
    ),
    'major',
    ['Includes 2 columns that the spreadsheet hides.', chemistry],
  ],
  [
    'other sheets that hold something',
    workbookOf({
      sheets: [
        sheetOf([
          ['Major Code', 'Segment', 'Title 20'],
          ['007', 'U', 'Chemistry'],
        ]),
        sheetOf([['Notes']]),
        '',
        sheetOf([['Old']]),
      ],
    }),
    'major',
    ['The sheets “Sheet2” and “Sheet4” are left out.', chemistry],
  ],
  [
    'texts whose format shows more than they are, or nothing',
    book(
      [
        ['Major Code', 'Segment', 'Title 20', 'Comments'],
        ['007', 'U', '<c s="1" t="str"><v>Chemistry</v></c>', '<c s="2" t="str"><v>secret</v></c>'],
      ],
      { formats: ['&quot;B.S. in &quot;@', ';;;'] },
    ),
    'major',
    ['2: majorKey 1 | majorSegment U, majorCode 007, title20 B.S. in Chemistry'],
  ],
  [
    'a text formula without a result',
    book([
      ['Major Code', 'Segment', 'Title 20'],
      ['007', 'U', '<c t="str"><f>A2</f></c>'],
    ]),
    'major',
    [
      'Row 2, Title 20: “=A2” is a formula without a result. Open the file in a spreadsheet and save it again, or type the value.',
    ],
  ],
  [
    'an apostrophe before a sign, and quotation marks behind one, which a workbook shows',
    book([
      ['Major Code', 'Segment', 'Title 20', 'Comments'],
      ['007', 'U', "'=1+1", '="007"'],
    ]),
    'major',
    ['2: majorKey 1 | majorSegment U, majorCode 007, title20 \'=1+1, comments ="007"'],
  ],
  [
    'a day in a format that only its number names',
    book(
      [
        ['Major Code', 'Segment', 'Title 20'],
        ['007', 'U', '<c s="1"><v>45536</v></c>'],
      ],
      {
        parts: {
          'xl/styles.xml': `<styleSheet xmlns="${MAIN}"><cellXfs><xf/><xf numFmtId="31"/></cellXfs></styleSheet>`,
        },
      },
    ),
    'major',
    [
      'Row 2, Title 20: “9/1/2024” is a date. Write Title 20 as text: format the cell as text, and type it again.',
    ],
  ],
  [
    'numbers that are shown with a unit, in thousands, as a power of ten, as a dash, with a sign of money',
    book(
      [
        ['School Code', 'Sort Code'],
        ['75', '<c s="1"><v>12</v></c>'],
        ['05', '<c s="2"><v>1234</v></c>'],
        ['00', '<c s="3"><v>1200</v></c>'],
        ['98', '<c s="4"><v>0</v></c>'],
        ['99', '<c s="5"><v>5</v></c>'],
      ],
      { formats: ['0&quot; th&quot;', '0,', '0.00E+00', '0;-0;&quot;-&quot;', '$#,##0'] },
    ),
    'school',
    [
      '2: schoolCode 75 | schoolCode 75, sortCode 12',
      '3: schoolCode 05 | schoolCode 05, sortCode 1234',
      '4: schoolCode 00 | schoolCode 00, sortCode 1200',
      '5: schoolCode 98 | schoolCode 98, sortCode 0',
      '6: schoolCode 99 | schoolCode 99, sortCode 5',
    ],
  ],
  [
    'a year, a time, a day and a truth value for a number',
    book(
      [
        ['School Code', 'Year Start', 'Sort Code'],
        ['75', '<c s="1"><v>45536</v></c>', ''],
        ['05', '', '<c s="2"><v>0.5</v></c>'],
        ['00', '', '<c s="3"><v>45536</v></c>'],
        ['99', '', '<c t="b"><v>1</v></c>'],
      ],
      { formats: ['yyyy', 'h:mm', 'm/d/yyyy'] },
    ),
    'school',
    [
      '2: schoolCode 75 | schoolCode 75, yearStart 2024',
      'Row 3, Sort Code: “12:00” is not a number. Write one from 1 to 999999.',
      'Row 4, Sort Code: “9/1/2024” is a date. Write Sort Code as a number from 1 to 999999.',
      'Row 5, Sort Code: “TRUE” is not a number. Write one from 1 to 999999.',
    ],
  ],
  [
    'a key that a format rounds to another',
    book(
      [
        ['Major Key', 'Title 20'],
        ['<c s="1"><v>1.4</v></c>', 'Chemistry'],
      ],
      { formats: ['0'] },
    ),
    'major',
    [
      'Row 2, Major Key: “1” is not a key. Keys are whole numbers that this application assigns; leave it empty for a new row.',
    ],
  ],
];

describe('workbook values that are hidden or differ from the shown text', () => {
  test.each(files)('%s', (_, content, kind, cameOut) => {
    expect(resultOf(content, kind)).toEqual(cameOut);
  });
});

test('merged cells over more cells than a file may have are rejected before they take memory', () => {
  const header = Array.from({ length: 60 }, (_, at) => ({ text: `Column ${at}` }));
  const rows = Array.from({ length: 100_000 }, () => [{ text: '007' }]);
  expect(unmerged([header, ...rows], ['A2:BH100001'], 0)).toMatchObject({
    notes: [],
    problems: [expect.stringContaining('over more than 5,000,000 cells')],
  });
});
