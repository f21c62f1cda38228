import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { utf16, workbookOf } from '../test/support/workbook.ts';
import { readSpreadsheet, type Sheet } from './read.ts';
import { writeWorkbook } from './write.ts';

const STRICT = 'http://purl.oclc.org/ooxml';
const sheetsOf = (bytes: Uint8Array) => readSpreadsheet(bytes, 'file.xlsx').sheets;
const firstOf = (bytes: Uint8Array) => sheetsOf(bytes)[0] as Sheet;
const textsOf = ({ rows }: Sheet) => rows.map((cells) => cells.map(({ text }) => text));
/** The cells of a first row with this XML. */
const cellsOf = (cells: string, others: Parameters<typeof workbookOf>[0] = {}) =>
  firstOf(workbookOf({ sheets: [`<row r="1">${cells}</row>`], ...others })).rows[0] ?? [];
const numberAs = (format: string, value: number | string, properties = '') =>
  cellsOf(`<c r="A1" s="1"><v>${value}</v></c>`, { formats: [format], properties })[0];

describe('a written workbook', () => {
  const read = (rows: string[][]) =>
    sheetsOf(writeWorkbook({ name: 'Majors', header: ['H'], rows, about: ['Majors', '1 rows'] }));

  test('is read unchanged, cell by cell, without a stored value', () => {
    const row = ['=1+1', '007', '0E0', '00', '09.0101', '_x0041_', ' a ', 'b\nc', '\x01', 'd\r\n', '', "'=1"];
    const [sheet] = read([row]);
    expect(sheet?.rows[1]).toEqual(row.map((text) => ({ text })));
  });

  test('keeps the names of its sheets', () => {
    const [first, second] = read([['a']]);
    expect([first?.name, second?.name]).toEqual(['Majors', 'About']);
    expect(second && textsOf(second)).toEqual([['Majors'], ['1 rows']]);
  });

  test('keeps any text', () => {
    const cell = fc.oneof(
      fc.string({ unit: 'binary', minLength: 1 }),
      fc.string({ unit: fc.constantFrom(...'_x0D4 \r\n\t\0&<>"\'=\uD83C\uDF93\uFFFF'), minLength: 1 }),
    );
    fc.assert(
      fc.property(fc.array(fc.array(cell, { minLength: 1, maxLength: 4 }), { minLength: 1 }), (rows) => {
        expect(textsOf(read(rows)[0] as Sheet).slice(1)).toEqual(rows);
      }),
      { numRuns: 60 },
    );
  });
});

describe('a cell is as the spreadsheet shows it', () => {
  test.each([
    ['General', 7, '7'],
    ['General', 0.1 + 0.2, '0.3'],
    ['0000', 7, '0007'],
    ['00.0000', 9.0101, '09.0101'],
    ['#,##0', 1234567, '1,234,567'],
    ['0%', 0.256, '26%'],
    ['m/d/yyyy', 45_000, '3/15/2023'],
    ['yyyy-mm-dd', 60, '1900-02-29'],
    ['d-mmm', 45_536, '1-Sep'],
    ['mmm-yy', 45_536, 'Sep-24'],
    ['h:mm AM/PM', 0.5, '12:00 PM'],
    ['[h]:mm', 1.5, '36:00'],
    ['_(* #,##0_);_(* (#,##0)', 5, '5'],
    ['m/d/yyyy', -5, '######'],
    ['bad[', 7, '7'],
    ['0'.repeat(300), 7, '7'],
  ])('a number with the format %j: %d as %j, with the stored value', (format, value, text) => {
    expect(numberAs(format, value)).toEqual({ text, stored: String(value) });
  });

  test('a number in scientific notation is a number', () => {
    expect(numberAs('General', '1.5E3')).toEqual({ text: '1500', stored: '1.5E3' });
  });

  test('a built-in format, and none', () => {
    const styles = `<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><cellXfs><xf/><xf numFmtId="14"/></cellXfs></styleSheet>`;
    const cells =
      '<c r="A1" s="1"><v>45000</v></c><c r="B1"><v>45000</v></c><c r="C1" s="9"><v>45000</v></c>';
    const texts = cellsOf(cells, { parts: { 'xl/styles.xml': styles } }).map(({ text }) => text);
    expect(texts).toEqual(['3/15/2023', '45000', '45000']);
  });

  test.each([
    ['m/d/yyyy', '1/1/1904'],
    ['[h]:mm', '0:00'],
    ['0', '0'],
  ])('dates may count from 1904: 0 as %j is %j', (format, text) => {
    expect(numberAs(format, 0, '<workbookPr date1904="1"/>')?.text).toBe(text);
  });

  test.each([
    ['<c t="b"><v>1</v></c>', { text: 'TRUE', stored: '1' }],
    ['<c t="b"><v>0</v></c>', { text: 'FALSE', stored: '0' }],
    ['<c t="e"><v>#N/A</v></c>', { text: '#N/A', stored: '#N/A' }],
    ['<c t="d" s="1"><v>2023-03-15T12:00:00</v></c>', { text: '3/15/2023', stored: '2023-03-15T12:00:00' }],
    ['<c t="d" s="1"><v>2023-03-15</v></c>', { text: '3/15/2023', stored: '2023-03-15' }],
    ['<c t="d" s="1"><v>soon</v></c>', { text: 'soon', stored: 'soon' }],
    ['<c><v>many</v></c>', { text: 'many', stored: 'many' }],
    ['<c t="str"><f>A2&amp;"x"</f><v>007x</v></c>', { text: '007x' }],
    ['<c><f>1+1</f><v>2</v></c>', { text: '2', stored: '2' }],
    ['<c><f>1+1</f></c>', { text: '', stored: '=1+1' }],
    ['<c><f si="0" t="shared"/></c>', { text: '', stored: '=' }],
    ['<c t="s"><v>0</v></c>', { text: '007' }],
    ['<c t="inlineStr"><is><r><t>a</t></r><r><t> b</t></r></is></c>', { text: 'a b' }],
  ])('%s', (xml, cell) => {
    expect(cellsOf(xml, { formats: ['m/d/yyyy'], strings: ['<t>007</t>'] })).toEqual([cell]);
  });

  test('shared texts are read with their runs, but without phonetic hints', () => {
    const strings = [
      '<r><rPr><b/></rPr><t>Dr</t></r><r><t xml:space="preserve"> Who</t></r>',
      '<t>課</t><rPh sb="0" eb="1"><t>か</t></rPh><phoneticPr fontId="1"/>',
      '<t>a_x000D_\r\nb &amp;lt; &#128218;&#x9;<![CDATA[<&]]></t>',
      '<t/>',
    ];
    const cells = strings.map((_, at) => `<c t="s"><v>${at}</v></c>`).join('');
    expect(cellsOf(`${cells}<c t="inlineStr"><is><t>end</t></is></c>`, { strings })).toEqual(
      ['Dr Who', '課', 'a\r\nb &lt; 📚\t<&', '', 'end'].map((text) => ({ text })),
    );
  });
});

describe('rows', () => {
  const first = (rows: string) => firstOf(workbookOf({ sheets: [rows] }));
  const cell = (text: string, reference = '') =>
    `<c ${reference && `r="${reference}"`} t="str"><v>${text}</v></c>`;

  test('cells have their places, with or without references', () => {
    const sheet = first(
      `<row r="2">${cell('b', 'B2')}${cell('c')}${cell('aa', 'AA2')}</row><row>${cell('next')}</row>`,
    );
    expect(textsOf(sheet)[0]).toEqual([]);
    expect(textsOf(sheet)[1]).toEqual(['', 'b', 'c', ...Array<string>(23).fill(''), 'aa']);
    expect(textsOf(sheet)[2]).toEqual(['next']);
  });

  test('end at the last text, although a million rows are formatted', () => {
    const sheet = first(
      `<row r="1">${cell('a')}<c s="1"/></row><row r="1048576" hidden="1"><c r="XFD1048576" s="1"/></row>`,
    );
    expect([sheet.rows, sheet.hiddenRows]).toEqual([[[{ text: 'a' }]], []]);
  });

  test('hidden rows are listed by index', () => {
    const sheet = first(
      `<row r="1">${cell('a')}</row><row r="2" hidden="1">${cell('b')}</row><row r="4" hidden="true">${cell('c')}</row>`,
    );
    expect(sheet.hiddenRows).toEqual([1, 3]);
  });

  test('merged cells are listed by range', () => {
    const part = `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData><row>${cell('a')}</row></sheetData><mergeCells><mergeCell ref="A1:C1"/></mergeCells></worksheet>`;
    const sheet = firstOf(workbookOf({ parts: { 'xl/worksheets/sheet1.xml': part } }));
    expect(sheet.merged).toEqual(['A1:C1']);
    expect(first('').merged).toEqual([]);
  });
});

describe('sheets', () => {
  const row = (text: string) => `<row><c t="str"><v>${text}</v></c></row>`;

  test('hidden sheets are marked, and chart sheets are left out', () => {
    const tabs =
      '<sheets><sheet name="B &amp; A" r:id="s1"/><sheet name="Chart" r:id="u"/><sheet name="Old" state="veryHidden" r:id="s0"/></sheets>';
    const workbook = `<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships">${tabs}</workbook>`;
    const read = sheetsOf(
      workbookOf({ sheets: [row('a'), row('b')], parts: { 'xl/workbook.xml': workbook } }),
    );
    expect(read.map((sheet) => [sheet.name, sheet.hidden, textsOf(sheet)])).toEqual([
      ['B & A', false, [['b']]],
      ['Old', true, [['a']]],
    ]);
  });

  test('namespaces may be strict, and have any prefix', () => {
    const parts = {
      '_rels/.rels': `<p:Relationships xmlns:p="http://schemas.openxmlformats.org/package/2006/relationships"><p:Relationship Id="w" Type="${STRICT}/officeDocument/relationships/officeDocument" Target="/XL/Workbook.xml"/></p:Relationships>`,
      'xl/workbook.xml': `<x:workbook xmlns:x="${STRICT}/spreadsheetml/main" xmlns:q="${STRICT}/officeDocument/relationships"><x:sheets><x:sheet name="Strict" q:id="s0"/></x:sheets></x:workbook>`,
      'xl/worksheets/sheet1.xml': `<m:worksheet xmlns:m="${STRICT}/spreadsheetml/main" xmlns:o="urn:other"><m:sheetData><m:row><m:c t="str"><o:v>no</o:v><m:v>yes</m:v></m:c></m:row></m:sheetData></m:worksheet>`,
    };
    const [sheet] = sheetsOf(workbookOf({ parts }));
    expect([sheet?.name, sheet && textsOf(sheet)]).toEqual(['Strict', [['yes']]]);
  });

  test('a part may be in UTF-16', () => {
    const xml = `\uFEFF<?xml version="1.0" encoding="UTF-16"?><sst xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><si><t>Müller 📚</t></si></sst>`;
    const sheets = ['<row><c t="s"><v>0</v></c></row>'];
    for (const encoding of ['utf-16le', 'utf-16be'] as const) {
      const parts = { 'xl/sharedStrings.xml': utf16(xml, encoding) };
      expect(textsOf(firstOf(workbookOf({ sheets, parts }))), encoding).toEqual([['Müller 📚']]);
    }
  });
});
