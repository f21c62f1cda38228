import { describe, expect, test } from 'vitest';
import { isTest, namedIn, numberedRows } from '../support/documents.ts';

/** The rows of the table: a clause, its sentence, and the tests that cover it, as `file: title`. */
const rows = numberedRows('docs/specification.md').map(([clause = '', sentence = '', tests]) => ({
  clause,
  sentence,
  tests: namedIn(tests),
}));

describe('the table of the specification', () => {
  test('has rows for each section', () => {
    const clauses = new Set(rows.map(({ clause }) => clause.split('.')[0]));
    expect(clauses).toEqual(new Set('123456789'));
  });

  test('names a test for every sentence', () => {
    expect(rows.filter(({ tests }) => tests.length === 0)).toEqual([]);
  });

  test('names only tests that exist', () => {
    const missing = rows.flatMap(({ tests }) => tests).filter((named) => !isTest(named));
    expect([...new Set(missing)]).toEqual([]);
  });
});
