import { expect, test } from 'vitest';
import type { OpenQuestion } from '../../../intake/collected.ts';
import { groupsOf } from './importQuestions.ts';

const question = (from: string, ...values: string[]) =>
  ({
    id: from,
    from,
    wrong: 'seems to have lost its zeros',
    column: 'CIP Code',
    candidates: values.map((value) => ({ value, label: value })),
  }) as unknown as OpenQuestion;

test('one click restores zeros at the beginning, but guesses none at the end', () => {
  const sure = [question('3.0103', '03.0103'), question('9.0401', '09.0401'), question('11', '011')];
  const unsure = [question('99.99', '99.9900'), question('9.04', '09.0400'), question('7', '007', '07A')];
  expect(groupsOf([...unsure, ...sure])).toEqual([sure]);
});
