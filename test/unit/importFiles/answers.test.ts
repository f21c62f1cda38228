import { describe, expect, test } from 'vitest';
import { known, lines, read } from '../../support/intake.ts';

/** What is asked about the first row, and what the row proposes with this answer. */
function asked(text: string, response = '', more: Parameters<typeof read>[2] = {}) {
  const { rows } = read('major', lines(text), more);
  const question = rows[0]?.problems[0]?.question;
  const choices = { [question?.id ?? '']: response };
  const responded = read('major', lines(text), { ...more, choices }).rows[0]?.proposed;
  return { candidates: question?.candidates, answered: responded };
}

describe('a text that may mean that there is no value', () => {
  const file = 'Major Code | Segment | Title Long\n007 | U | N/A';
  test.each([
    ['(empty)', null],
    ['N/A', 'N/A'],
  ])('is %j if that is chosen', (response, value) => {
    const { candidates, answered: responded } = asked(file, response);
    expect(candidates).toContainEqual(expect.objectContaining({ value: response }));
    expect(responded?.values).toMatchObject({ titleLong: value });
  });

  test('is not asked about if it is stored', () => {
    const major = { ...known.items.major[0], titleLong: 'N/A' };
    const items = { ...known.items, major: [major] };
    expect(asked(file, '', { known: { ...known, items } })).toMatchObject({
      candidates: undefined,
      answered: { values: { titleLong: 'N/A' } },
    });
  });

  test('can only be that text where one is required, and one of the choices where there are some', () => {
    expect(asked('Major Code | Segment | Title 20\n007 | U | -').candidates).toEqual([
      { value: '-', label: 'The text -' },
    ]);
    expect(asked('Major Code | Segment | Campus Indicator\n007 | U | -').candidates).toEqual([
      { value: '(empty)', label: 'No value' },
      { value: 'G', label: 'G General campus' },
      { value: 'H', label: 'H Health sciences' },
    ]);
  });
});

test('a number that can have been a code with an E is asked about', () => {
  const file = 'Major Code | Segment\n100000 | U';
  expect(asked(file, '1E5')).toEqual({
    candidates: [{ value: '1E5', label: '1E5' }],
    answered: { ref: { majorKey: 2 }, values: { majorCode: '1E5', majorSegment: 'U' } },
  });
});

test('a chosen major keeps its code as it is stored', () => {
  const { answered: responded } = asked('Major Code | Segment | Start Term\n1e5 | U | F25', '2');
  expect(responded).toMatchObject({ ref: { majorKey: 2 }, values: { majorCode: '1E5' } });
});

test('a major that is named by its key takes its code from the file', () => {
  const { answered: responded } = asked('Major Key | Major Code | Segment\n2 | 1e5 | U');
  expect(responded).toMatchObject({ ref: { majorKey: 2 }, values: { majorCode: '1e5' } });
});
