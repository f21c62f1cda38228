import { describe, expect, test } from 'vitest';
import { partOf, rowsOfSheet } from '../test/support/workbook.ts';
import { readSpreadsheet } from './read.ts';
import { TooLarge, type Workbook, writeWorkbook } from './write.ts';

const written = (given: Partial<Workbook>) =>
  writeWorkbook({ name: 'Majors', header: ['Code'], rows: [], about: ['Majors'], ...given });
const sheet = (given: Partial<Workbook>) => partOf(written(given), 'xl/worksheets/sheet1.xml');
const namesOf = (given: Partial<Workbook>) =>
  [...partOf(written(given), 'xl/workbook.xml').matchAll(/<sheet name="([^"]*)"/g)].map(([, name]) => name);

test('holds the header and the rows, each cell as a text', () => {
  const rows = [
    ['007', '=1+1'],
    ['0E0', '09.0101'],
  ];
  const bytes = written({ header: ['Code', 'CIP'], rows });
  expect(rowsOfSheet(bytes, 1)).toEqual([['Code', 'CIP'], ...rows]);
  const types = [...partOf(bytes, 'xl/worksheets/sheet1.xml').matchAll(/<c [^>]*t="(\w+)"/g)];
  expect(types.map(([, type]) => type)).toEqual(Array(6).fill('inlineStr'));
});

test('a time is a date cell that shows it, and is sorted and filtered as a time', () => {
  const rows = [
    ['2026-11-27 21:17:31', 'edited'],
    ['', 'no time'],
    ['2026-03-08 03:00:00', 'created'],
  ];
  const bytes = written({ header: ['When', 'Action'], rows, times: [0] });
  const [changes] = readSpreadsheet(bytes, 'changes.xlsx').sheets;
  expect(changes?.rows.map((cells) => cells.map(({ text }) => text))).toEqual([
    ['When', 'Action'],
    ['Nov 27, 2026, 9:17 PM', 'edited'],
    ['', 'no time'],
    ['Mar 8, 2026, 3:00 AM', 'created'],
  ]);
  expect(partOf(bytes, 'xl/worksheets/sheet1.xml')).toMatch(/<c r="A2" s="3"><v>46353\.8871\d+<\/v><\/c>/);
});

test('leaves out empty cells, and keeps the places of the others', () => {
  const header = Array.from({ length: 30 }, (_, at) => `H${at}`);
  const row = header.map((_, at) => (at % 7 === 5 ? `text ${at}` : ''));
  const bytes = written({ header, rows: [row] });
  expect(rowsOfSheet(bytes, 1)[1]).toEqual(row.slice(0, 27));
  expect(partOf(bytes, 'xl/worksheets/sheet1.xml')).toContain('r="AA2"');
});

test('keeps spaces at the ends of a text, and its line breaks', () => {
  expect(sheet({ rows: [['  a\nb ']] })).toContain('<t xml:space="preserve">  a\nb </t>');
});

test.each([
  ['a<b>&"c"', 'a&lt;b&gt;&amp;&quot;c&quot;'],
  ['a\r\nb', 'a_x000D_\nb'],
  ['\0\x1F\uFFFF', '_x0000__x001F__xFFFF_'],
  ['half \uD83C', 'half _xD83C_'],
  ['🎓', '🎓'],
  ['_x0041_', '_x005F_x0041_'],
  ['_x0041\x01', '_x005F_x0041_x0001_'],
  ['_x_', '_x_'],
])('writes %j as %j', (text, xml) => {
  expect(sheet({ rows: [[text]] })).toContain(`>${xml}</t>`);
});

test('the header is frozen and has filters over all rows', () => {
  const given = { name: "Dean's", header: ['A', 'B'], rows: [['1', '2']] };
  expect(sheet(given)).toContain(
    '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>',
  );
  expect(sheet(given)).toContain('<autoFilter ref="A1:B2"/>');
  expect(partOf(written(given), 'xl/workbook.xml')).toContain("'Dean''s'!$A$1:$B$2</definedName>");
});

test('columns are as wide as their longest line, within limits', () => {
  const rows = [['', 'Twelve chars\nand more here', 'x'.repeat(500)]];
  const widths = [...sheet({ header: ['A', 'B', 'C'], rows }).matchAll(/<col [^>]*width="(\d+)"/g)];
  expect(widths.map(([, width]) => width)).toEqual(['8', '16', '60']);
});

test('the second sheet has the lines that describe the file', () => {
  const bytes = written({ about: ['Majors', '=2 rows', ''] });
  expect(namesOf({})).toEqual(['Majors', 'About']);
  expect(rowsOfSheet(bytes, 2)).toEqual([['Majors'], ['=2 rows'], []]);
});

test.each([
  ['major-degrees', 'major-degrees'],
  ['a[1]: b*c?/\\d', 'a 1   b c   d'],
  ["'quoted'", 'quoted'],
  ['x'.repeat(40), 'x'.repeat(31)],
  ['', 'Rows'],
  [' [] ', 'Rows'],
  ['about', 'Rows'],
  ['History', 'Rows'],
  ['line\nbreak', 'line break'],
  ['R&D', 'R&amp;D'],
])('the sheet name %j becomes %j', (name, given) => {
  expect(namesOf({ name })[0]).toBe(given);
});

describe('rejects content that does not fit into a sheet', () => {
  test('a text that is longer than a cell allows', () => {
    expect(() => written({ rows: [['x'.repeat(32_767)]] })).not.toThrow();
    expect(() => written({ rows: [['a'], ['x'.repeat(32_768)]] })).toThrow(
      new TooLarge(
        "'Code' in row 2 is longer than the 32,767 characters that an Excel cell has room for. Download the CSV.",
      ),
    );
  });

  test('more rows than a sheet allows', () => {
    const rows = Array.from({ length: 1_048_576 }, () => []);
    expect(() => written({ rows })).toThrow(
      new TooLarge(
        'An Excel sheet has room for 1,048,575 rows, and these are 1,048,576. Download the CSV, or filter for fewer rows.',
      ),
    );
  });
});
