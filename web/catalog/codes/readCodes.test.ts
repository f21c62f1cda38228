import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { indexCodes } from './codeFilter.ts';
import { codeReader, withCode } from './readCodes.ts';

const majors = ['000 U', '002 U', '007 G', '00G G', '0K2 U', '201 U', '201 G', '205 U', '345 M', 'ZZZ U'];
const departments = [
  'ART',
  'ART STU',
  'BIO SCI',
  'M&C BIO',
  'CHC/LAT',
  'LAW',
  'DATA',
  'I&C SCI',
  'A, B',
  'ENGR.',
  'Math',
];

const readMajors = codeReader(
  indexCodes(majors, (name) => ({ code: name.slice(0, 3), letter: name.slice(4) })),
);
const readDepartments = codeReader(indexCodes(departments, (code) => ({ code })));
const codesOf = ({ codes }: ReturnType<typeof readMajors>) => codes.map(({ code }) => code);
const notReadOf = ({ notRead }: ReturnType<typeof readMajors>) => notRead.map(({ code }) => code);
const wordsOf = ({ unsure }: ReturnType<typeof readMajors>) => unsure.map(({ code }) => code);

describe('codes in a text', () => {
  test.each<[title: string, text: string, codes: string[]]>([
    [
      'separated by anything',
      '201, 205;0K2\t345\n"007"|ZZZ / 000',
      ['201', '205', '0K2', '345', '007', 'ZZZ', '000'],
    ],
    ['in either case', '0k2 zzz', ['0K2', 'ZZZ']],
    ['once', '201, 201 205 201', ['201', '205']],
    [
      'without punctuation around them',
      '(201), 205. •0K2 *345* ‘007’ #000',
      ['201', '205', '0K2', '345', '007', '000'],
    ],
    ['as a formula that keeps zeros', '="007"', ['007']],
    ['that start at other spaces', '201\u00a0205\u3000345', ['201', '205', '345']],
    ['that do not exist', '9ZZ, 2011, ABC, 7', ['9ZZ', '2011', 'ABC', '7']],
    ['that are joined', '201-205 201–345 201.Please', ['201-205', '201–345', '201.PLEASE']],
    ['in no text', ' \n,;', []],
  ])('%s', (_title, text, codes) => expect(codesOf(readMajors(text))).toEqual(codes));

  test('a mail: other words and numbers are ignored', () => {
    const read = readMajors(`On Fri, Nov 27, 2026 at 9:05 AM, Jo wrote:
      > Please give 201, 205, 0k2 u and 7 the CIP code 11.0701 by the 5th.
      > 1. 345
      > 2. QQQ
      Jo Doe, (949) 555-0100, jo.doe@example.edu`);
    expect(codesOf(read)).toEqual(['201', '205', '0K2 U', '7', '345', '949']);
    // In capitals and as long as a code, but not one: these are not reported as missing, and nothing is lost silently.
    expect(notReadOf(read)).toEqual(['CIP', 'QQQ']);
    expect(read.ignored).not.toContain('CIP');
    expect(read.ignored).toEqual(
      expect.arrayContaining(['Please', 'give', '27', '2026', '11.0701', '5th', '1', '2']),
    );
  });
  test('numbers of another length are codes in a column, which has no other words, but not much longer ones', () =>
    expect(codesOf(readMajors('14\n2019\n92697\n201'))).toEqual(['14', '2019', '201']));
});

describe('words in capitals', () => {
  test('are no missing codes between words, nor in a mail that is all in capitals', () => {
    for (const text of [
      'Change the CIP of 201 and 205 to 11.0701. FYI Jo, ASAP.',
      'PLEASE CHANGE THE CIP OF 201 AND 205 TO 11.0701',
    ]) {
      const read = readMajors(text);
      expect(codesOf(read)).toEqual(['201', '205']);
      expect(notReadOf(read)).toContain('CIP');
    }
  });
  test('are read on request', () => {
    const text = 'The CIP of 201 and QQQ';
    expect(codesOf(readMajors(text, new Set(['qqq'])))).toEqual(['201', 'QQQ']);
    expect(notReadOf(readMajors(text, new Set(['qqq'])))).toEqual(['CIP']);
  });
  test('are codes with a digit or a segment, and in a column', () => {
    expect(codesOf(readMajors('Please give 9ZZ and CIP U a code'))).toEqual(['9ZZ', 'CIP U']);
    expect(codesOf(readMajors('ABC\n201'))).toEqual(['ABC', '201']);
  });
  test('are codes of several words; in small letters they are words', () => {
    expect(codesOf(readDepartments('ART\nFOO BAR\nLAW'))).toEqual(['ART', 'FOO BAR', 'LAW']);
    expect(codesOf(readDepartments('ART\nfoo bar\nLAW'))).toEqual(['ART', 'LAW']);
  });
  test('are no missing departments in a mail, also several of them', () => {
    const read = readDepartments('Please add LAW to the FYI list, and\nBIO XYZ\nThanks');
    expect(codesOf(read)).toEqual(['LAW']);
    expect(notReadOf(read)).toEqual(['FYI', 'BIO XYZ']);
  });
});

describe('the segment of a major', () => {
  test.each(['201 U', '201 u', '201U', '201u', '201-U', '201/U', '201 (U)', '201\tU', '201,U', '(201) U'])(
    'in %j',
    (text) => expect(codesOf(readMajors(text))).toEqual(['201 U']),
  );
  test.each([
    ['that the code does not have', '0K2 G, 345G', ['0K2 G', '345 G']],
    ['of a code that does not exist', '9ZZ U 9ZYG 7 G', ['9ZZ U', '9ZY G', '7 G']],
    ['is the first of several letters', '201\tU\tG', ['201 U']],
    ['is on the same line', '201\nU\tG\t205', ['201', '205']],
    ['of a code that also stands alone', '201 G and 201', ['201 G', '201']],
    ['is no part of a code that ends like one', '00G', ['00G']],
    ['is no part of a longer word', '201 Undergraduate, menu', ['201']],
  ])('%s', (_title, text, codes) => expect(codesOf(readMajors(text))).toEqual(codes));
  test('departments have none', () => expect(codesOf(readDepartments('LAW U'))).toEqual(['LAW U']));
});

describe('titles of departments', () => {
  test.each<[title: string, text: string, codes: string[]]>([
    [
      'contain spaces and symbols',
      'M&C BIO, CHC/LAT; bio sci\nA, B ENGR. I&C SCI',
      ['M&C BIO', 'CHC/LAT', 'BIO SCI', 'A, B', 'ENGR.', 'I&C SCI'],
    ],
    ['are as long as possible', 'ART STU ART', ['ART STU', 'ART']],
    ['contain no tabs or line breaks', 'ART\nSTU', ['ART', 'STU']],
    ['may have more spaces', 'BIO \u00a0 SCI', ['BIO SCI']],
    ['are as stored', 'MATH math', ['Math']],
    ['that do not exist', 'BIO XYZ, LAW\nR&D\tART XYZ', ['BIO XYZ', 'LAW', 'R&D', 'ART XYZ']],
    ['are several in a cell', 'LAW ART', ['LAW', 'ART']],
  ])('%s', (_title, text, codes) => expect(codesOf(readDepartments(text))).toEqual(codes));

  test('in small letters between other words may be plain words', () => {
    const read = readDepartments('The data of the Law school, ART and Math');
    expect(codesOf(read)).toEqual(['ART', 'Math']);
    expect(wordsOf(read)).toEqual(['DATA', 'LAW']);
    expect(wordsOf(readDepartments('The law of LAW'))).toEqual([]);
    expect(codesOf(readDepartments('data, law'))).toEqual(['DATA', 'LAW']);
  });
});

test('a code is replaced at all its places', () => {
  const text = '7 and 201, 7.';
  const { codes } = readMajors(text);
  expect(withCode(text, codes[0]?.places ?? [], '007')).toBe('007 and 201, 007.');
});

test('any text is read, and its codes are read again as they are', () => {
  const letter = fc.constantFrom(...'0127KUGMZarT .,-–/&()\n\t\u00e9\u0301\ud83d');
  for (const read of [readMajors, readDepartments])
    fc.assert(
      fc.property(fc.string({ unit: letter }), (text) => {
        const codes = codesOf(read(text));
        expect(codesOf(read(codes.join(', ')))).toEqual(codes);
      }),
      { numRuns: 500 },
    );
});

test('all codes of a list are found between any separators', () => {
  const separator = fc.constantFrom(', ', '\n', '\r\n', '\t', ';', ' | ', '"\n"');
  fc.assert(
    fc.property(fc.shuffledSubarray(departments), separator, (some, between) => {
      expect(codesOf(readDepartments(some.join(between)))).toEqual(some);
    }),
  );
  fc.assert(
    fc.property(fc.shuffledSubarray(majors), separator, (some, between) => {
      expect(codesOf(readMajors(some.join(between)))).toEqual(some);
    }),
  );
});

test('a long text is read at once', () => {
  const line = 'Please give 201, 205 and 0K2 U a new CIP code, at the latest by Friday.\n';
  const start = performance.now();
  expect(codesOf(readMajors(line.repeat(1_000)))).toEqual(['201', '205', '0K2 U']);
  expect(performance.now() - start).toBeLessThan(5_000);
});
