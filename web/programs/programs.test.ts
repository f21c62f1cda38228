import { expect, test } from 'vitest';
import { endsOf, programLineColumns } from '../../contract/columns/columnsOfPrograms.ts';
import type { Program, ProgramGroup } from '../../contract/programs.ts';
import { toCsv } from '../ui/table/csv.ts';
import { compareGroups } from './compareGroups.ts';
import { linesOf } from './programLines.ts';
import { markText, programText, totalsText } from './programTexts.ts';

const program: Program = {
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

/** The lines of the file of compared groups. */
const fileOf = (...groups: Parameters<typeof compareGroups>) =>
  toCsv(programLineColumns, linesOf(compareGroups(...groups)))
    .slice(1)
    .trimEnd()
    .split('\r\n');

test('a file has a line for each program, with the labels of the forms', () => {
  const [header, line, ...more] = fileOf([{ ...group, change: null }], null);
  expect(header).toBe(
    'CIP Code,CIP Year,CIP Title,Credential Level,Length,Measure,Weeks,Award,Major,Degree,Quarters,Special Program Indicator,Self-Supporting,Change',
  );
  expect(line).toBe(
    "11.0701,2020,Computer Science,03 Bachelor's degree,4.25,Years,30,BS,201 U Computer Sci,BS Computer Science,1,N Not Applicable,Yes,",
  );
  expect(more).toHaveLength(1);
});

test('each line has the change of its program, and an ended one the values and the award of the earlier term', () => {
  const before = { ...group, programs: [program, { ...program, majorKey: 4, acadYrInstrWks: 28 }] };
  const [, ...lines] = fileOf(
    [{ ...group, change: 'changed' }, ended],
    [before, { ...ended, programs: [program], awards: ['BS'] }],
  );
  expect(lines.map((line) => line.split(',').at(-1))).toEqual(['', 'New', 'Ended', 'Ended']);
  expect(lines[2]).toBe(
    "11.0701,2020,Computer Science,03 Bachelor's degree,4.25,Years,28,BS,201 U Computer Sci,BS Computer Science,1,N Not Applicable,Yes,Ended",
  );
  expect(lines[3]).toBe(
    ",,,03 Bachelor's degree,4.25,Years,30,BS,201 U Computer Sci,BS Computer Science,1,N Not Applicable,Yes,Ended",
  );
});

/** The programs of one group in both terms, compared. */
const comparedOf = (after: Program[], before: Program[]) =>
  compareGroups([{ ...group, programs: after }], [{ ...group, programs: before }])[0]?.compared ?? [];

test('programs are compared by pair, in the order of their labels', () => {
  const named = (label: string, majorKey: number, degreeKey = 2) => ({
    ...program,
    label,
    majorKey,
    degreeKey,
  });
  const found = comparedOf(
    [named('A', 1), named('C', 3), named('D', 4)],
    [named('B', 2), named('C', 3), named('D', 4, 5), named('D', 3, 9)],
  );
  expect(found.map(({ label, majorKey, degreeKey, change }) => [label, majorKey, degreeKey, change])).toEqual(
    [
      ['A', 1, 2, 'new'],
      ['B', 2, 2, 'ended'],
      ['C', 3, 2, null],
      ['D', 3, 9, 'ended'],
      ['D', 4, 2, 'new'],
      ['D', 4, 5, 'ended'],
    ],
  );
});

test('a program that moved to another group is new there and has ended in the former', () => {
  const other = { ...group, programCredLevel: '05' };
  const [from, to] = compareGroups(
    [
      { ...group, programs: [] },
      { ...other, programs: [program] },
    ],
    [{ ...group, programs: [program] }],
  );
  expect(from?.compared.map(({ change }) => change)).toEqual(['ended']);
  expect(to?.compared.map(({ change }) => change)).toEqual(['new']);
});

test('without an earlier term no program has a change, and with an empty one all are new', () => {
  expect(compareGroups([group], null)[0]?.compared.map(({ change }) => change)).toEqual([null, null]);
  expect(compareGroups([group], [])[0]?.compared.map(({ change }) => change)).toEqual(['new', 'new']);
});

test('the mark of a program has each value that differs', () => {
  const texts = (after: Partial<Program>, before: Partial<Program>) =>
    comparedOf([{ ...program, ...after }], [{ ...program, ...before }]).map(markText);
  expect(texts({ acadYrInstrWks: 28 }, {})).toEqual(['Changed: Weeks 30 → 28']);
  expect(
    texts(
      { programLengthYrs: 4, programLengthQtrs: 0, selfSuppPgm: false },
      { programLengthYrs: 4.25, programLengthQtrs: 1, specProgIndctr: null },
    ),
  ).toEqual([
    'Changed: Years 4.25 → 4, Quarters 1 → 0, Special Program Indicator none → N Not Applicable, Self-Supporting Yes → No',
  ]);
  expect(texts({}, {})).toEqual([null]);
  expect(comparedOf([], [program]).map(markText)).toEqual(['Ended']);
  expect(comparedOf([program], []).map(markText)).toEqual(['New']);
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
