import { describe, expect, test } from 'vitest';
import { codesIn, codesText, filterByCodes, foundText, MAX_CODES, writtenCodes } from './codeFilter.ts';

const majors = ['000 U', '007 G', '0K2 U', '201 G', '201 U', '345 M'].map((name) => ({
  code: name.slice(0, 3),
  letter: name.slice(4),
}));
const departments = ['ART', 'Art', 'BIO SCI', 'A, B'].map((code) => ({ code }));
const codeOf = <Item>(item: Item) => item;

const inMajors = (written: string) => filterByCodes(majors, { noun: 'major', codeOf }, written);
const inDepartments = (written: string) =>
  filterByCodes(departments, { noun: 'department', codeOf }, written);
const missingIn = (written: string) =>
  inMajors(written).missing.map(({ code, suggestions }) => [code, ...suggestions]);

describe('the codes in a URL', () => {
  test.each<[string | null, readonly string[] | null]>([
    [null, null],
    ['', null],
    [',,', []],
    ['***', []],
    ['201,0K2 U', ['201', '0K2 U']],
    [' 201 ,,201,zzz,ZZZ', ['201', 'zzz']],
  ])('%j', (written, codes) => expect(codesIn(written)).toEqual(codes));

  test('are the same after they were written, commas included', () => {
    const codes = ['ART', 'BIO SCI', 'A, B', 'M&C BIO', '50%'];
    expect(codesIn(writtenCodes(codes))).toEqual(codes);
  });
});

describe('a list filtered by codes', () => {
  test('has all items with these codes, in its own order', () => {
    expect(inMajors('345,201').items).toEqual([majors[3], majors[4], majors[5]]);
    expect(inDepartments('bio  sci,art,a%2C b').items).toEqual(departments);
  });
  test('has only the majors of a given segment', () => {
    expect(inMajors('201 u').items).toEqual([majors[4]]);
    expect(inMajors('0K2 G').items).toEqual([]);
  });
  test('reports missing codes with similar ones, which it does not use', () => {
    expect(inMajors('7,201,ABC').items).toHaveLength(2);
    expect(missingIn('7,201,abc')).toEqual([['7', '007'], ['ABC']]);
  });
  test.each([
    ['of lost zeros', '0', ['000']],
    ['of lost zeros, with the segment', '7 G', ['007 G']],
    ['of lost zeros, with another segment', '7 U', ['007 G']],
    ['of another segment', '0K2 G', ['0K2 U']],
    ['of all other segments', '201 M', ['201 U', '201 G']],
    ['of an attached segment', '201U', ['201 U']],
  ])('similar codes %s', (_title, code, similar) => expect(missingIn(code)).toEqual([[code, ...similar]]));

  test('shows nothing if the URL is invalid', () => {
    const many = Array.from({ length: MAX_CODES + 1 }, (_, at) => `X${at}`);
    expect(inMajors(many.slice(1).join())).toMatchObject({ problem: null, items: [] });
    expect(inMajors(many.join())).toMatchObject({
      items: [],
      problem: '501 codes are too many. A list can be filtered by at most 500.',
    });
    expect(inMajors(',')).toMatchObject({ items: [], problem: 'This URL contains no readable code.' });
  });
  test('is described in words', () => {
    expect(codesText(inMajors('201,7,ABC'))).toBe('1 of 3 codes found, 2 majors. Not found: 7, ABC');
    expect(codesText(inMajors('7,ABC'))).toBe('0 of 2 codes found. Not found: 7, ABC');
    expect(codesText(inMajors('201'))).toBe('1 code, 2 majors');
    expect(codesText(inMajors('201,345 M'))).toBe('2 codes, 3 majors');
    expect(codesText(inDepartments('art,bio sci,a%2C b'))).toBe('3 codes, 4 departments');
    expect(foundText(inMajors('201'), { count: 0, hiddenBy: ['“art”'] })).toBe(
      '1 code, 2 majors. 0 shown, 2 hidden by “art”.',
    );
    expect(foundText(inMajors('201,7'), { count: 1, hiddenBy: ['“art”', 'As of F18'] })).toBe(
      '1 of 2 codes found, 2 majors. 1 shown, 1 hidden by “art” and As of F18.',
    );
    expect(codesText(inMajors(','))).toBe('This URL contains no readable code.');
  });
});
