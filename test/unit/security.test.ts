import { describe, expect, test } from 'vitest';
import { scenarios } from '../chaos/scenarios.ts';
import { isDocument, isTest, namedIn, numberedRows } from '../support/documents.ts';

/**
 * ASVS 5.0.0: the number of level 1 and 2 requirements, by chapter and section. They come first in each section,
 * numbered from 1.
 */
const sections: Record<string, Record<string, number>> = {
  1: { 1: 2, 2: 9, 3: 11, 4: 3, 5: 2 },
  2: { 1: 3, 2: 3, 3: 4, 4: 1 },
  3: { 2: 2, 3: 4, 4: 6, 5: 5, 7: 2 },
  4: { 1: 3, 2: 1, 3: 2, 4: 4 },
  5: { 1: 1, 2: 3, 3: 2, 4: 3 },
  6: { 1: 3, 2: 12, 3: 4, 4: 4, 5: 5, 6: 3, 8: 4 },
  7: { 1: 3, 2: 4, 3: 2, 4: 5, 5: 2, 6: 2 },
  8: { 1: 2, 2: 3, 3: 1, 4: 1 },
  9: { 1: 3, 2: 4 },
  10: { 1: 2, 2: 2, 3: 4, 4: 11, 5: 5, 6: 2, 7: 3 },
  11: { 1: 2, 2: 3, 3: 3, 4: 4, 5: 1, 6: 1 },
  12: { 1: 3, 2: 2, 3: 4 },
  13: { 1: 1, 2: 5, 3: 2, 4: 5 },
  14: { 1: 2, 2: 4, 3: 3 },
  15: { 1: 3, 2: 3, 3: 7 },
  16: { 1: 1, 2: 5, 3: 4, 4: 3, 5: 3 },
  17: { 1: 1, 2: 4, 3: 2 },
};

const requirements = Object.entries(sections).flatMap(([chapter, counts]) =>
  Object.entries(counts).flatMap(([section, count]) =>
    Array.from({ length: count }, (_, index) => `${chapter}.${section}.${index + 1}`),
  ),
);

const rows = numberedRows('docs/security.md');
const held = rows
  .filter((cells) => cells.length === 4)
  .map(([numbers = '', , state = '', evidence]) => ({ numbers, state, evidence: namedIn(evidence) }));
const numbersOf = ([numbers = '']: string[]) =>
  numbers
    .split(', ')
    .flatMap((number) =>
      /^\d+\.\d+$/.test(number) ? requirements.filter((one) => one.startsWith(`${number}.`)) : [number],
    );

const CHAOS = 'npm run test:chaos -- ';

function isShown(named: string): boolean {
  if (named.startsWith(CHAOS)) return scenarios.some(({ name }) => name === named.slice(CHAOS.length));
  return /^\S+\.(test|spec)\.tsx?: /.test(named) ? isTest(named) : isDocument(named);
}

describe('docs/security.md', () => {
  test('lists each requirement of levels 1 and 2 once', () => {
    const collator = new Intl.Collator('en', { numeric: true });
    expect(rows.flatMap(numbersOf).toSorted(collator.compare)).toEqual(requirements);
  });

  test('states for each applicable requirement whether it is met, by whom, or why not', () => {
    expect(held.filter(({ state }) => !/^(held|operator|not held: .+)$/.test(state))).toEqual([]);
  });

  test('names evidence for each requirement that is met', () => {
    expect(held.filter(({ state, evidence }) => !state.startsWith('not') && evidence.length === 0)).toEqual(
      [],
    );
  });

  test('names only tests, chaos scenarios, documents and files that exist', () => {
    const missing = held.flatMap(({ evidence }) => evidence).filter((named) => !isShown(named));
    expect([...new Set(missing)]).toEqual([]);
  });
});
