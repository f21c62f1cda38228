import { describe, expect, test } from 'vitest';
import { type ImportFile, resultOf, sheetOf } from '../../support/importFile.ts';
import { workbookOf } from '../../support/workbook.ts';

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const merged = workbookOf({
  parts: {
    'xl/worksheets/sheet1.xml': `<worksheet xmlns="${main}"><sheetData>${sheetOf([
      ['Majors', '', ''],
      ['Major Code', 'Segment', 'Title 20'],
      ['007', 'U', 'Chemistry'],
      ['<c/>', 'G', 'Chemistry'],
    ])}</sheetData><mergeCells><mergeCell ref="A1:C1"/><mergeCell ref="A3:A4"/></mergeCells></worksheet>`,
  },
});

const files: ImportFile[] = [
  [
    'a duplicate column',
    'Major Code,Segment,Title 20,Title 20\n007,U,Chemistry,Chemistry\n',
    'major',
    [
      'The columns “Title 20 (column C)” and “Title 20 (column D)” would both be Title 20. Choose one, and ignore the other.',
    ],
  ],
  [
    'a column under two of its names',
    'Major Code,Segment,Title 20,Maj Title\n007,U,Chemistry,Alchemy\n',
    'major',
    ['The columns “Title 20” and “Maj Title” would both be Title 20. Choose one, and ignore the other.'],
  ],
  [
    'columns of another kind',
    'School Code,Title 8,Year Start\n75,Engr,1965\n',
    'major',
    ['The columns are not those of majors. They fit schools: choose that.'],
  ],
  [
    'columns of relationships, as majors',
    'Major Code,School Code,Start Term\n007,75,F25\n',
    'major',
    [
      'There is no column Segment. Add it to the file, or match a column to it. The columns fit schools with majors: choose that kind if it is correct.',
      'The column “School Code” is ignored.',
    ],
  ],
  [
    'columns of majors, as relationships',
    'Major Code,Segment,Title 20\n007,U,Chemistry\n',
    'schoolMajor',
    [
      'There is no column School Code. Add it to the file, or match a column to it. The columns fit majors: choose that kind if it is correct.',
      'The column “Title 20” is ignored.',
    ],
  ],
  [
    'an unknown column',
    'Major Code,Segment,Dean\n007,U,Smith\n',
    'major',
    ['The column “Dean” is ignored.', '2: majorKey 1 | majorSegment U, majorCode 007'],
  ],
  [
    'a header with a typo',
    'Major Cod,Segment,Title 20\n007,U,Chemistry\n',
    'major',
    [
      'There is no column Major Code. Add it to the file, or match a column to it.',
      'The column “Major Cod” is ignored.',
    ],
  ],
  [
    'a header with a typo in a longer word',
    'Major Code,Segmnet,Title 20\n007,U,Chemistry\n',
    'major',
    [
      'Matched by similar names: “Segmnet” to Segment.',
      '2: majorKey 1 | majorSegment U, majorCode 007, title20 Chemistry',
    ],
  ],
  [
    'abbreviated headers',
    'Coll Cd,Maj Cd,Eff Term\n75,007,F25\n',
    'schoolMajor',
    [
      'Matched by similar names: “Coll Cd” to School Code, “Maj Cd” to Major Code and “Eff Term” to Start Term.',
      '2: school (schoolCode 75), major (majorKey 1) | startTerm 202592',
    ],
  ],
  [
    'headers in capitals with underscores',
    'MAJOR_CODE,MAJOR_SEGMENT,TITLE_20\n007,U,Chemistry\n',
    'major',
    ['2: majorKey 1 | majorSegment U, majorCode 007, title20 Chemistry'],
  ],
  [
    'headers with stars and notes',
    '*Major Code (3),Segment*,Title 20 [required]\n007,U,Chemistry\n',
    'major',
    ['2: majorKey 1 | majorSegment U, majorCode 007, title20 Chemistry'],
  ],
  [
    'without the segment',
    'Major Code,Title 20\n007,Chemistry\n',
    'major',
    ['There is no column Segment. Add it to the file, or match a column to it.'],
  ],
  [
    'the download of the report, with its read-only columns',
    'Major Code,Segment,Title 20,Last Modified,UCInetID\n007,U,Chemistry,2025-09-01,anteater\n',
    'major',
    ['2: majorKey 1 | majorSegment U, majorCode 007, title20 Chemistry'],
  ],
  [
    'corrected rows of a rejected file, with the reasons',
    'Major Code,Segment,Title 20,Reason\n007,U,Chemistry,Row 2 was wrong.\n',
    'major',
    ['2: majorKey 1 | majorSegment U, majorCode 007, title20 Chemistry'],
  ],
  [
    'merged cells in the header and the first column',
    merged,
    'major',
    [
      'Row 1, above the header, is left out.',
      'The merged cells A3:A4 give their value to each of their rows.',
      '3: majorKey 1 | majorSegment U, majorCode 007, title20 Chemistry',
      '4: majorCode 007, majorSegment G | majorSegment G, majorCode 007, title20 Chemistry',
    ],
  ],
  [
    'a second sheet with the rows',
    workbookOf({
      sheets: [
        '',
        sheetOf([
          ['Major Code', 'Segment'],
          ['007', 'U'],
        ]),
      ],
    }),
    'major',
    ['2: majorKey 1 | majorSegment U, majorCode 007'],
  ],
  [
    'numbers as column names',
    '1,2,3\n007,U,Chemistry\n',
    'major',
    [
      'No row names columns of majors. Put their names, such as Major Key, Segment, Campus Indicator and Major Code, above the rows.',
    ],
  ],
];

describe('columns of a file', () => {
  test.each(files)('%s', (_, content, kind, cameOut) => {
    expect(resultOf(content, kind)).toEqual(cameOut);
  });
});
