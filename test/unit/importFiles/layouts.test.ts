import { describe, expect, test } from 'vitest';
import { type ImportFile, resultOf } from '../../support/importFile.ts';

const files: ImportFile[] = [
  [
    'the header in row 3, under a title and a date',
    'Majors of the campus\n9/1/2025\nMajor Code,Segment,Title 20\n007,U,Chemistry\n',
    'major',
    [
      'Rows 1 and 2, above the header, are left out.',
      '4: majorKey 1 | majorSegment U, majorCode 007, title20 Chemistry',
    ],
  ],
  [
    'two header rows, the first of groups',
    'Major,,Terms,\nMajor Code,Segment,Start Term,End Term\n007,U,F65,\n',
    'major',
    [
      'Row 1, above the header, is left out.',
      '3: majorKey 1 | majorSegment U, majorCode 007, startTermYyyyst 196592',
    ],
  ],
  [
    'two header rows, the second of units',
    'Major Code,Segment,Title 20\n(3 digits),(U/G/M),(20 characters)\n007,U,Chemistry\n',
    'major',
    [
      'Row 2, Segment: “(U/G/M)” is not a value of Segment. Write one of U, G, M.',
      'Row 2, Major Code: “(3 digits)” must be exactly 3 characters.',
      '3: majorKey 1 | majorSegment U, majorCode 007, title20 Chemistry',
    ],
  ],
  [
    'a header in two rows of words',
    'Major,Segment,Title\nCode,,20\n007,U,Chemistry\n',
    'major',
    [
      'There is no column Major Code. Add it to the file, or match a column to it. The columns fit majors with degrees: choose that kind if it is correct.',
      'Matched by similar names: “Title” to Title 20.',
      'The column “Major” is ignored.',
    ],
  ],
  [
    'the header again on each page',
    'Major Code,Segment\n007,U\nMajor Code,Segment\n1E5,U\n',
    'major',
    [
      'Row 3 repeats the header and is left out.',
      '2: majorKey 1 | majorSegment U, majorCode 007',
      '4: majorKey 2 | majorSegment U, majorCode 1E5',
    ],
  ],
  [
    'only a header',
    'Major Code,Segment,Title 20\n',
    'major',
    ['There are no rows below the header in row 1. Add some.'],
  ],
  [
    'only a header, in row 3',
    'Majors\n\nMajor Code,Segment,Title 20\n',
    'major',
    ['There are no rows below the header in row 3. Add some.', 'Row 1, above the header, is left out.'],
  ],
  [
    'no header',
    '007,U,Chemistry\n1E5,U,Art\n',
    'major',
    [
      'No row names columns of majors. Put their names, such as Major Key, Segment, Campus Indicator and Major Code, above the rows.',
    ],
  ],
  [
    'only numbers',
    '1,2,3\n4,5,6\n',
    'major',
    [
      'No row names columns of majors. Put their names, such as Major Key, Segment, Campus Indicator and Major Code, above the rows.',
    ],
  ],
  [
    'a header below 30 rows of text',
    `${'A line of text\n'.repeat(31)}Major Code,Segment\n007,U\n`,
    'major',
    [
      'No row names columns of majors. Put their names, such as Major Key, Segment, Campus Indicator and Major Code, above the rows.',
    ],
  ],
  [
    'transposed: headers in the first column',
    'Major Code,007,1E5\nSegment,U,U\nTitle 20,Chemistry,Art\n',
    'major',
    [
      'There is no column Segment. Add it to the file, or match a column to it.',
      'The columns “007” and “1E5” are ignored.',
    ],
  ],
  [
    'Total at the end',
    'Major Code,Segment,Title 20\n007,U,Chemistry\nTotal,1,\n',
    'major',
    ['Row 3, “Total”, is left out.', '2: majorKey 1 | majorSegment U, majorCode 007, title20 Chemistry'],
  ],
  [
    'Count: 12 at the end',
    'Major Code,Segment,Title 20\n007,U,Chemistry\nCount: 12\n',
    'major',
    ['Row 3, “Count: 12”, is left out.', '2: majorKey 1 | majorSegment U, majorCode 007, title20 Chemistry'],
  ],
  [
    '12 records at the end',
    'Major Code,Segment,Title 20\n007,U,Chemistry\n12 records\n',
    'major',
    ['Row 3, “12 records”, is left out.', '2: majorKey 1 | majorSegment U, majorCode 007, title20 Chemistry'],
  ],
  [
    'a footnote at the end',
    'Major Code,Segment,Title 20\n007,U,Chemistry\n* approved by the senate\n',
    'major',
    [
      '2: majorKey 1 | majorSegment U, majorCode 007, title20 Chemistry',
      'Row 3 names no major. Fill in Major Code and Segment.',
    ],
  ],
  [
    'a blank row and a source at the end',
    'Major Code,Segment,Title 20\n007,U,Chemistry\n\nSource: Registrar\n',
    'major',
    [
      'One blank row is left out.',
      '2: majorKey 1 | majorSegment U, majorCode 007, title20 Chemistry',
      'Row 4 names no major. Fill in Major Code and Segment.',
    ],
  ],
  [
    'a footnote with a number',
    'Major Code,Segment,Title 20\n007,U,Chemistry\n1) See the catalog\n',
    'major',
    [
      '2: majorKey 1 | majorSegment U, majorCode 007, title20 Chemistry',
      'Row 3 names no major. Fill in Major Code and Segment.',
    ],
  ],
  [
    'who printed it, at the end',
    'Major Code,Segment,Title 20\n007,U,Chemistry\nPage 1 of 1,,9/1/2025\n',
    'major',
    [
      '2: majorKey 1 | majorSegment U, majorCode 007, title20 Chemistry',
      'Row 3 names no major. Fill in Major Code and Segment.',
    ],
  ],
  [
    'END at the end',
    'Major Code,Segment,Title 20\n007,U,Chemistry\n*** End of report ***\n',
    'major',
    [
      '2: majorKey 1 | majorSegment U, majorCode 007, title20 Chemistry',
      'Row 3 names no major. Fill in Major Code and Segment.',
    ],
  ],
  [
    'a subtotal in the middle',
    'Major Code,Segment,Title 20\n007,U,Chemistry\nSubtotal,1,\n1E5,U,Art\n',
    'major',
    [
      '2: majorKey 1 | majorSegment U, majorCode 007, title20 Chemistry',
      'Row 3, Segment: “1” is not a value of Segment. Write one of U, G, M.',
      'Row 3, Major Code: “Subtotal” must be exactly 3 characters.',
      '4: majorKey 2 | majorSegment U, majorCode 1E5, title20 Art',
    ],
  ],
  [
    'names of groups between the rows',
    'Major Code,Segment,Title 20\nUndergraduate\n007,U,Chemistry\nGraduate\n1E5,U,Art\n',
    'major',
    [
      'Row 2 names no major. Fill in Major Code and Segment.',
      '3: majorKey 1 | majorSegment U, majorCode 007, title20 Chemistry',
      'Row 4 names no major. Fill in Major Code and Segment.',
      '5: majorKey 2 | majorSegment U, majorCode 1E5, title20 Art',
    ],
  ],
  [
    'blank rows between',
    'Major Code,Segment,Title 20\n\n007,U,Chemistry\n,,\n1E5,U,Art\n',
    'major',
    [
      '2 blank rows are left out.',
      '3: majorKey 1 | majorSegment U, majorCode 007, title20 Chemistry',
      '5: majorKey 2 | majorSegment U, majorCode 1E5, title20 Art',
    ],
  ],
  [
    'blank columns between',
    ',Major Code,,Segment,,Title 20\n,007,,U,,Chemistry\n',
    'major',
    ['2: majorKey 1 | majorSegment U, majorCode 007, title20 Chemistry'],
  ],
  [
    'a column of numbers without a header',
    ',Major Code,Segment\n1,007,U\n2,1E5,U\n',
    'major',
    [
      'The column “Column A” is ignored.',
      '2: majorKey 1 | majorSegment U, majorCode 007',
      '3: majorKey 2 | majorSegment U, majorCode 1E5',
    ],
  ],
  [
    'a duplicate row',
    'Major Code,Segment,Title 20\n007,U,Chemistry\n007,U,Chemistry\n',
    'major',
    [
      'Row 3 is a copy of a row before it and is left out.',
      '2: majorKey 1 | majorSegment U, majorCode 007, title20 Chemistry',
    ],
  ],
  [
    'a duplicate major with another title',
    'Major Code,Segment,Title 20\n007,U,Chemistry\n007,U,Alchemy\n',
    'major',
    [
      'Rows 2 and 3 are for the same major. Keep one of them, or correct a code in its row.',
      'Rows 2 and 3 are for the same major. Keep one of them, or correct a code in its row.',
    ],
  ],
  [
    'a duplicate new major, in another case',
    'Major Code,Segment,Title 20\n0a1,U,Dance\n0A1,U,Ballet\n',
    'major',
    [
      'Rows 2 and 3 are for the same major. Keep one of them, or correct a code in its row.',
      'Rows 2 and 3 are for the same major. Keep one of them, or correct a code in its row.',
    ],
  ],
];

describe('the layout of rows in a file', () => {
  test.each(files)('%s', (_, content, kind, cameOut) => {
    expect(resultOf(content, kind)).toEqual(cameOut);
  });
});
