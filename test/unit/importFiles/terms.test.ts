import { describe, expect, test } from 'vitest';
import { book, type ImportFile, resultOf } from '../../support/importFile.ts';

const files: ImportFile[] = [
  [
    'Fall 2025',
    'Major Code,Segment,Start Term\n007,U,Fall 2025\n',
    'major',
    ['2: majorKey 1 | majorSegment U, majorCode 007, startTermYyyyst 202592'],
  ],
  [
    'FALL25',
    'Major Code,Segment,Start Term\n007,U,FALL25\n',
    'major',
    ['2: majorKey 1 | majorSegment U, majorCode 007, startTermYyyyst 202592'],
  ],
  [
    'Fall 1990 – Fall 2010 in a column',
    'Major Code,Segment,Start Term\n007,U,Fall 1990 – Fall 2010\n',
    'major',
    [
      'Row 2, Start Term: “Fall 1990 – Fall 2010” is not a known term. Write a term such as F25, or (empty) for none.',
    ],
  ],
  [
    '2025-26 for a term',
    'Major Code,Segment,Start Term\n007,U,2025-26\n',
    'major',
    ['Row 2, Start Term: “2025-26” is not a known term. Write a term such as F25, or (empty) for none.'],
  ],
  [
    '2025-26 for a year',
    'Major Code,Segment,Academic Year Approved\n007,U,2025-26\n',
    'major',
    ['Row 2, Academic Year Approved: “2025-26” is not a number. Write one from 1965 to 2100.'],
  ],
  [
    '2025 for a term',
    'Major Code,Segment,Start Term\n007,U,2025\n',
    'major',
    ['Row 2, Start Term: “2025” may be 7 terms. Choose one, or write it as W25.'],
  ],
  [
    '1990 for a term, with one known match',
    'Major Code,Segment,Start Term\n007,U,1990\n',
    'major',
    ['2: majorKey 1 | majorSegment U, majorCode 007, startTermYyyyst 199092'],
  ],
  [
    'Summer 2025',
    'Major Code,Segment,Start Term\n007,U,Summer 2025\n',
    'major',
    ['Row 2, Start Term: “Summer 2025” may be 4 terms. Choose one, or write it as Y25.'],
  ],
  [
    '202592 as a number',
    book([
      ['Major Code', 'Segment', 'Start Term'],
      ['007', 'U', 202592],
    ]),
    'major',
    ['2: majorKey 1 | majorSegment U, majorCode 007, startTermYyyyst 202592'],
  ],
  [
    '202,592 as a spreadsheet shows it',
    book(
      [
        ['Major Code', 'Segment', 'Start Term'],
        ['007', 'U', '<c s="1"><v>202592</v></c>'],
      ],
      { formats: ['#,##0'] },
    ),
    'major',
    ['2: majorKey 1 | majorSegment U, majorCode 007, startTermYyyyst 202592'],
  ],
  [
    'a date for a term, 9/1/2025',
    'Major Code,Segment,Start Term\n007,U,9/1/2025\n',
    'major',
    ['Row 2, Start Term: “9/1/2025” is a date. Write the term, such as F25, as text.'],
  ],
  [
    '1-Sep for a term',
    'Major Code,Segment,Start Term\n007,U,1-Sep\n',
    'major',
    ['Row 2, Start Term: “1-Sep” is a date. Write the term, such as F25, as text.'],
  ],
  [
    'a real date for a term',
    book(
      [
        ['Major Code', 'Segment', 'Start Term'],
        ['007', 'U', '<c s="1"><v>45901</v></c>'],
      ],
      { formats: ['m/d/yyyy'] },
    ),
    'major',
    ['Row 2, Start Term: “9/1/2025” is a date. Write the term, such as F25, as text.'],
  ],
  [
    'a real date in long words',
    book(
      [
        ['Major Code', 'Segment', 'Start Term'],
        ['007', 'U', '<c s="1"><v>45901</v></c>'],
      ],
      { formats: ['dddd, mmmm d, yyyy'] },
    ),
    'major',
    [
      'Row 2, Start Term: “Monday, September 1, 2025” is not a known term. Write a term such as F25, or (empty) for none.',
    ],
  ],
  [
    'a real date without a format',
    book([
      ['Major Code', 'Segment', 'Start Term'],
      ['007', 'U', 45901],
    ]),
    'major',
    ['Row 2, Start Term: “45901” is not a known term. Write a term such as F25, or (empty) for none.'],
  ],
  [
    'September 1, 2025',
    'Major Code,Segment,Start Term\n007,U,"September 1, 2025"\n',
    'major',
    ['Row 2, Start Term: “September 1, 2025” is a date. Write the term, such as F25, as text.'],
  ],
  [
    'Sept 2025',
    'Major Code,Segment,Start Term\n007,U,Sept 2025\n',
    'major',
    ['Row 2, Start Term: “Sept 2025” is a date. Write the term, such as F25, as text.'],
  ],
  [
    'present for an end',
    'Major Code,Segment,End Term\n007,U,present\n',
    'major',
    ['Row 2, End Term: “present” is not a known term. Write a term such as F25, or (empty) for none.'],
  ],
  [
    '999999 for an end',
    'Major Code,Segment,End Term\n007,U,999999\n',
    'major',
    ['Row 2, End Term: “999999” is not a known term. Write a term such as F25, or (empty) for none.'],
  ],
  [
    'a term that is not in the list',
    'Major Code,Segment,Start Term\n007,U,F99\n',
    'major',
    ['Row 2, Start Term: “F99” is not a known term. Write a term such as F25, or (empty) for none.'],
  ],
  [
    'flags in common notations',
    'School Code,Active\n75,Y\n05,N\n00,TRUE\n98,0\n',
    'school',
    [
      '2: schoolCode 75 | schoolCode 75, active true',
      '3: schoolCode 05 | schoolCode 05, active false',
      '4: schoolCode 00 | schoolCode 00, active true',
      '5: schoolCode 98 | schoolCode 98, active false',
    ],
  ],
  [
    'flags as signs',
    'School Code,Active\n75,x\n05,✓\n00,✗\n98,☐\n',
    'school',
    [
      '2: schoolCode 75 | schoolCode 75, active true',
      '3: schoolCode 05 | schoolCode 05, active true',
      'Row 4, Active: “✗” is neither Yes nor No. Write one of them.',
      'Row 5, Active: “☐” is neither Yes nor No. Write one of them.',
    ],
  ],
  [
    'flags as cells of a spreadsheet',
    book([
      ['School Code', 'Active'],
      ['75', '<c t="b"><v>1</v></c>'],
      ['05', '<c t="b"><v>0</v></c>'],
      ['00', 1],
    ]),
    'school',
    [
      '2: schoolCode 75 | schoolCode 75, active true',
      '3: schoolCode 05 | schoolCode 05, active false',
      '4: schoolCode 00 | schoolCode 00, active true',
    ],
  ],
  [
    'flags in words',
    'School Code,Active\n75,active\n05,inactive\n00,A\n98,oui\n',
    'school',
    [
      'Row 2, Active: “active” is neither Yes nor No. Write one of them.',
      'Row 3, Active: “inactive” is neither Yes nor No. Write one of them.',
      'Row 4, Active: “A” is neither Yes nor No. Write one of them.',
      'Row 5, Active: “oui” is neither Yes nor No. Write one of them.',
    ],
  ],
];

describe('terms and flags', () => {
  test.each(files)('%s', (_, content, kind, cameOut) => {
    expect(resultOf(content, kind)).toEqual(cameOut);
  });
});
