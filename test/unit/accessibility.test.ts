import { expect, test } from 'vitest';
import { isTest, numberedRows } from '../support/documents.ts';

const rows = numberedRows('docs/accessibility.md').map(([criterion = '', state = '', shown = '']) => ({
  criterion,
  state,
  // `file: title`, after a remark or before a sentence.
  tests: [...shown.matchAll(/(\w+\.(?:spec|test)\.tsx?): (.*?)(?=<br>|\. [A-Z]|$)/g)].map(
    ([, file, title]) => `${file}: ${title}`,
  ),
}));

// The success criteria of WCAG 2.2 on levels A and AA. 4.1.1 is obsolete there.
const CRITERIA = {
  '1.1': [1],
  '1.2': [1, 2, 3, 4, 5],
  '1.3': [1, 2, 3, 4, 5],
  '1.4': [1, 2, 3, 4, 5, 10, 11, 12, 13],
  '2.1': [1, 2, 4],
  '2.2': [1, 2],
  '2.3': [1],
  '2.4': [1, 2, 3, 4, 5, 6, 7, 11],
  '2.5': [1, 2, 3, 4, 7, 8],
  '3.1': [1, 2],
  '3.2': [1, 2, 3, 4, 6],
  '3.3': [1, 2, 3, 4, 7, 8],
  '4.1': [2, 3],
};

test('the table has each criterion of WCAG 2.2 A and AA', () => {
  const all = Object.entries(CRITERIA).flatMap(([guideline, numbers]) =>
    numbers.map((number) => `${guideline}.${number}`),
  );
  expect(rows.map(({ criterion }) => criterion.split(' ')[0])).toEqual(all);
  expect(rows.map(({ state }) => state)).toEqual(
    rows.map(() => expect.stringMatching(/^(met|partly|not applicable)$/)),
  );
});

test('each criterion that is met, also in part, names a test', () => {
  expect(rows.filter(({ state, tests }) => state !== 'not applicable' && tests.length === 0)).toEqual([]);
});

test('the table names only tests that exist', () => {
  expect(rows.flatMap(({ tests }) => tests).filter((named) => !isTest(named))).toEqual([]);
});
