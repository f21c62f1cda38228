import { describe, expect, test } from 'vitest';
import { type ImportFile, resultOf } from '../../support/importFile.ts';

const files: ImportFile[] = [
  [
    'an unclosed quotation mark',
    'Major Code,Segment,Title 20\n007,U,"Chemistry\n1E5,U,Art\n',
    'major',
    [
      'The quotation marks in row 2 do not match, so it is not clear where its values end. Correct that row, or save the file as .xlsx.',
    ],
  ],
  [
    'a quotation mark inside of a value',
    'Major Code,Segment,Title 20\n007,U,6" Telescopes\n',
    'major',
    [
      'Row 2, Title 20: “6" Telescopes” has an unpaired quotation mark. Put quotation marks around the whole value, and double each quotation mark inside it.',
    ],
  ],
  [
    'pairs of quotation marks inside of a value',
    'Major Code,Segment,Title 20\n007,U,The "new" Art\n',
    'major',
    ['2: majorKey 1 | majorSegment U, majorCode 007, title20 The "new" Art'],
  ],
  [
    'a value in quotes that begins inside of a value, and so ends at its comma',
    'Major Code,Segment,Title Long\n007,U,The "Arts, Letters"\n',
    'major',
    [
      'Row 2 has more values than the header; put quotation marks around values with commas.',
      'Row 2, Title Long: “The "Arts” has an unpaired quotation mark. Put quotation marks around the whole value, and double each quotation mark inside it.',
    ],
  ],
  [
    'text behind a quoted value',
    'Major Code,Segment,Title 20\n007,U,"Chem" istry\n',
    'major',
    [
      'The quotation marks in row 2 do not match, so it is not clear where its values end. Correct that row, or save the file as .xlsx.',
    ],
  ],
  [
    'line breaks in quotes',
    'Major Code,Segment,Comments\n007,U,"one\r\ntwo"\n',
    'major',
    ['2: majorKey 1 | majorSegment U, majorCode 007, comments one\ntwo'],
  ],
  [
    'a header with line breaks in quotes',
    '"Major\nCode",Segment,"Title\n20"\n007,U,Chemistry\n',
    'major',
    ['2: majorKey 1 | majorSegment U, majorCode 007, title20 Chemistry'],
  ],
  [
    'titles with quotes and commas',
    'Major Code,Segment,Title Long\n007,U,"Art, ""Modern"", and Film"\n',
    'major',
    ['2: majorKey 1 | majorSegment U, majorCode 007, titleLong Art, "Modern", and Film'],
  ],
  [
    'titles with commas and no quotes',
    'Major Code,Segment,Title Long\n007,U,Art, Modern\n',
    'major',
    ['Row 2 has more values than the header; put quotation marks around values with commas.'],
  ],
  [
    'every line in quotes as a whole',
    '"Major Code,Segment,Title 20"\n"007,U,Chemistry"\n',
    'major',
    [
      'No row names columns of majors. Put their names, such as Major Key, Segment, Campus Indicator and Major Code, above the rows.',
    ],
  ],
  [
    'quotes that a word processor has made',
    'Major Code,Segment,Title 20\n“007”,“U”,“Chemistry”\n',
    'major',
    [
      'Row 2, Segment: ““U”” is not a value of Segment. Write one of U, G, M.',
      'Row 2, Major Code: ““007”” must be exactly 3 characters.',
    ],
  ],
  [
    'spaces around commas',
    'Major Code , Segment , Title 20\n 007 , U , Chemistry \n',
    'major',
    ['2: majorKey 1 | majorSegment U, majorCode 007, title20 Chemistry'],
  ],
  [
    'spaces before quotes',
    'Major Code, Segment, Title 20\n007, "U", "Chemistry"\n',
    'major',
    ['2: majorKey 1 | majorSegment U, majorCode 007, title20 Chemistry'],
  ],
  [
    'spaces before quotes around values with commas, quotes and line breaks',
    'Major Code, Segment, Title Long, Comments\n007, U, \t"Art, ""Modern""", "one, two\nthree"\n',
    'major',
    ['2: majorKey 1 | majorSegment U, majorCode 007, titleLong Art, "Modern", comments one, two\nthree'],
  ],
  [
    'a comma at the end of each row',
    'Major Code,Segment,Title 20,\n007,U,Chemistry,\n',
    'major',
    ['2: majorKey 1 | majorSegment U, majorCode 007, title20 Chemistry'],
  ],
  [
    'rows that are too short',
    'Major Code,Segment,Title 20\n007,U\n1E5\n',
    'major',
    [
      '2: majorKey 1 | majorSegment U, majorCode 007',
      'Row 3 names no major. Fill in Major Code and Segment.',
    ],
  ],
  ['nothing but commas', ',,,\n,,,\n', 'major', ['There are no values in it. Choose something with rows.']],
  [
    'nothing but white space',
    '  \n\t\n',
    'major',
    ['The sheet is empty. Choose one with a header and rows.'],
  ],
  ['an empty file', '', 'major', ['The file is empty. Choose one with rows.']],
  ['only a byte order mark', '\uFEFF', 'major', ['There are no values in it. Choose something with rows.']],
  [
    'one word',
    'majors',
    'major',
    [
      'No row names columns of majors. Put their names, such as Major Key, Segment, Campus Indicator and Major Code, above the rows.',
    ],
  ],
  [
    'a letter',
    'Dear registrar,\nplease change the title of major 007 to Chemistry, thank you.\n',
    'major',
    [
      'No row names columns of majors. Put their names, such as Major Key, Segment, Campus Indicator and Major Code, above the rows.',
    ],
  ],
  [
    'JSON',
    '[{"majorCode":"007","segment":"U"}]',
    'major',
    ['This is a JSON file, not a spreadsheet. Choose an .xlsx or .csv file.'],
  ],
  [
    'JSON over several lines',
    '{\n  "majors": [\n    {"majorCode": "007"}\n  ]\n}\n',
    'major',
    ['This is a JSON file, not a spreadsheet. Choose an .xlsx or .csv file.'],
  ],
  [
    'an HTML table named .xls',
    '<html><body><table><tr><td>Major Code</td></tr></table></body></html>',
    'major',
    ['This is a web page, whatever its name says. Open it in Excel and save it as .xlsx.'],
  ],
  [
    'HTML after a byte order mark',
    '\uFEFF<table><tr><td>Major Code</td></tr></table>',
    'major',
    ['This is a web page, whatever its name says. Open it in Excel and save it as .xlsx.'],
  ],
  [
    'HTML behind a comment',
    '<!-- report --><table><tr><td>Major Code</td></tr></table>',
    'major',
    ['This is a web page, whatever its name says. Open it in Excel and save it as .xlsx.'],
  ],
  [
    'an XML spreadsheet named .xls',
    '<?xml version="1.0"?><Workbook></Workbook>',
    'major',
    ['This is an XML file. Open it in Excel and save it as .xlsx.'],
  ],
  [
    'Markdown',
    '| Major Code | Segment |\n|---|---|\n| 007 | U |\n',
    'major',
    [
      'Row 2, Segment: “---” may mean that there is no value, but Segment needs one. Write it.',
      'Row 2, Major Code: “---” may mean that there is no value, but Major Code needs one. Write it.',
      '3: majorKey 1 | majorSegment U, majorCode 007',
    ],
  ],
  [
    'SQL',
    "INSERT INTO MAJOR (MAJOR_CODE, SEGMENT) VALUES ('007', 'U');\n",
    'major',
    [
      'No row names columns of majors. Put their names, such as Major Key, Segment, Campus Indicator and Major Code, above the rows.',
    ],
  ],
];

describe('quotes, commas and texts that are not tables', () => {
  test.each(files)('%s', (_, content, kind, cameOut) => {
    expect(resultOf(content, kind)).toEqual(cameOut);
  });
});
