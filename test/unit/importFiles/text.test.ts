import { describe, expect, test } from 'vitest';
import { type ImportFile, resultOf, windows1252 } from '../../support/importFile.ts';
import { utf16 } from '../../support/workbook.ts';

const files: ImportFile[] = [
  [
    'commas',
    'Major Code,Segment,Title 20\n007,U,Chemistry\n',
    'major',
    ['2: majorKey 1 | majorSegment U, majorCode 007, title20 Chemistry'],
  ],
  [
    'semicolons',
    'Major Code;Segment;Title 20\n007;U;Chemistry\n',
    'major',
    ['2: majorKey 1 | majorSegment U, majorCode 007, title20 Chemistry'],
  ],
  [
    'semicolons, with decimal commas',
    'Major Code;Award;Degree Title;Start Term;Program Length in Years\n007;BS;Chemistry;F25;4,5\n',
    'majorDegree',
    [
      'Row 2, Program Length in Years: “4,5” is not a number. Write one from 0 to 20, with a point before decimals.',
    ],
  ],
  [
    'a decimal point',
    'Major Code,Award,Degree Title,Start Term,Program Length in Years\n007,BS,Chemistry,F25,4.5\n',
    'majorDegree',
    ['2: major (majorKey 1), degree (degreeKey 1) | startTerm 202592, programLengthYrs 4.5'],
  ],
  [
    'tabs under the name .csv',
    'Major Code\tSegment\tTitle 20\n007\tU\tArt, Music and Film\n',
    'major',
    ['2: majorKey 1 | majorSegment U, majorCode 007, title20 Art, Music and Film'],
  ],
  [
    'bars',
    'Major Code|Segment|Title 20\n007|U|Chemistry\n',
    'major',
    ['2: majorKey 1 | majorSegment U, majorCode 007, title20 Chemistry'],
  ],
  [
    'spaces for columns',
    'Major Code  Segment  Title 20\n007         U        Chemistry\n',
    'major',
    [
      'No row names columns of majors. Put their names, such as Major Key, Segment, Campus Indicator and Major Code, above the rows.',
    ],
  ],
  [
    'a first line sep=;',
    'sep=;\r\nMajor Code;Segment;Title 20\r\n007;U;Chemistry, pure\r\n',
    'major',
    ['2: majorKey 1 | majorSegment U, majorCode 007, title20 Chemistry, pure'],
  ],
  [
    'a first line sep=, in a file with semicolons',
    'sep=,\nMajor Code;Segment\n007;U\n',
    'major',
    [
      'No row names columns of majors. Put their names, such as Major Key, Segment, Campus Indicator and Major Code, above the rows.',
    ],
  ],
  [
    'a byte order mark',
    '\uFEFFMajor Code,Segment,Title 20\n007,U,Chemistry\n',
    'major',
    ['2: majorKey 1 | majorSegment U, majorCode 007, title20 Chemistry'],
  ],
  [
    'two byte order marks',
    '\uFEFF\uFEFFMajor Code,Segment,Title 20\n007,U,Chemistry\n',
    'major',
    ['2: majorKey 1 | majorSegment U, majorCode 007, title20 Chemistry'],
  ],
  [
    "UTF-16, as Excel saves 'Unicode Text'",
    utf16('\uFEFFMajor Code\tSegment\tTitle 20\r\n007\tU\tÉtudes\r\n', 'utf-16le'),
    'major',
    ['2: majorKey 1 | majorSegment U, majorCode 007, title20 Études'],
  ],
  [
    'UTF-16 of a Mac',
    utf16('\uFEFFMajor Code,Segment,Title 20\n007,U,Études\n', 'utf-16be'),
    'major',
    ['2: majorKey 1 | majorSegment U, majorCode 007, title20 Études'],
  ],
  [
    'UTF-16 without a mark',
    utf16('Major Code,Segment\n007,U\n', 'utf-16le'),
    'major',
    ['This is not a spreadsheet. Choose an .xlsx or .csv file.'],
  ],
  [
    'UTF-16 cut in the middle of a character',
    utf16('\uFEFFMajor Code,Segment,Title 20\n007,U,Art\n', 'utf-16le').subarray(0, -1),
    'major',
    [
      'Row 2, Title 20: “Art\uFFFD” has letters that were lost when it was saved (\uFFFD). Type them again, or save the file as .xlsx.',
    ],
  ],
  [
    'Windows-1252 with é and ’',
    windows1252('Major Code,Segment,Title 20\n007,U,Women’s Café\n'),
    'major',
    ['2: majorKey 1 | majorSegment U, majorCode 007, title20 Women’s Café'],
  ],
  [
    'UTF-8 that was saved as if it were Windows-1252',
    'Major Code,Segment,Title 20\n007,U,CafÃ©\n',
    'major',
    ['2: majorKey 1 | majorSegment U, majorCode 007, title20 CafÃ©'],
  ],
  [
    'a replacement character',
    'Major Code,Segment,Title 20\n007,U,Caf\uFFFD\n',
    'major',
    [
      'Row 2, Title 20: “Caf\uFFFD” has letters that were lost when it was saved (\uFFFD). Type them again, or save the file as .xlsx.',
    ],
  ],
  [
    'mixed line ends',
    'Major Code,Segment,Title 20\r\n007,U,Chemistry\n1E5,U,Art\r\n',
    'major',
    [
      '2: majorKey 1 | majorSegment U, majorCode 007, title20 Chemistry',
      '3: majorKey 2 | majorSegment U, majorCode 1E5, title20 Art',
    ],
  ],
  [
    'line ends of an old Mac',
    'Major Code,Segment,Title 20\r007,U,Chemistry\r',
    'major',
    ['2: majorKey 1 | majorSegment U, majorCode 007, title20 Chemistry'],
  ],
  [
    'no line end at the end',
    'Major Code,Segment,Title 20\n007,U,Chemistry',
    'major',
    ['2: majorKey 1 | majorSegment U, majorCode 007, title20 Chemistry'],
  ],
];

describe('text files', () => {
  test.each(files)('%s', (_, content, kind, cameOut) => {
    expect(resultOf(content, kind)).toEqual(cameOut);
  });
});
