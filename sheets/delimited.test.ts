import * as fc from 'fast-check';
import Papa from 'papaparse';
import { describe, expect, test } from 'vitest';
import { utf16 } from '../test/support/workbook.ts';
import { readPasted, readSpreadsheet, type Spreadsheet } from './read.ts';

const utf8 = (text: string) => new TextEncoder().encode(text);
const readBytes = (bytes: Uint8Array) => readSpreadsheet(bytes, 'majors.2025.csv');
const read = (text: string) => readBytes(utf8(text));
const textsOf = ({ sheets }: Spreadsheet) => sheets[0]?.rows.map((cells) => cells.map(({ text }) => text));
const expectRefused = (text: string, message: string) => expect(() => read(text)).toThrow(message);

test('a CSV is a sheet with the name of the file', () => {
  const { sheets, text } = read('Code,Title\r\n007,"a, ""b""\nc"\r\n');
  expect(sheets).toEqual([
    {
      name: 'majors.2025',
      hidden: false,
      rows: [
        [{ text: 'Code' }, { text: 'Title' }],
        [{ text: '007' }, { text: 'a, "b"\nc' }],
      ],
      hiddenRows: [],
      hiddenColumns: [],
      merged: [],
    },
  ]);
  expect(text).toEqual({ delimiter: ',', encoding: 'UTF-8' });
});

describe('the delimiter', () => {
  test.each([
    ['a,b\n1,2\n', ','],
    ['a;b\n1,5;2,5\n', ';'],
    ['a\tb\n"1;2"\t2\n', '\t'],
    ['a;b\n"x,y,z";"1,2"\n', ';'],
    ['Majors, 2025\na;b;c\n1;2;3\n', ';'],
    ['a,b\n1,x; y\n2,x; y\n3,z\n', ','],
    ['"a;b",c', ','],
    ['one\ntwo\n', ','],
    ['a,b;c', ','],
    ['a;b,c;d', ';'],
    ['a|b\n"1,2"|3\n', '|'],
  ])('of %j is %j', (text, delimiter) => {
    expect(read(text).text?.delimiter).toBe(delimiter);
  });

  test.each(['sep=;\r\n', '"sep=;"\n', 'SEP=;\r'])(
    'may be named by a first line %j, which is not a row',
    (line) => {
      const found = read(`${line}a,b;c\r\n`);
      expect([found.text?.delimiter, textsOf(found)]).toEqual([';', [['a,b', 'c']]]);
    },
  );
});

describe('the encoding', () => {
  const text = 'Title;Price\nÉtudes “françaises”;5 €\n';

  test('may be UTF-8 with or without a byte order mark', () => {
    for (const mark of ['', '\uFEFF']) {
      const found = read(mark + text);
      expect([found.text?.encoding, textsOf(found)?.[1]]).toEqual(['UTF-8', ['Études “françaises”', '5 €']]);
      expect(textsOf(found)?.[0]).toEqual(['Title', 'Price']);
    }
  });

  test('may be UTF-16 with a byte order mark', () => {
    for (const encoding of ['utf-16le', 'utf-16be'] as const) {
      const found = readBytes(utf16(`\uFEFF${text}`, encoding));
      expect([found.text?.encoding, textsOf(found)?.[1]]).toEqual(['UTF-16', ['Études “françaises”', '5 €']]);
      expect(textsOf(found)?.[0]).toEqual(['Title', 'Price']);
    }
  });

  test('may be Windows-1252, as in files of older Excel versions', () => {
    const codes = new Map([...'É“ç”€'].map((one, at) => [one, [0xc9, 0x93, 0xe7, 0x94, 0x80][at] ?? 0]));
    const bytes = Uint8Array.from(text, (one) => codes.get(one) ?? one.charCodeAt(0));
    const found = readBytes(bytes);
    expect([found.text?.encoding, textsOf(found)?.[1]]).toEqual([
      'Windows-1252',
      ['Études “françaises”', '5 €'],
    ]);
  });
});

test('empty lines keep the row numbers of the others, except at the end', () => {
  expect(textsOf(read('a,b\n\n,\nc,,\n\n\n'))).toEqual([['a', 'b'], [], [], ['c']]);
});

test('any written values are read unchanged', () => {
  const cell = fc.string({ unit: fc.constantFrom(...'ab1,;"\n\t\' é🎓=') });
  const rows = fc.array(fc.tuple(fc.constant('key'), cell, cell, fc.constant('end')), { minLength: 1 });
  fc.assert(
    fc.property(rows, fc.constantFrom(';', ',', '\t'), (written, delimiter) => {
      const csv = Papa.unparse(written, { delimiter, newline: '\r\n' });
      expect(textsOf(read(`sep=${delimiter}\r\n${csv}`))).toEqual(written);
    }),
  );
});

describe('rejects with a correction', () => {
  test('a quotation mark that is not closed', () => {
    expectRefused('a,b\n1,"2\n3,4\n', 'The quotation marks in row 2 do not match');
    expectRefused('a,b\n1,"2" x\n3,4\n', 'The quotation marks in row 2 do not match');
  });

  test.each([',,\n,\n', '\n\n', '\uFEFF', 'sep=;\n'])('a text without values: %j', (text) => {
    expectRefused(text, 'There are no values in it.');
  });

  test.each(['<html><table>', ' <!DOCTYPE html>', '<table border=1>', 'MIME-Version: 1.0\n'])(
    'a web page under another name: %j',
    (text) => {
      expectRefused(
        text,
        'This is a web page, whatever its name says. Open it in Excel and save it as .xlsx.',
      );
    },
  );

  test('XML', () => {
    expectRefused('<?xml version="1.0"?><Workbook/>', 'This is an XML file.');
  });

  test('UTF-16 without a byte order mark, and anything else that is not text', () => {
    expect(() => readBytes(utf16('a,b\n', 'utf-16le'))).toThrow('This is not a spreadsheet.');
    expectRefused('a\x07b', 'This is not a spreadsheet.');
  });

  test('too many rows, columns, cells', () => {
    expect(read('a\n'.repeat(100_000)).sheets[0]?.rows).toHaveLength(100_000);
    expectRefused(
      'a\n'.repeat(100_001),
      "'majors.2025' has more than 100,000 rows. Split it into several files.",
    );
    expect(textsOf(read(`${'a,'.repeat(499)}a\n`))?.[0]).toHaveLength(500);
    expectRefused(`${'a,'.repeat(500)}a\n`, "'majors.2025' has more than 500 columns.");
    expectRefused(
      `${','.repeat(499)}a\n`.repeat(10_001),
      'The file has more than 5,000,000 cells. Split it into several files.',
    );
  });
});

describe('pasted cells', () => {
  test('are separated by tabs if there is one, else as in a file', () => {
    const found = readPasted('Code\tTitle\r\n007\ta, b\r\n"x\ny"\t5" pipe\r\n');
    expect(textsOf(found)).toEqual([
      ['Code', 'Title'],
      ['007', 'a, b'],
      ['x\ny', '5" pipe'],
    ]);
    expect([found.sheets[0]?.name, found.text]).toEqual(['Pasted cells', { delimiter: '\t' }]);
    expect(textsOf(readPasted('a;b\n1;2'))).toEqual([
      ['a', 'b'],
      ['1', '2'],
    ]);
    expect(textsOf(readPasted('007'))).toEqual([['007']]);
  });

  test('are rejected if there are none, or too many', () => {
    expect(() => readPasted(' \n')).toThrow('Nothing was pasted.');
    expect(() => readPasted('a'.repeat(20_000_001))).toThrow('The pasted text is too long.');
  });
});
