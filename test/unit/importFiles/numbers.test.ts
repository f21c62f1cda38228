import { describe, expect, test } from 'vitest';
import { book, type ImportFile, resultOf } from '../../support/importFile.ts';

const files: ImportFile[] = [
  [
    '9.01 for 09.0100',
    'Major Code,Segment,CIP Code\n007,U,9.01\n',
    'major',
    [
      'Row 2, CIP Code: “9.01” seems to have lost its zeros in a spreadsheet. Choose the correct value, or format the cells as text and type it with its zeros.',
    ],
  ],
  [
    '9.0101 for 09.0101',
    'Major Code,Segment,CIP Code\n007,U,9.0101\n',
    'major',
    [
      'Row 2, CIP Code: “9.0101” seems to have lost its zeros in a spreadsheet. Choose the correct value, or format the cells as text and type it with its zeros.',
    ],
  ],
  [
    '40.05 for 40.0500',
    'Major Code,Segment,CIP Code\n007,U,40.05\n',
    'major',
    [
      'Row 2, CIP Code: “40.05” seems to have lost its zeros in a spreadsheet. Choose the correct value, or format the cells as text and type it with its zeros.',
    ],
  ],
  [
    '40.0501 as a number',
    book([
      ['Major Code', 'Segment', 'CIP Code'],
      ['007', 'U', 40.0501],
    ]),
    'major',
    ['2: majorKey 1 | majorSegment U, majorCode 007, cipCode 40.0501'],
  ],
  [
    'a CIP code with a decimal comma',
    'Major Code;Segment;CIP Code\n007;U;40,0501\n',
    'major',
    ['2: majorKey 1 | majorSegment U, majorCode 007, cipCode 40,0501'],
  ],
  [
    'a CIP code without its point',
    'Major Code,Segment,CIP Code\n007,U,400501\n',
    'major',
    ['2: majorKey 1 | majorSegment U, majorCode 007, cipCode 400501'],
  ],
  [
    '=“40.0501” as a formula with a result',
    book([
      ['Major Code', 'Segment', 'CIP Code'],
      ['007', 'U', '<c t="str"><f>"40.0501"</f><v>40.0501</v></c>'],
    ]),
    'major',
    ['2: majorKey 1 | majorSegment U, majorCode 007, cipCode 40.0501'],
  ],
  [
    '701 for HEGIS 0701',
    'Major Code,Segment,HEGIS Code\n007,U,701\n',
    'major',
    [
      'Row 2, HEGIS Code: “701” seems to have lost its zeros in a spreadsheet. Choose the correct value, or format the cells as text and type it with its zeros.',
    ],
  ],
  [
    '7 for UC discipline 007',
    'Major Code,Segment,UC Discipline\n007,U,7\n',
    'major',
    [
      'Row 2, UC Discipline: “7” seems to have lost its zeros in a spreadsheet. Choose the correct value, or format the cells as text and type it with its zeros.',
    ],
  ],
  [
    '5 for school 05',
    'School Code,Title\n5,Arts\n',
    'school',
    [
      'Row 2, School Code: “5” seems to have lost its zeros in a spreadsheet. Choose the correct value, or format the cells as text and type it with its zeros.',
    ],
  ],
  [
    '0 for school 00',
    'School Code,Title\n0,Graduate Division\n',
    'school',
    [
      'Row 2, School Code: “0” seems to have lost its zeros in a spreadsheet. Choose the correct value, or format the cells as text and type it with its zeros.',
    ],
  ],
  [
    '5.0 for school 05',
    'School Code,Title\n5.0,Arts\n',
    'school',
    [
      'Row 2, School Code: “5.0” seems to have lost its zeros in a spreadsheet. Choose the correct value, or format the cells as text and type it with its zeros.',
    ],
  ],
  [
    'a number that only a format shows with zeros, of a new school',
    book(
      [
        ['School Code', 'Title'],
        ['<c s="1"><v>9</v></c>', 'Law'],
      ],
      { formats: ['00'] },
    ),
    'school',
    ['2: schoolCode 09 | schoolCode 09, title Law'],
  ],
  [
    'a title that is a number',
    book([
      ['Major Code', 'Segment', 'Title 20'],
      ['007', 'U', 2025],
    ]),
    'major',
    ['2: majorKey 1 | majorSegment U, majorCode 007, title20 2025'],
  ],
  [
    'a title that became a date',
    book(
      [
        ['Major Code', 'Segment', 'Title 20'],
        ['007', 'U', '<c s="1"><v>45536</v></c>'],
      ],
      { formats: ['mmm-yy'] },
    ),
    'major',
    [
      'Row 2, Title 20: “Sep-24” is a date. Write Title 20 as text: format the cell as text, and type it again.',
    ],
  ],
  [
    'a percent for a number',
    book(
      [
        ['Major Code', 'Segment', 'Sort Code'],
        ['007', 'U', '<c s="1"><v>0.5</v></c>'],
      ],
      { formats: ['0%'] },
    ),
    'major',
    ['Row 2, Sort Code: “50%” is not a number. Write one from 1 to 999999.'],
  ],
  [
    'a sort code with a thousands separator',
    'Major Code,Segment,Sort Code\n007,U,"1,200"\n',
    'major',
    ['2: majorKey 1 | majorSegment U, majorCode 007, sortCode 1200'],
  ],
  [
    'a sort code with decimals',
    'Major Code,Segment,Sort Code\n007,U,12.5\n',
    'major',
    ['2: majorKey 1 | majorSegment U, majorCode 007, sortCode 12.5'],
  ],
  [
    'a negative sort code',
    'Major Code,Segment,Sort Code\n007,U,-5\n',
    'major',
    ['2: majorKey 1 | majorSegment U, majorCode 007, sortCode -5'],
  ],
  [
    'a sort code that is too large',
    'Major Code,Segment,Sort Code\n007,U,12345678\n',
    'major',
    ['2: majorKey 1 | majorSegment U, majorCode 007, sortCode 12345678'],
  ],
];

describe('codes and numbers with points and zeros', () => {
  test.each(files)('%s', (_, content, kind, cameOut) => {
    expect(resultOf(content, kind)).toEqual(cameOut);
  });
});
