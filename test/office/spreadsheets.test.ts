import { afterAll, beforeAll, expect, test } from 'vitest';
import { readSpreadsheet, type Sheet } from '../../sheets/read.ts';
import { writeWorkbook } from '../../sheets/write.ts';
import { Office } from '../support/office.ts';
import { workbookOf } from '../support/workbook.ts';

// LibreOffice reads our workbooks, and we read its workbooks.

let office: Office;
beforeAll(() => {
  office = new Office();
});
afterAll(() => office.close());

const textsOf = ({ rows }: Sheet) => rows.map((cells) => cells.map(({ text }) => text));
const read = (bytes: Uint8Array) => readSpreadsheet(bytes, 'book.xlsx').sheets;

const header = ['Code', 'Text'];
const rows = [
  ['007', '=1+1'],
  ['0E0', '00'],
  ['09.0101', '1-2'],
  ['_x0041_', "'=1"],
  [' spaces ', 'line\nbreak'],
  ['tab\there', '"quoted"'],
  ['<&>', 'é 📚'],
  ['\x01', 'TRUE'],
];
const about = ['Majors', '8 rows', 'Downloaded Nov 20, 2025, 10:02 AM PST'];
const ours = () => writeWorkbook({ name: 'Majors', header, rows, about });

test('each cell of a download is shown as the original text', () => {
  expect(office.shown(ours())).toEqual({ Majors: [header, ...rows], About: about.map((line) => [line]) });
});

test('a download that LibreOffice saved again is read without changes', () => {
  const [majors, lines] = read(office.saved(ours(), 'xlsx'));
  expect(majors?.rows).toEqual([header, ...rows].map((cells) => cells.map((text) => ({ text }))));
  expect([majors?.name, lines?.name, lines && textsOf(lines)]).toEqual([
    'Majors',
    'About',
    about.map((line) => [line]),
  ]);
});

test('a time is shown as a date with its time', () => {
  const times = writeWorkbook({
    name: 'Changes',
    header: ['Time'],
    rows: [['2026-11-27 21:17:31']],
    times: [0],
    about,
  });
  expect(office.shown(times)).toMatchObject({ Changes: [['Time'], ['Nov 27, 2026, 9:17 PM']] });
});

const formats = [
  '000',
  '#,##0.00',
  'm/d/yyyy',
  'd-mmm',
  '0%',
  'h:mm AM/PM',
  '[h]:mm',
  'yyyy-mm-dd',
  '0.00E+00',
];
const numbers = [7, 1234.5, 45_000, 45_536, 0.256, 0.75, 1.5, 45_000, 12_345];
const styled = numbers.map((value, at) => `<c s="${at + 1}"><v>${value}</v></c>`);
const others = [
  '<c t="b"><v>1</v></c>',
  '<c t="e"><v>#N/A</v></c>',
  '<c t="inlineStr"><is><t>007</t></is></c>',
];
const theirs = () =>
  workbookOf({
    formats,
    sheets: [
      `<row r="1">${styled.join('')}</row><row r="2" hidden="1">${others.join('')}</row>`,
      '<row r="3"><c r="B3"><f>6*7</f><v>42</v></c><c r="C3"><f>1/0</f></c><c r="D3"><f>"0"&amp;"7"</f></c></row>',
    ],
  });

test('numbers, dates, booleans, errors and formula results are read as shown', () => {
  const shown = office.shown(theirs());
  const [first, second] = read(office.saved(theirs(), 'xlsx'));
  expect(first && textsOf(first)).toEqual([
    ['007', '1,234.50', '3/15/2023', '1-Sep', '26%', '6:00 PM', '36:00', '2023-03-15', '1.23E+04'],
    ['TRUE', '#N/A', '007'],
  ]);
  expect(second && textsOf(second)).toEqual([[], [], ['', '42', '#DIV/0!', '07']]);
  const filled = (cells: string[] = []) => cells.join('\t').trimEnd();
  expect(shown.Sheet1?.map(filled)).toEqual(first && textsOf(first).map(filled));
  expect(shown.Sheet2?.map(filled)).toEqual(second && textsOf(second).map(filled));
  expect(first?.hiddenRows).toEqual([1]);
  expect(first?.rows[0]?.[0]).toEqual({ text: '007', stored: '7' });
  expect(first?.rows[1]?.[2]).toEqual({ text: '007' });
});

test('a file in LibreOffice’s own format is rejected, with the correction', () => {
  const file = office.saved(ours(), 'ods');
  expect(() => read(file)).toThrow(
    'This is an OpenDocument file (.ods). Open it in LibreOffice and save it as .xlsx.',
  );
});
