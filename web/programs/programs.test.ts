import { expect, test } from 'vitest';
import type { ProgramGroup } from '../../contract/programs.ts';
import { toCsv } from '../ui/table/csv.ts';
import { endsOf, lineColumns, linesOf } from './programLines.ts';
import { programText, totalsText } from './programTexts.ts';

const program = {
  majorKey: 1,
  degreeKey: 2,
  label: '201 U Computer Sci – BS Computer Science',
  programLengthYrs: 4.25,
  programLengthQtrs: 1,
  acadYrInstrWks: 30,
  specProgIndctr: 'N',
  selfSuppPgm: true,
};
const group: ProgramGroup = {
  cipCode: '11.0701',
  cipTitle: 'Computer Science',
  programCredLevel: '03',
  awards: ['BS'],
  programs: [program, { ...program, majorKey: 3 }],
  change: 'new',
};
const ended: ProgramGroup = {
  ...group,
  cipCode: null,
  cipTitle: null,
  awards: [],
  programs: [],
  change: 'ended',
};

test.for([
  ['201 U Art – BA Art', ['BA', 'BFA'], 'BA', '201 U Art'],
  ['201 U Art – Music – BA Art – Music', ['BA'], 'BA', '201 U Art – Music'],
  ['201 U Art – M Ed Art', ['M', 'M Ed'], 'M Ed', '201 U Art'],
  ['201 U Art – Other', ['BA'], null, '201 U Art – Other'],
] as const)('the ends of %s', ([label, awards, award, major]) => {
  const degree = award === null ? null : label.slice(major.length + ' – '.length);
  expect(endsOf(label, awards)).toEqual({ award, major, degree });
});

test('a file has a line for each program and each ended group, with the labels of the forms', () => {
  const [header, line, , last] = toCsv(lineColumns, linesOf([group, ended]))
    .slice(1)
    .split('\r\n');
  expect(header).toBe(
    'CIP Code,CIP Year,CIP Title,Credential Level,Length,Measure,Weeks,Award,Major,Degree,Quarters,Special Program Indicator,Self-Supporting,Change',
  );
  expect(line).toBe(
    "11.0701,2020,Computer Science,03 Bachelor's degree,4.25,Years,30,BS,201 U Computer Sci,BS Computer Science,1,N Not Applicable,Yes,New",
  );
  expect(last).toBe(",,,03 Bachelor's degree,,,,,,,,,,Ended");
});

test('the values of a program in words, without those that are missing', () => {
  expect(programText(program)).toBe(
    '4.25 years · 1 quarter · 30 weeks per year · N Not Applicable · Self-supporting',
  );
  const nothing = { programLengthYrs: null, programLengthQtrs: null, acadYrInstrWks: null };
  expect(programText({ ...program, ...nothing, specProgIndctr: null, selfSuppPgm: false })).toBe('');
});

test('the totals count what is in effect, and the changes only with an earlier term', () => {
  expect(totalsText([group, ended], true)).toBe('1 group, 2 programs; 1 new, 0 changed, 1 ended');
  expect(totalsText([{ ...group, change: null }], false)).toBe('1 group, 2 programs');
});
