import { describe, expect, test } from 'vitest';
import { book, type ImportFile, resultOf } from '../../support/importFile.ts';

const files: ImportFile[] = [
  [
    'a leading apostrophe',
    "Major Code,Segment,Title 20\n007,U,'Chemistry\n",
    'major',
    ["2: majorKey 1 | majorSegment U, majorCode 007, title20 'Chemistry"],
  ],
  [
    'a sign that a download has guarded',
    "Major Code,Segment,Comments\n007,U,'+1 unit\n",
    'major',
    ['2: majorKey 1 | majorSegment U, majorCode 007, comments +1 unit'],
  ],
  [
    'HTML entities',
    'Major Code,Segment,Title 20\n007,U,Arts &amp; Crafts\n',
    'major',
    ['2: majorKey 1 | majorSegment U, majorCode 007, title20 Arts &amp; Crafts'],
  ],
  [
    'HTML in a text',
    'Major Code,Segment,Title 20\n007,U,<b>Art</b><br>\n',
    'major',
    ['2: majorKey 1 | majorSegment U, majorCode 007, title20 <b>Art</b><br>'],
  ],
  [
    'a very long title',
    `Major Code,Segment,Title 20\n007,U,${'Chemistry '.repeat(8)}\n`,
    'major',
    [
      '2: majorKey 1 | majorSegment U, majorCode 007, title20 Chemistry Chemistry Chemistry Chemistry Chemistry Chemistry Chemistry Chemistry',
    ],
  ],
  [
    'a title of 21 characters',
    'Major Code,Segment,Title 20\n007,U,Chemistry and Physics\n',
    'major',
    ['2: majorKey 1 | majorSegment U, majorCode 007, title20 Chemistry and Physics'],
  ],
  [
    'emoji',
    'Major Code,Segment,Title 20\n007,U,Chemistry 🎓\n',
    'major',
    ['2: majorKey 1 | majorSegment U, majorCode 007, title20 Chemistry 🎓'],
  ],
  [
    'right-to-left marks',
    'Major Code,Segment,Title 20\n\u200F007,U,Chemistry\u200E\n',
    'major',
    ['2: majorKey 1 | majorSegment U, majorCode 007, title20 Chemistry'],
  ],
  [
    'a right-to-left mark inside of a title',
    'Major Code,Segment,Title 20\n007,U,Chem\u202Eistry\n',
    'major',
    ['2: majorKey 1 | majorSegment U, majorCode 007, title20 Chem\u202Eistry'],
  ],
  [
    'control characters',
    'Major Code,Segment,Title 20\n007,U,Chem\x07istry\n',
    'major',
    ['Row 2, Title 20: “Chem␇istry” has an invisible control character. Type the value again.'],
  ],
  [
    'the mark with which DOS ended a text',
    'Major Code,Segment,Title 20\n007,U,Chemistry\n\x1a',
    'major',
    ['2: majorKey 1 | majorSegment U, majorCode 007, title20 Chemistry'],
  ],
  [
    'that mark at the end of the last line',
    'Major Code,Segment,Title 20\n007,U,Chemistry\x1a\r\n',
    'major',
    ['2: majorKey 1 | majorSegment U, majorCode 007, title20 Chemistry'],
  ],
  [
    'a control character that a workbook escapes',
    book([
      ['Major Code', 'Segment', 'Title 20'],
      ['007', 'U', 'Chem_x0007_istry'],
    ]),
    'major',
    ['Row 2, Title 20: “Chem␇istry” has an invisible control character. Type the value again.'],
  ],
  [
    'a tab inside of a quoted title',
    'Major Code,Segment,Title 20\n007,U,"Chem\tistry"\n',
    'major',
    ['2: majorKey 1 | majorSegment U, majorCode 007, title20 Chem\tistry'],
  ],
  [
    'a line break in a title',
    'Major Code,Segment,Title 20\n007,U,"Chemistry\nand Art"\n',
    'major',
    ['2: majorKey 1 | majorSegment U, majorCode 007, title20 Chemistry\nand Art'],
  ],
  [
    'a non-breaking space in a title',
    'Major Code,Segment,Title 20\n007,U,Pure\u00A0Chemistry\n',
    'major',
    ['2: majorKey 1 | majorSegment U, majorCode 007, title20 Pure Chemistry'],
  ],
  [
    'an en dash for a hyphen in a title',
    'Major Code,Segment,Title 20\n007,U,Pre–Chemistry\n',
    'major',
    ['2: majorKey 1 | majorSegment U, majorCode 007, title20 Pre–Chemistry'],
  ],
  [
    'letters with combining accents',
    'Major Code,Segment,Title 20\n007,U,Cafe\u0301\n',
    'major',
    ['2: majorKey 1 | majorSegment U, majorCode 007, title20 Café'],
  ],
  [
    'half of a pair of characters in a workbook',
    book([
      ['Major Code', 'Segment', 'Title 20'],
      ['007', 'U', 'Art_xD83C_'],
    ]),
    'major',
    ['2: majorKey 1 | majorSegment U, majorCode 007, title20 Art\ud83c'],
  ],
  [
    'B.S. for an award',
    'Award,Degree Title\nB.S.,Chemistry\n',
    'degree',
    ['2: degreeKey 1 | degreeAwarded BS, degreeTitleRc Chemistry'],
  ],
  [
    'Bachelor of Science for an award',
    'Award,Degree Title\nBachelor of Science,Chemistry\n',
    'degree',
    [
      'Row 2, Award: “Bachelor of Science” is not a known award. Write one from the list of awards, such as BS.',
    ],
  ],
  [
    'U for a segment in words',
    'Major Code,Segment\n007,Undergraduate\n',
    'major',
    ['2: majorKey 1 | majorSegment U, majorCode 007'],
  ],
  [
    'an unknown segment',
    'Major Code,Segment\n007,UX\n',
    'major',
    ['Row 2, Segment: “UX” is not a value of Segment. Write one of U, G, M.'],
  ],
  [
    'two segments in a cell',
    'Major Code,Segment\n007,U/G\n',
    'major',
    ['Row 2, Segment: “U/G” is not a value of Segment. Write one of U, G, M.'],
  ],
];

describe('texts', () => {
  test.each(files)('%s', (_, content, kind, cameOut) => {
    expect(resultOf(content, kind)).toEqual(cameOut);
  });
});
