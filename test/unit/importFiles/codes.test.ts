import { describe, expect, test } from 'vitest';
import { book, type ImportFile, resultOf } from '../../support/importFile.ts';

const files: ImportFile[] = [
  [
    '7 for 007',
    'Major Code,Segment,Title 20\n7,U,Chemistry\n',
    'major',
    [
      'Row 2, Major Code: “7” seems to have lost its zeros in a spreadsheet. Choose the correct value, or format the cells as text and type it with its zeros.',
    ],
  ],
  [
    '7 as a number',
    book([
      ['Major Code', 'Segment', 'Title 20'],
      [7, 'U', 'Chemistry'],
    ]),
    'major',
    [
      'Row 2, Major Code: “7” seems to have lost its zeros in a spreadsheet. Choose the correct value, or format the cells as text and type it with its zeros.',
    ],
  ],
  [
    '7 that a format shows as 007',
    book(
      [
        ['Major Code', 'Segment'],
        ['<c s="1"><v>7</v></c>', 'U'],
      ],
      { formats: ['000'] },
    ),
    'major',
    ['2: majorKey 1 | majorSegment U, majorCode 007'],
  ],
  [
    '201.0 for 201',
    'Major Code,Segment,Title 20\n201.0,U,Dance\n',
    'major',
    ['2: majorKey 5 | majorSegment U, majorCode 201, title20 Dance'],
  ],
  [
    '153.0 for a code of two majors',
    'Major Code,Segment,Start Term\n153.0,U,F10\n',
    'major',
    ['2: majorKey 4 | majorSegment U, majorCode 153, startTermYyyyst 201092'],
  ],
  [
    '1E+05 for 1E5',
    'Major Code,Segment,Title 20\n1E+05,U,Art\n',
    'major',
    [
      'Row 2, Major Code: “1E+05” is a number that a spreadsheet made from Major Code. Format the cells as text, and type it again.',
    ],
  ],
  [
    '100000 for 1E5',
    book([
      ['Major Code', 'Segment'],
      [100000, 'U'],
    ]),
    'major',
    [
      'Row 2, Major Code: “100000” is a number that a spreadsheet made from Major Code. Format the cells as text, and type it again.',
    ],
  ],
  [
    '1.00E+05 as a number',
    book(
      [
        ['Major Code', 'Segment'],
        ['<c s="1"><v>100000</v></c>', 'U'],
      ],
      { formats: ['0.00E+00'] },
    ),
    'major',
    [
      'Row 2, Major Code: “1.00E+05” is a number that a spreadsheet made from Major Code. Format the cells as text, and type it again.',
    ],
  ],
  [
    '1E5 as it is',
    'Major Code,Segment,Title 20\n1E5,U,Art\n',
    'major',
    ['2: majorKey 2 | majorSegment U, majorCode 1E5, title20 Art'],
  ],
  [
    'a code in lower case',
    'Major Code,Segment,Title 20\n1e5,u,Art\n',
    'major',
    ['2: majorKey 2 | majorSegment U, majorCode 1E5, title20 Art'],
  ],
  [
    'a new code in lower case',
    'Major Code,Segment,Title 20\n0a1,u,Dance\n',
    'major',
    ['2: majorCode 0a1, majorSegment U | majorSegment U, majorCode 0a1, title20 Dance'],
  ],
  [
    'a code with spaces around',
    'Major Code,Segment,Title 20\n" 007 ",U,Chemistry\n',
    'major',
    ['2: majorKey 1 | majorSegment U, majorCode 007, title20 Chemistry'],
  ],
  [
    'a code with a non-breaking space',
    'Major Code,Segment,Title 20\n007\u00A0,U,Chemistry\n',
    'major',
    ['2: majorKey 1 | majorSegment U, majorCode 007, title20 Chemistry'],
  ],
  [
    'a code with a space inside',
    'Major Code,Segment,Title 20\n0 07,U,Chemistry\n',
    'major',
    ['2: majorCode 0 07, majorSegment U | majorSegment U, majorCode 0 07, title20 Chemistry'],
  ],
  [
    'a code with a zero-width space',
    'Major Code,Segment,Title 20\n\u200B007,U,Chemistry\n',
    'major',
    ['2: majorKey 1 | majorSegment U, majorCode 007, title20 Chemistry'],
  ],
  [
    'a header with a zero-width space',
    '\u200BMajor Code,Segment,Title 20\n007,U,Chemistry\n',
    'major',
    ['2: majorKey 1 | majorSegment U, majorCode 007, title20 Chemistry'],
  ],
  [
    'a code behind an apostrophe',
    "Major Code,Segment,Title 20\n'007,U,Chemistry\n",
    'major',
    ['2: majorKey 1 | majorSegment U, majorCode 007, title20 Chemistry'],
  ],
  [
    'a code as a formula, ="007"',
    'Major Code,Segment,Title 20\n="007",U,Chemistry\n',
    'major',
    ['2: majorKey 1 | majorSegment U, majorCode 007, title20 Chemistry'],
  ],
  [
    'a code as a quoted formula',
    'Major Code,Segment,Title 20\n"=""007""",U,Chemistry\n',
    'major',
    ['2: majorKey 1 | majorSegment U, majorCode 007, title20 Chemistry'],
  ],
  [
    'letters O for zeros',
    'Major Code,Segment,Title 20\nOO7,U,Chemistry\n',
    'major',
    ['2: majorCode OO7, majorSegment U | majorSegment U, majorCode OO7, title20 Chemistry'],
  ],
  [
    'full-width digits',
    'Major Code,Segment,Title 20\n００７,U,Chemistry\n',
    'major',
    ['2: majorCode ００７, majorSegment U | majorSegment U, majorCode ００７, title20 Chemistry'],
  ],
  [
    'a code that is too long',
    'Major Code,Segment,Title 20\n0007,U,Chemistry\n',
    'major',
    ['2: majorCode 0007, majorSegment U | majorSegment U, majorCode 0007, title20 Chemistry'],
  ],
  [
    'a code with its title',
    'Major Code,Segment\n007 - Chemistry,U\n',
    'major',
    ['2: majorCode 007 - Chemistry, majorSegment U | majorSegment U, majorCode 007 - Chemistry'],
  ],
  [
    'two codes in a cell',
    'Major Code,Segment\n"007, 1E5",U\n',
    'major',
    ['2: majorCode 007, 1E5, majorSegment U | majorSegment U, majorCode 007, 1E5'],
  ],
  [
    'a code as a date: 1-Sep',
    'Major Code,Segment,Title 20\n1-Sep,U,Dance\n',
    'major',
    [
      'Row 2, Major Code: “1-Sep” is a date. Write Major Code as text: format the cell as text, and type it again.',
    ],
  ],
  [
    'a real date for a code',
    book(
      [
        ['Major Code', 'Segment'],
        ['<c s="1"><v>45536</v></c>', 'U'],
      ],
      { formats: ['d-mmm'] },
    ),
    'major',
    [
      'Row 2, Major Code: “1-Sep” is a date. Write Major Code as text: format the cell as text, and type it again.',
    ],
  ],
];

describe('codes that a spreadsheet or a user has changed', () => {
  test.each(files)('%s', (_, content, kind, cameOut) => {
    expect(resultOf(content, kind)).toEqual(cameOut);
  });
});
