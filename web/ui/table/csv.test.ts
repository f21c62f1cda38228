import * as fc from 'fast-check';
import Papa from 'papaparse';
import { expect, test } from 'vitest';
import { guarded, unguarded } from '../../../sheets/guard.ts';
import type { Column } from './column.ts';
import { toCsv } from './csv.ts';

const columns: Column<string[]>[] = [
  { id: 'first', header: 'First', value: ([first]) => first ?? null },
  { id: 'second', header: 'Second', value: ([, second]) => second ?? null },
];
const parse = (csv: string) =>
  Papa.parse<string[]>(csv.replace(/^\uFEFF/, ''), { newline: '\r\n', skipEmptyLines: true }).data;
const looksLikeFormula = (text: string) => /^[=+\-@\t\r＝＋－＠]/.test(text);
const harmless = (cell: fc.Arbitrary<string>) => cell.filter((text) => guarded(text) === text);

test('starts with a byte order mark and ends lines with CRLF', () => {
  expect(toCsv(columns, [['a', 'b']])).toBe('\uFEFFFirst,Second\r\na,b\r\n');
});

test('parses back to the same values after the apostrophes against formulas are removed', () => {
  const cell = fc.string({ unit: fc.constantFrom(...'ab ,"\n\r\t\'é🎓;|=') });
  fc.assert(
    fc.property(fc.array(fc.tuple(cell, cell)), (rows) => {
      const read = parse(toCsv(columns, rows)).slice(1);
      expect(read.map((cells) => cells.map(unguarded))).toEqual(rows);
    }),
  );
});

test('gives the same output as papaparse', () => {
  const cell = harmless(fc.string({ unit: fc.constantFrom(...'ab,"\n\r\'1') }));
  fc.assert(
    fc.property(fc.tuple(cell, cell), (row) => {
      const oracle = Papa.unparse({ fields: ['First', 'Second'], data: [row] });
      expect(toCsv(columns, [row])).toBe(`\uFEFF${oracle}\r\n`);
    }),
  );
});

test.each(['=1+1', '+SUM(A1)', '-2+3', '@cmd', '\t=1', '\r=1', '＝1', '-1 and more'])(
  'keeps a spreadsheet from running %j',
  (hostile) => {
    expect(parse(toCsv(columns, [[hostile, '']]))[1]?.[0]).toBe(`'${hostile}`);
  },
);

test.each(['-5', '+12', '-0.25', '-', '42', '26.0101'])('leaves %j unchanged', (plain) => {
  expect(parse(toCsv(columns, [[plain, '']]))[1]?.[0]).toBe(plain);
});

test('no text becomes a formula', () => {
  const cell = fc.string({ unit: fc.constantFrom(...'=+-@\t\rA1("＝') });
  fc.assert(
    fc.property(cell, (text) => {
      const written = parse(toCsv(columns, [[text, 'x']]))[1]?.[0] ?? '';
      if (looksLikeFormula(written)) expect(written).toMatch(/^([+-]?\d+(\.\d+)?|.)$/s);
    }),
  );
});

test.each(['a;=1+1', 'a\t=1+1', 'a|=1+1', 'a;b', 'a,b', 'a\nb'])(
  'quotes %j, which some spreadsheets would split into several cells',
  (text) => {
    expect(toCsv(columns, [[text, text]])).toContain(`\r\n"${text}","${text}"\r\n`);
  },
);

test.each([';', '\t'])('a spreadsheet that splits at %j does not split quoted text', (delimiter) => {
  const hostile = `a${delimiter}=1+1`;
  const csv = toCsv(columns.slice(0, 1), [[hostile, '']]).replace(/^\uFEFF/, '');
  expect(Papa.parse<string[]>(csv, { delimiter, newline: '\r\n' }).data[1]).toEqual([hostile]);
});

test('leaves out columns that are not exported, and uses a column’s own export value', () => {
  const some: Column<number>[] = [
    { id: 'actions', header: 'Actions', value: () => null, csv: false },
    { id: 'active', header: 'Active', value: (row) => row === 1 },
    { id: 'code', header: 'Code', value: String, csv: (row) => row * 10 },
  ];
  expect(toCsv(some, [1, 2])).toBe('\uFEFFActive,Code\r\nYes,10\r\nNo,20\r\n');
});
