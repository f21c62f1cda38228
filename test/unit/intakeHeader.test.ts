import { describe, expect, test, vi } from 'vitest';
import { readTable } from '../../intake/read.ts';
import { headerSet, quoted, wordsOf } from '../../intake/words.ts';
import { known } from '../support/intake.ts';

const read = (rows: readonly (readonly string[])[]) =>
  readTable({
    table: rows.map((texts) => texts.map((text) => ({ text }))),
    kind: 'major',
    known,
    source: { delimiter: ',' },
  });
const columns = (count: number, header: (at: number) => string) => [
  ['Major Code', 'Segment', ...Array.from({ length: count }, (_, at) => header(at))],
  ['007', 'U', ...Array.from({ length: count }, () => 'x')],
];

describe('A header', () => {
  test.for([
    ['other columns', (at: number) => `Other ${at}`],
    ['columns of one name', () => 'Other'],
    ['columns of the same meaning', () => 'Title 20'],
    ['columns without a name', () => ''],
  ] as const)('of many %s is compared with each of them a fixed number of times', ([, header]) => {
    const compared = (count: number) => {
      const texts = vi.spyOn(String.prototype, 'normalize');
      read(columns(count, header));
      const { length } = texts.mock.calls;
      texts.mockRestore();
      return length;
    };
    const [few, many] = [compared(1_000), compared(2_000)];
    expect(few).toBeLessThan(1_000 * 100);
    expect(many).toBeLessThan(few * 2.1);
  });

  test('is cut at 100 characters, including its text in brackets', () => {
    const long = `Title 20 (${'at most twenty characters, '.repeat(10)})`;
    const { columns: found, problems } = read([
      ['Major Code', 'Segment', long, '('.repeat(100_000), '[('.repeat(100_000)],
      ['007', 'U', 'Chemistry', 'x', 'x'],
    ]);
    expect(problems).toEqual([]);
    expect(found.map(({ id }) => id)).toEqual(['majorCode', 'majorSegment', 'title20', null, null]);
    expect(found[2]?.header).toBe(`${long.slice(0, 100)}…`);
    for (const { header } of found) expect(header.length).toBeLessThan(130);
  });

  test('keeps two columns that are equal only in their first 100 characters', () => {
    const begin = 'x'.repeat(100);
    const { columns: found } = read([
      ['Major Code', 'Segment', `${begin}1`, `${begin}2`],
      ['007', 'U', 'x', 'x'],
    ]);
    expect(found.slice(2).map(({ header }) => header)).toEqual([
      `${begin}… (column C)`,
      `${begin}… (column D)`,
    ]);
  });

  test('with many ignored columns names the first of them', () => {
    const { notes } = read(columns(30, (at) => `Other ${at}`));
    expect(notes).toEqual([
      `The columns ${Array.from({ length: 20 }, (_, at) => `“Other ${at}”`).join(', ')} and 10 more are ignored.`,
    ]);
    const { problems } = read(columns(30, () => 'Title 20'));
    expect(problems[0]?.message).toContain('(column G)” and 25 more would both be Title 20.');
  });
});

test('values behind a wide header are errors, but not those behind its reasons', () => {
  const wide = Array.from({ length: 1_000 }, () => '');
  const { rows } = read([
    ['Major Code', 'Segment', 'Title 20', ...wide],
    ['007', 'U', 'Chemistry'],
    ['008', 'U', 'Physics', ...wide.slice(1), 'x'],
  ]);
  expect(rows.map(({ problems }) => problems.map(({ message }) => message))).toEqual([
    [],
    ['Row 3 has more values than the header; put quotation marks around values with commas.'],
  ]);
});

test('a quoted text is cut after 40 characters', () => {
  const most = 'x'.repeat(40);
  expect([most, `${most}y`].map(quoted)).toEqual([`“${most}”`, `“${most}…”`]);
});

test('only the beginning of a very long text is compared', () => {
  expect(wordsOf('a '.repeat(100_000))).toHaveLength(500);
});

test('a set of headers is the same in any order, and with any case, accents, punctuation and repetition', () => {
  const set = headerSet(['Major Code', 'Título', '#']);
  expect(headerSet(['TITULO', '%', 'major_code', 'Major code'])).toBe(set);
  for (const other of [['Major Code', 'Título'], ['Major', 'Code', 'Título', '#'], ['MajorCodeTitulo'], []])
    expect(headerSet(other), String(other)).not.toBe(set);
});
