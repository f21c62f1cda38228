import * as fc from 'fast-check';
import { strToU8, zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { utf16, workbookOf, zipped } from '../test/support/workbook.ts';
import { readSpreadsheet, Unreadable } from './read.ts';
import { writeWorkbook } from './write.ts';
import { Zip } from './zip.ts';

const read = (bytes: Uint8Array) => readSpreadsheet(bytes, 'file.xlsx');
const errorOf = (act: () => unknown): unknown => {
  try {
    act();
  } catch (error) {
    return error;
  }
  return undefined;
};
const expectRefused = (bytes: Uint8Array, message: string) => {
  const error = errorOf(() => read(bytes));
  expect(error).toBeInstanceOf(Unreadable);
  expect((error as Unreadable).message).toContain(message);
};
const DAMAGED = 'The file is damaged.';
const LARGE = 'The file holds more than 200 MB once it is unpacked.';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const cell = (text: string) => `<c t="str"><v>${text}</v></c>`;
const good = () =>
  writeWorkbook({ name: 'A', header: ['Code', 'Title'], rows: [['007', 'x']], about: ['A'] });

/** A copy with other bytes in each record of the directory of a zip. */
function forged(bytes: Uint8Array, change: (view: DataView, record: number) => void): Uint8Array {
  const copy = bytes.slice();
  const view = new DataView(copy.buffer);
  for (let at = 0; at + 46 <= copy.length; at += 1)
    if (view.getUint32(at, true) === 0x02014b50) change(view, at);
  return copy;
}

describe('the error names other kinds of files', () => {
  const ole = (name: string) =>
    Uint8Array.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1, ...utf16(name, 'utf-16le')]);
  test.each<[string, Uint8Array, string]>([
    ['nothing', new Uint8Array(), 'The file is empty.'],
    ['.xls', ole('Workbook'), 'This is an old Excel file (.xls).'],
    ['.xlsx with a password', ole('EncryptedPackage'), 'The workbook is protected by a password.'],
    [
      '.ods',
      zipped({ mimetype: 'application/x', 'content.xml': '<a/>' }),
      'This is an OpenDocument file (.ods).',
    ],
    ['.numbers', zipped({ 'Index/Document.iwa': '' }), 'This is a Numbers file.'],
    ['.xlsb', zipped({ 'xl/workbook.bin': '' }), 'This is a binary workbook (.xlsb).'],
    ['.docx', zipped({ 'word/document.xml': '<a/>' }), 'This is another kind of Office document'],
    ['.zip', zipped({ 'majors.csv': 'a' }), 'This is a zip file, not a workbook.'],
    ['an empty .zip', zipped({}), 'This is a zip file, not a workbook.'],
    ['.pdf', strToU8('%PDF-1.7'), 'This is a PDF, not a spreadsheet.'],
    ['.png', Uint8Array.of(0x89, 0x50, 0x4e, 0x47), 'This is an image, not a spreadsheet.'],
    ['.jpg', Uint8Array.of(0xff, 0xd8, 0xff, 0xe0), 'This is an image, not a spreadsheet.'],
    ['20 MB and more', new Uint8Array(20_000_001), 'The file is larger than 20 MB.'],
  ])('%s', (_, bytes, message) => {
    expectRefused(bytes, message);
  });

  test('but not a CSV that only begins like one', () => {
    expect(read(strToU8('PK,Title\n1,a\n')).text?.delimiter).toBe(',');
  });
});

describe('a zip', () => {
  const zeros = zipped({ a: new Uint8Array(70_000), b: new Uint8Array(70_000) });
  const tooMuch = (act: () => unknown) =>
    expect(errorOf(act)).toHaveProperty('message', expect.stringContaining(LARGE));

  test('that unpacks to more than the limit is rejected, whatever size it declares', () => {
    const small = forged(zeros, (view, at) => view.setUint32(at + 24, 10, true));
    for (const bytes of [zeros, small]) {
      expect(new Zip(bytes, 70_000).text('a')).toHaveLength(70_000);
      tooMuch(() => new Zip(bytes, 69_999).text('a'));
    }
  });

  test('whose parts exceed the limit only together, or only when one is read twice, is rejected', () => {
    for (const second of ['a', 'b']) {
      const zip = new Zip(zeros, 139_999);
      zip.text('a');
      tooMuch(() => zip.text(second));
    }
  });

  test('with names outside of it has no effect', () => {
    const parts = { '../../etc/passwd': 'x', '/abs': 'y', 'C:\\a': 'z', __proto__: 'w' };
    expect(read(workbookOf({ sheets: [`<row>${cell('a')}</row>`], parts })).sheets[0]?.rows).toHaveLength(1);
  });

  test('may have backslashes and capitals in its names', () => {
    expect(new Zip(zipped({ 'XL\\Workbook.xml': 'a' }), 1).text('xl/workbook.xml')).toBe('a');
  });

  test('may hold its parts without compression', () => {
    const stored = zipSync({ a: strToU8('text') }, { level: 0 });
    expect(new Zip(stored, 4).text('a')).toBe('text');
    tooMuch(() => new Zip(stored, 3).text('a'));
  });

  test('with a password, or with an unknown compression, is rejected', () => {
    expectRefused(
      forged(good(), (view, at) => view.setUint16(at + 8, 1, true)),
      'The file is protected by a password.',
    );
    expectRefused(
      forged(good(), (view, at) => view.setUint16(at + 10, 12, true)),
      DAMAGED,
    );
  });

  test('that is cut off, or whose directory has invalid offsets, is rejected', () => {
    const bytes = good();
    expectRefused(bytes.subarray(0, bytes.length - 30), DAMAGED);
    expectRefused(
      forged(bytes, (view, at) => view.setUint32(at + 42, 0xfffffff0, true)),
      DAMAGED,
    );
    expectRefused(
      forged(bytes, (view, at) => view.setUint32(at + 20, 40, true)),
      DAMAGED,
    );
  });

  test('with any changed bytes is read or rejected with a message', () => {
    const bytes = good();
    const changes = fc.array(fc.tuple(fc.nat(bytes.length - 1), fc.nat(255)), { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(changes, (places) => {
        const copy = bytes.slice();
        for (const [at, value] of places) copy[at] = value;
        try {
          expect(read(copy).sheets.length).toBeGreaterThan(0);
        } catch (error) {
          expect(error).toBeInstanceOf(Unreadable);
        }
      }),
      { numRuns: 500 },
    );
  });
});

describe('the XML of a workbook', () => {
  const withSheet = (xml: string) => workbookOf({ parts: { 'xl/worksheets/sheet1.xml': xml } });

  test('that defines entities is rejected before any is resolved', () => {
    const laughs = `<!DOCTYPE a [<!ENTITY b "ha"><!ENTITY c "&b;&b;"><!ENTITY d SYSTEM "file:///etc/passwd">]>`;
    expectRefused(withSheet(`${laughs}<worksheet xmlns="${MAIN}"/>`), DAMAGED);
  });

  test('has only the predefined entities', () => {
    const [sheet] = read(
      workbookOf({ sheets: [`<row>${cell('&c;&#1114112;&#xFFFFFF;&quot;')}</row>`] }),
    ).sheets;
    expect(sheet?.rows[0]?.[0]?.text).toBe('&c;&#1114112;&#xFFFFFF;"');
  });

  test.each(['', 'text', '<a>', '<a></b>', '<a', `<worksheet xmlns="${MAIN}"><sheetData>`])(
    'that is not well formed is rejected: %j',
    (xml) => {
      expectRefused(withSheet(xml), DAMAGED);
    },
  );

  test.each([
    '<row r="0"/>',
    '<row r="x"/>',
    '<row r="9999999999"/>',
    '<row><c r="1A"/></row>',
    '<row><c r="AAAA1"/></row>',
    '<c/>',
    '<row><c t="s"><v>7</v></c></row>',
    '<row><c t="s"><v>-1</v></c></row>',
  ])('that has cells without a valid place is rejected: %s', (rows) => {
    expectRefused(workbookOf({ sheets: [rows] }), DAMAGED);
  });

  test('may be nested to any depth', () => {
    const depth = 200_000;
    const rows = `${'<a>'.repeat(depth)}${'</a>'.repeat(depth)}<row>${cell('a')}</row>`;
    expect(read(workbookOf({ sheets: [rows] })).sheets[0]?.rows).toHaveLength(1);
  });

  test('may use names that JavaScript reserves', () => {
    const [sheet] = read(
      workbookOf({
        sheets: [`<row __proto__="1" constructor="2"><c><v>constructor</v></c>${cell('__proto__')}</row>`],
      }),
    ).sheets;
    expect(sheet?.rows[0]?.map(({ text }) => text)).toEqual(['constructor', '__proto__']);
  });

  test('may hold links to other files and macros, which are ignored', () => {
    const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
    const rels = `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="s0" Type="${office}/worksheet" TargetMode="External" Target="https://example.com/sheet1.xml"/></Relationships>`;
    expectRefused(
      workbookOf({ parts: { 'xl/_rels/workbook.xml.rels': rels, 'xl/vbaProject.bin': 'x' } }),
      'The workbook has no sheet with cells.',
    );
  });
});

describe('limits', () => {
  test('of rows and columns name the sheet', () => {
    const at = (reference: string, row: number) =>
      workbookOf({ sheets: [`<row r="${row}"><c r="${reference}" t="str"><v>a</v></c></row>`] });
    expect(read(at('A100000', 100_000)).sheets[0]?.rows).toHaveLength(100_000);
    expectRefused(at('A100001', 100_001), "'Sheet1' has more than 100,000 rows.");
    expect(read(at('SF1', 1)).sheets[0]?.rows[0]).toHaveLength(500);
    expectRefused(at('SG1', 1), "'Sheet1' has more than 500 columns.");
  });

  test('of cells and of text apply to all sheets together', () => {
    const wide = Array.from(
      { length: 6000 },
      (_, at) => `<row r="${at + 1}"><c r="SF${at + 1}" t="str"><v>a</v></c></row>`,
    );
    expectRefused(
      workbookOf({ sheets: [wide.join(''), wide.join('')] }),
      'The file has more than 5,000,000 cells.',
    );
    const many = `<row>${'<c t="s"><v>0</v></c>'.repeat(400)}</row>`.repeat(20);
    expectRefused(workbookOf({ sheets: [many], strings: [`<t>${'x'.repeat(32_000)}</t>`] }), LARGE);
  });

  test('of the characters in a cell', () => {
    const long = (length: number) => workbookOf({ sheets: [`<row>${cell('x'.repeat(length))}</row>`] });
    expect(read(long(32_767)).sheets[0]?.rows).toHaveLength(1);
    expectRefused(long(32_768), 'A cell has more than 32,767 characters');
  });
});
