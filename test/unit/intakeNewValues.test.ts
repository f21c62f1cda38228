import { expect, test } from 'vitest';
import { newValues } from '../../contract/newValues.ts';
import { collected } from '../../intake/collected.ts';
import { readTable } from '../../intake/read.ts';
import { known, lines } from '../support/intake.ts';

const read = (text: string, choices: Readonly<Record<string, string>> = {}) =>
  collected(readTable({ table: lines(text), kind: 'major', known, newValues: newValues.major, choices }));
const valuesOf = (intake: ReturnType<typeof read>) => intake.proposedRows.map(({ values }) => values);

test('a new major of a file without Campus Indicator gets what the form preselects, an existing one keeps its own', () => {
  const intake = read('Major Code | Segment | Title 20\n0A1 | U | New\n007 | U | Chemistry 2');
  expect(valuesOf(intake)).toEqual([
    { majorCode: '0A1', majorSegment: 'U', title20: 'New', campusIndicator: 'G' },
    { majorCode: '007', majorSegment: 'U', title20: 'Chemistry 2' },
  ]);
  expect([...intake.filledIn]).toEqual(['campusIndicator']);
  // It is not listed as a text that means something else.
  expect(intake.others).toEqual([]);
});

test('the user can choose another value, or none', () => {
  const text = 'Major Code | Segment | Title 20\n0A1 | U | New';
  expect(valuesOf(read(text, { 'new campusIndicator': 'H' }))[0]).toMatchObject({ campusIndicator: 'H' });
  const none = read(text, { 'new campusIndicator': 'none' });
  expect(valuesOf(none)[0]).toMatchObject({ campusIndicator: null });
  expect([...none.filledIn]).toEqual(['campusIndicator']);
});

test('a file that has the column says it itself, also with an empty cell', () => {
  const intake = read(
    'Major Code | Segment | Title 20 | Campus Indicator\n0A1 | U | New |\n0A2 | U | Other | H',
  );
  expect(valuesOf(intake).map((values) => values?.campusIndicator)).toEqual([undefined, 'H']);
  expect(intake.filledIn.size).toBe(0);
});

test('the segment, which names a major, is never filled in', () => {
  const intake = read('Major Code | Title 20\n0A1 | New');
  expect(intake.problems.map(({ message }) => message)).toEqual([expect.stringContaining('Segment')]);
});
