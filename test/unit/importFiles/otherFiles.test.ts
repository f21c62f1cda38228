import { describe, expect, test } from 'vitest';
import { book, type ImportFile, resultOf } from '../../support/importFile.ts';
import { utf16, workbookOf, zipped } from '../../support/workbook.ts';

const old = (part: string) =>
  Uint8Array.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1, ...utf16(part, 'utf-16le')]);

const files: ImportFile[] = [
  [
    'an image named .csv',
    Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10),
    'major',
    ['This is an image, not a spreadsheet. Choose an .xlsx or .csv file.'],
  ],
  [
    'a photo named .csv',
    Uint8Array.of(0xff, 0xd8, 0xff, 0xe0, 0, 16),
    'major',
    ['This is an image, not a spreadsheet. Choose an .xlsx or .csv file.'],
  ],
  [
    'a photo of a phone (.heic)',
    '\0\0\0\x18ftypheic',
    'major',
    ['This is not a spreadsheet. Choose an .xlsx or .csv file.'],
  ],
  [
    'a drawing (.svg)',
    '<svg xmlns="http://www.w3.org/2000/svg"></svg>',
    'major',
    [
      'No row names columns of majors. Put their names, such as Major Key, Segment, Campus Indicator and Major Code, above the rows.',
    ],
  ],
  ['a PDF', '%PDF-1.7\n%âãÏÓ', 'major', ['This is a PDF, not a spreadsheet. Choose an .xlsx or .csv file.']],
  [
    'a PDF after an empty line',
    '\n%PDF-1.7\n1 0 obj',
    'major',
    [
      'No row names columns of majors. Put their names, such as Major Key, Segment, Campus Indicator and Major Code, above the rows.',
    ],
  ],
  [
    'a text document (.rtf)',
    '{\\rtf1 Major Code}',
    'major',
    ['This is a text document, not a spreadsheet. Choose an .xlsx or .csv file.'],
  ],
  [
    '.docx',
    zipped({ '_rels/.rels': '<none/>', 'word/document.xml': '<a/>' }),
    'major',
    ['This is another kind of Office document, not a workbook. Choose an .xlsx or .csv file.'],
  ],
  [
    '.pptx',
    zipped({ 'ppt/presentation.xml': '<a/>' }),
    'major',
    ['This is another kind of Office document, not a workbook. Choose an .xlsx or .csv file.'],
  ],
  [
    '.ods',
    zipped({ mimetype: 'application/vnd.oasis.opendocument.spreadsheet', 'content.xml': '<a/>' }),
    'major',
    ['This is an OpenDocument file (.ods). Open it in LibreOffice and save it as .xlsx.'],
  ],
  [
    '.xls',
    old('Workbook'),
    'major',
    ['This is an old Excel file (.xls). Open it in Excel and save it as .xlsx.'],
  ],
  [
    '.numbers',
    zipped({ 'Index/Document.iwa': '' }),
    'major',
    ['This is a Numbers file. Open it in Numbers and export it to Excel.'],
  ],
  [
    '.xlsb',
    zipped({ 'xl/workbook.bin': '' }),
    'major',
    ['This is a binary workbook (.xlsb). Open it in Excel and save it as .xlsx.'],
  ],
  [
    'a zip with a CSV',
    zipped({ 'majors.csv': 'Major Code' }),
    'major',
    ['This is a zip file, not a workbook. Unpack it, and choose the .xlsx or .csv file in it.'],
  ],
  [
    'gzip',
    Uint8Array.of(0x1f, 0x8b, 8, 0, 0, 0, 0, 0),
    'major',
    ['This is not a spreadsheet. Choose an .xlsx or .csv file.'],
  ],
  [
    'a workbook with a password',
    old('EncryptedPackage'),
    'major',
    ['The workbook is protected by a password. Save it without one, and choose it again.'],
  ],
  [
    'a workbook that is cut off',
    book([
      ['Major Code', 'Segment'],
      ['007', 'U'],
    ]).subarray(0, 700),
    'major',
    ['The file is damaged. Open it in Excel, save it as .xlsx under another name, and choose that file.'],
  ],
  [
    'a workbook that is cut off near its end',
    book([
      ['Major Code', 'Segment'],
      ['007', 'U'],
    ]).subarray(0, -30),
    'major',
    ['The file is damaged. Open it in Excel, save it as .xlsx under another name, and choose that file.'],
  ],
  [
    'the first bytes of a workbook',
    'PK\x03\x04',
    'major',
    ['The file is damaged. Open it in Excel, save it as .xlsx under another name, and choose that file.'],
  ],
  [
    'a workbook without a sheet',
    workbookOf({ sheets: [] }),
    'major',
    ['The workbook has no sheet with cells. Choose another file.'],
  ],
  [
    'a workbook with an empty sheet',
    book([]),
    'major',
    ['The sheet is empty. Choose one with a header and rows.'],
  ],
  [
    'a file that Excel keeps while one is open (~$majors.xlsx)',
    '\x05Peter\0\0\0',
    'major',
    ['This is not a spreadsheet. Choose an .xlsx or .csv file.'],
  ],
  [
    'a link (.url)',
    '[InternetShortcut]\nURL=https://example.edu/majors.xlsx\n',
    'major',
    [
      'No row names columns of majors. Put their names, such as Major Key, Segment, Campus Indicator and Major Code, above the rows.',
    ],
  ],
  [
    'a page of signing in, saved in place of the file',
    '\n<!DOCTYPE html><title>Sign in</title>',
    'major',
    ['This is a web page, whatever its name says. Open it in Excel and save it as .xlsx.'],
  ],
  [
    'a mail with a file (.eml)',
    'From: registrar@example.edu\nSubject: majors\nMIME-Version: 1.0\n\nMajor Code,Segment\n',
    'major',
    [
      'There are no rows below the header in row 5. Add some.',
      'Rows 1, 2 and 3, above the header, are left out.',
    ],
  ],
  ['zeros', new Uint8Array(512), 'major', ['This is not a spreadsheet. Choose an .xlsx or .csv file.']],
  [
    '40,000 rows',
    `School Code,Title\n${Array.from({ length: 40_000 }, (_, at) => `${at},School ${at}`).join('\n')}`,
    'school',
    ['There are 40,000 rows, and at most 20,000 can be imported at once. Split the file.'],
  ],
  [
    '200,000 rows',
    `School Code,Title\n${'75,Engineering\n'.repeat(200_000)}`,
    'school',
    ["'file' has more than 100,000 rows. Split it into several files."],
  ],
  [
    '600 columns',
    `${Array.from({ length: 600 }, (_, at) => `Column ${at}`).join(',')}\n`,
    'major',
    ["'file' has more than 500 columns. Delete those that are not needed."],
  ],
  [
    '600 columns, of which all but two are empty',
    `School Code,Title${','.repeat(598)}\n75,Engineering${','.repeat(598)}\n`,
    'school',
    ['2: schoolCode 75 | schoolCode 75, title Engineering'],
  ],
  [
    'a zip bomb',
    workbookOf({ parts: { 'xl/worksheets/sheet1.xml': new Uint8Array(200_100_000) } }),
    'major',
    [
      'The file holds more than 200 MB once it is unpacked. Copy only the rows that are needed to a new workbook, and choose that.',
    ],
  ],
  [
    'more than 20 MB',
    new Uint8Array(20_000_001).fill(65),
    'major',
    ['The file is larger than 20 MB. Copy only the rows that are needed to a new workbook, and choose that.'],
  ],
];

describe('other kinds of files, damaged files and files that are too large', () => {
  test.each(files)('%s', (_, content, kind, cameOut) => {
    expect(resultOf(content, kind)).toEqual(cameOut);
  });
});
