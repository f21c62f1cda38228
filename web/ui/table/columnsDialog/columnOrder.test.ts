import { expect, test } from 'vitest';
import { choicesOf, moved } from './columnOrder.ts';

const all = ['a', 'b', 'c', 'd'].map((id) => ({ id, header: id.toUpperCase() }));
const idsOf = (choices: readonly { id: string }[]) => choices.map(({ id }) => id).join('');

test('the shown columns come first, in their order', () => {
  const choices = choicesOf(all, ['c', 'a']);
  expect(idsOf(choices)).toBe('cabd');
  expect(choices.map(({ isShown }) => isShown)).toEqual([true, true, false, false]);
});

test.each([
  ['a', 'c', 'bcad'],
  ['c', 'a', 'cabd'],
  ['a', 'b', 'bacd'],
  ['d', 'c', 'abdc'],
  ['a', 'd', 'bcda'],
  ['b', 'b', 'abcd'],
  ['b', 'x', 'abcd'],
])('%s moves to the place of %s: %s', (id, to, expected) => {
  expect(idsOf(moved(choicesOf(all, ['a', 'b', 'c', 'd']), id, to))).toBe(expected);
});
