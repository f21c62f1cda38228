import { expect, test } from 'vitest';
import { proposedRows } from '../../intake/proposed.ts';
import { lines, read } from '../support/intake.ts';

// Rows for the same item: the user corrects a code, or keeps one of the rows.

const TABLE = lines(
  'Major Code | Segment | Title 20\n0A1 | U | Biology\n0A2 | U | Chemistry\n0a1 | U | Botany',
);

test('the codes of rows for the same item can be corrected', () => {
  const { rows } = read('major', TABLE);
  expect(rows.flatMap(({ number, problems }) => problems.map(({ ids }) => [number, ids]))).toEqual([
    [2, ['majorCode', 'majorSegment']],
    [4, ['majorCode', 'majorSegment']],
  ]);
  const corrected = read('major', TABLE, { edits: { 4: { majorCode: '0A3' } } });
  expect(corrected.rows.flatMap(({ problems }) => problems)).toEqual([]);
});

test('of rows for the same item the user keeps one; the others are left out, and the choice can be changed', () => {
  const { rows } = read('major', TABLE);
  const [question] = rows.flatMap(({ problems }) => problems.flatMap((problem) => problem.question ?? []));
  expect(question?.candidates).toEqual([
    { value: '2', label: 'Keep row 2' },
    { value: '4', label: 'Keep row 4' },
  ]);
  const kept = read('major', TABLE, { choices: { [question?.id ?? '']: '4' } });
  expect(proposedRows(kept).rows.map(({ values }) => values)).toMatchObject([
    { title20: 'Chemistry' },
    { title20: 'Botany' },
  ]);
  expect(kept.notes).toEqual(['Row 2 is left out, because you keep another row for the same major.']);
  expect(kept.rows.flatMap(({ solved = [] }) => solved.map((problem) => problem.question?.id))).toEqual([
    question?.id,
  ]);
});
