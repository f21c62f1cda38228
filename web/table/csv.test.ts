import * as fc from 'fast-check';
import Papa from 'papaparse';
import { expect, test } from 'vitest';
import type { Column } from './column.ts';
import { toCsv } from './csv.ts';

const columns: Column<string[]>[] = [
  { header: 'First', value: ([first]) => first ?? null },
  { header: 'Second', value: ([, second]) => second ?? null },
];
const parse = (csv: string) =>
  Papa.parse<string[]>(csv.replace(/^\uFEFF/, ''), { newline: '\r\n', skipEmptyLines: true }).data;
const looksLikeFormula = (text: string) => /^["\s]*[=+\-@＝＋－＠]/.test(text);
const harmless = (cell: fc.Arbitrary<string>) => cell.filter((text) => !looksLikeFormula(text));
/** What a spreadsheet that separates so takes for cells, at the most: it may or may not heed a quote. */
const beginnings = (csv: string, separator: string) =>
  csv.replace(/^\uFEFF/, '').split(new RegExp(`[${separator}\\r\\n]`));

test('begins with the byte order mark and ends its lines with CRLF', () => {
  expect(toCsv(columns, [['a', 'b']])).toBe('\uFEFFFirst,Second\r\na,b\r\n');
});

test('parses back to the same values', () => {
  const cell = harmless(fc.string({ unit: fc.constantFrom(...'ab ,"\n\r\t\'é🎓;|') }));
  fc.assert(
    fc.property(fc.array(fc.tuple(cell, cell)), (rows) => {
      expect(parse(toCsv(columns, rows)).slice(1)).toEqual(rows);
    }),
  );
});

test('writes what papaparse writes', () => {
  const cell = harmless(fc.string({ unit: fc.constantFrom(...'ab,"\n\r\'1') }));
  fc.assert(
    fc.property(fc.tuple(cell, cell), (row) => {
      const oracle = Papa.unparse({ fields: ['First', 'Second'], data: [row] });
      expect(toCsv(columns, [row])).toBe(`\uFEFF${oracle}\r\n`);
    }),
  );
});

test.each([
  ['=1+1', "'=1+1"],
  ['+SUM(A1)', "'+SUM(A1)"],
  ['-2+3', "'-2+3"],
  ['@cmd', "'@cmd"],
  ['＝1', "'＝1"],
  ['-1 and more', "'-1 and more"],
  ['\t=1', "\t'=1"],
  ['\r=1', "\r'=1"],
  [' "=1', ' "\'=1'],
  ['a;=1+1', "a;'=1+1"],
  ['a\t=1+1', "a\t'=1+1"],
  ['a|@cmd', "a|'@cmd"],
  ['a; "=1+1";-', 'a; "\'=1+1";\'-'],
  ['One\n=1+1\n- two', "One\n'=1+1\n'- two"],
])('keeps a spreadsheet from running %j', (hostile, written) => {
  const csv = toCsv(columns, [
    [hostile, ''],
    ['', hostile],
  ]);
  expect(parse(csv).slice(1)).toEqual([
    [written, ''],
    ['', written],
  ]);
});

test.each(['-5', '+12', '-0.25', '-', '42', '26.0101', 'a,=1', 'a; b=1', "a;'=1"])(
  'leaves %j as it is',
  (plain) => {
    expect(parse(toCsv(columns, [['', plain]]))[1]?.[1]).toBe(plain);
  },
);

test.each(['a;b', 'a\tb', 'a|b', 'a,b'])('quotes %j: it holds what some spreadsheet separates by', (text) => {
  expect(toCsv(columns, [[text, text]])).toContain(`"${text}","${text}"`);
});

test.each([';', '\t', '|'])(
  'whatever the texts, no spreadsheet that separates by %j finds a formula',
  (separator) => {
    const cell = fc.string({ unit: fc.constantFrom(...'=+-@\t\r\n;|, A1("＝') });
    fc.assert(
      fc.property(fc.array(fc.tuple(cell, cell)), (rows) => {
        expect(beginnings(toCsv(columns, rows), separator).filter(looksLikeFormula)).toEqual([]);
      }),
    );
  },
);

test('a line does not begin with a sign or a number that its next cell could be added to', () => {
  expect(toCsv(columns, [['-5', '5+A1']])).toContain("\r\n'-5,5+A1\r\n");
});

test('no cell of any text starts a formula', () => {
  const cell = fc.string({ unit: fc.constantFrom(...'=+-@\t\rA1("＝') });
  fc.assert(
    fc.property(cell, (text) => {
      const written = parse(toCsv(columns, [['x', text]]))[1]?.[1] ?? '';
      if (looksLikeFormula(written)) expect(written).toMatch(/^([+-]?\d+(\.\d+)?|.)$/s);
    }),
  );
});

test('leaves out a column that is not exported and takes a value of its own for the download', () => {
  const some: Column<number>[] = [
    { header: 'Actions', value: () => null, csv: false },
    { header: 'Active', value: (row) => row === 1 },
    { header: 'Code', value: String, csv: (row) => row * 10 },
  ];
  expect(toCsv(some, [1, 2])).toBe('\uFEFFActive,Code\r\nYes,10\r\nNo,20\r\n');
});
