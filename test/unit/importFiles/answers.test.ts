import { describe, expect, test } from 'vitest';
import { known, lines, read } from '../../support/intake.ts';

/** The candidates for the question about the first row, and the proposal of that row after this choice. */
function choose(text: string, choice = '', more: Parameters<typeof read>[2] = {}) {
  const { rows } = read('major', lines(text), more);
  const question = rows[0]?.problems[0]?.question;
  const choices = { [question?.id ?? '']: choice };
  const proposed = read('major', lines(text), { ...more, choices }).rows[0]?.proposed;
  return { candidates: question?.candidates, proposed };
}

describe('a text that may mean no value', () => {
  const file = 'Major Code | Segment | Title Long\n007 | U | N/A';
  test.each([
    ['(empty)', null],
    ['N/A', 'N/A'],
  ])('is %j if the user chooses that', (choice, value) => {
    const { candidates, proposed } = choose(file, choice);
    expect(candidates).toContainEqual(expect.objectContaining({ value: choice }));
    expect(proposed?.values).toMatchObject({ titleLong: value });
  });

  test('needs no choice if it is stored', () => {
    const major = { ...known.items.major[0], titleLong: 'N/A' };
    const items = { ...known.items, major: [major] };
    expect(choose(file, '', { known: { ...known, items } })).toMatchObject({
      candidates: undefined,
      proposed: { values: { titleLong: 'N/A' } },
    });
  });

  test('offers only itself where a value is required, and the options of the field if it has any', () => {
    expect(choose('Major Code | Segment | Title 20\n007 | U | -').candidates).toEqual([
      { value: '-', label: 'The text -' },
    ]);
    expect(choose('Major Code | Segment | Campus Indicator\n007 | U | -').candidates).toEqual([
      { value: '(empty)', label: 'No value' },
      { value: 'G', label: 'G General campus' },
      { value: 'H', label: 'H Health sciences' },
    ]);
  });
});

test('a number that may be a code with an E needs a choice', () => {
  const file = 'Major Code | Segment\n100000 | U';
  expect(choose(file, '1E5')).toEqual({
    candidates: [{ value: '1E5', label: '1E5' }],
    proposed: { ref: { majorKey: 2 }, values: { majorCode: '1E5', majorSegment: 'U' } },
  });
});

test('a chosen major keeps its stored code', () => {
  const { proposed } = choose('Major Code | Segment | Start Term\n1e5 | U | F25', '2');
  expect(proposed).toMatchObject({ ref: { majorKey: 2 }, values: { majorCode: '1E5' } });
});

test('a major with a key takes its code from the file', () => {
  const { proposed } = choose('Major Key | Major Code | Segment\n2 | 1e5 | U');
  expect(proposed).toMatchObject({ ref: { majorKey: 2 }, values: { majorCode: '1e5' } });
});
