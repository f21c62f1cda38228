import { expect, test } from 'vitest';
import { groupedReasons, outcomeOf } from './undoBlocked.ts';

const refused = (label: string, rest: string, blockedBy?: string) => ({
  code: 'UNDO_CONFLICT',
  field: 'major/1',
  label,
  message: `${label}${rest}`,
  ...(blockedBy === undefined ? {} : { blockedBy }),
});
const changed = ' was changed by Robin Alvarez on Nov 26, 2026, 12:32:56 AM PST.';

test('rows that the same change blocks are merged into one reason, with a link to the change', () => {
  const labels = ['Q03 G', 'Q08 U', 'Q14 U', 'Q15 G'];
  expect(groupedReasons(labels.map((label) => refused(label, changed, 'abc')))).toEqual([
    {
      text: 'Q03 G, Q08 U, Q14 U and 1 more were changed by Robin Alvarez on Nov 26, 2026, 12:32:56 AM PST.',
      to: '/changes?requestId=abc',
    },
  ]);
});

test('as many conflicts as the server names at most may not be all', () => {
  const errors = Array.from({ length: 20 }, (_, at) => refused(`Q${at} U`, changed, 'abc'));
  expect(outcomeOf(errors)).toBe(
    "This can't be undone yet. Nothing has changed. These are the first 20 rows.",
  );
  expect(outcomeOf(errors.slice(1))).toBe("This can't be undone yet. Nothing has changed.");
});

test('other changes and other reasons stay separate', () => {
  const deleted = ' was deleted by Robin Alvarez on Nov 26, 2026, 12:32:56 AM PST.';
  const reasons = groupedReasons([
    refused('A', changed, 'abc'),
    refused('B', deleted, 'abc'),
    refused('C', changed, 'def'),
    refused('D', changed),
  ]);
  expect(reasons.map(({ text, to }) => [text.slice(0, 8), to])).toEqual([
    ['A was ch', '/changes?requestId=abc'],
    ['B was de', '/changes?requestId=abc'],
    ['C was ch', '/changes?requestId=def'],
    ['D was ch', undefined],
  ]);
});
