import { describe, expect, test } from 'vitest';
import { book, type ImportFile, resultOf } from '../../support/importFile.ts';

const files: ImportFile[] = [
  [
    '(empty)',
    'Major Code,Segment,Title Long,End Term\n007,U,(empty),(Empty)\n',
    'major',
    ['2: majorKey 1 | majorSegment U, majorCode 007, titleLong null, endTermYyyyst null'],
  ],
  [
    '(empty) for a required value',
    'Major Code,Segment,Title 20,Active\n007,U,(empty),(empty)\n',
    'major',
    ['2: majorKey 1 | majorSegment U, majorCode 007, title20 null, active null'],
  ],
  [
    '(empty) for a code',
    'Major Code,Segment\n(empty),U\n',
    'major',
    ['Row 2 names no major. Fill in Major Code and Segment.'],
  ],
  [
    '(none) and (blank)',
    'Major Code,Segment,Title Long,End Term\n007,U,(none),(blank)\n',
    'major',
    [
      'Row 2, Title Long: “(none)” may mean that there is no value. Choose that, or write (empty).',
      'Row 2, End Term: “(blank)” may mean that there is no value. Choose that, or write (empty).',
    ],
  ],
  [
    'N/A, a dash, null and NULL in texts',
    'Major Code,Segment,Title Long\n007,U,N/A\n1E5,U,-\n0A1,U,null\n0A2,U,NULL\n',
    'major',
    [
      'Row 2, Title Long: “N/A” may mean that there is no value. Choose that, or write (empty).',
      'Row 3, Title Long: “-” may mean that there is no value. Choose that, or write (empty).',
      'Row 4, Title Long: “null” may mean that there is no value. Choose that, or write (empty).',
      'Row 5, Title Long: “NULL” may mean that there is no value. Choose that, or write (empty).',
    ],
  ],
  [
    'n/a, none and TBD in texts',
    'Major Code,Segment,Title Long\n007,U,n/a\n1E5,U,none\n0A1,U,TBD\n0A2,U,—\n',
    'major',
    [
      'Row 2, Title Long: “n/a” may mean that there is no value. Choose that, or write (empty).',
      'Row 3, Title Long: “none” may mean that there is no value. Choose that, or write (empty).',
      '4: majorCode 0A1, majorSegment U | majorSegment U, majorCode 0A1, titleLong TBD',
      'Row 5, Title Long: “—” may mean that there is no value. Choose that, or write (empty).',
    ],
  ],
  [
    'N/A and a dash in terms',
    'Major Code,Segment,End Term\n007,U,N/A\n1E5,U,-\n',
    'major',
    [
      'Row 2, End Term: “N/A” may mean that there is no value. Choose that, or write (empty).',
      'Row 3, End Term: “-” may mean that there is no value. Choose that, or write (empty).',
    ],
  ],
  [
    'N/A and a dash in numbers and choices',
    'Major Code,Segment,Sort Code,Campus Indicator\n007,U,N/A,-\n',
    'major',
    [
      'Row 2, Campus Indicator: “-” may mean that there is no value. Choose that, or write (empty).',
      'Row 2, Sort Code: “N/A” may mean that there is no value. Choose that, or write (empty).',
    ],
  ],
  [
    'N/A in a code',
    'Major Code,Segment\nN/A,U\n',
    'major',
    ['Row 2, Major Code: “N/A” may mean that there is no value, but Major Code needs one. Write it.'],
  ],
  [
    '#N/A and #REF!',
    'Major Code,Segment,Title 20\n#N/A,U,#REF!\n',
    'major',
    [
      'Row 2, Major Code: “#N/A” is a formula error. Type the value instead.',
      'Row 2, Title 20: “#REF!” is a formula error. Type the value instead.',
    ],
  ],
  [
    'errors of a spreadsheet',
    book([
      ['Major Code', 'Segment', 'Title 20'],
      ['007', 'U', '<c t="e"><v>#REF!</v></c>'],
    ]),
    'major',
    ['Row 2, Title 20: “#REF!” is a formula error. Type the value instead.'],
  ],
  [
    'errors of a German spreadsheet',
    'Major Code;Segment;Title 20\n007;U;#BEZUG!\n',
    'major',
    ['Row 2, Title 20: “#BEZUG!” is a formula error. Type the value instead.'],
  ],
  [
    'formulas without a result',
    book([
      ['Major Code', 'Segment', 'Title 20'],
      ['007', 'U', '<c><f>VLOOKUP(A2,B:C,2)</f></c>'],
    ]),
    'major',
    [
      'Row 2, Title 20: “=VLOOKUP(A2,B:C,2)” is a formula without a result. Open the file in a spreadsheet and save it again, or type the value.',
    ],
  ],
  [
    'formulas as texts',
    'Major Code,Segment,Title 20\n007,U,"=VLOOKUP(A2,B:C,2)"\n',
    'major',
    ['2: majorKey 1 | majorSegment U, majorCode 007, title20 =VLOOKUP(A2,B:C,2)'],
  ],
  [
    'a formula whose result is an empty text',
    book([
      ['Major Code', 'Segment', 'Title 20'],
      ['007', 'U', '<c t="str"><f>IF(1,"")</f><v></v></c>'],
    ]),
    'major',
    ['2: majorKey 1 | majorSegment U, majorCode 007'],
  ],
  [
    'the text of a column that is too narrow',
    'Major Code,Segment,Title 20\n007,U,#####\n',
    'major',
    [
      'Row 2, Title 20: “#####” comes from a column that is too narrow. Make the column wider, and copy it again.',
    ],
  ],
];

describe('missing values, errors and formulas', () => {
  test.each(files)('%s', (_, content, kind, cameOut) => {
    expect(resultOf(content, kind)).toEqual(cameOut);
  });
});
