import { expect, test } from 'vitest';
import { schoolForm } from '../../../contract/school.ts';
import { inputValues } from '../../ui/form/inputValues.ts';
import { comparedOf, merged } from './compareVersions.ts';

const school = { schoolCode: 'ZZ', title: 'Arts', title8: 'Arts', comments: 'old', active: true, version: 1 };
const base = inputValues(schoolForm, school);
const states = {
  base,
  yours: { ...base, title: 'Fine Arts', title8: 'Mine', yearEnd: '2030' },
  newer: inputValues(schoolForm, {
    ...school,
    title: 'Free Arts',
    comments: 'new',
    active: false,
    yearEnd: 2030,
    version: 2,
  }),
};

test('a field is of those who have changed it, and one that all have changed alike is none', () => {
  expect(comparedOf(schoolForm, states).map(({ name, by }) => [name, by])).toEqual([
    ['title', 'both'],
    ['title8', 'you'],
    ['active', 'others'],
    ['comments', 'others'],
  ]);
});

test('what only the user has changed stays, all else is as it is saved by now', () => {
  expect(merged(comparedOf(schoolForm, states), states)).toEqual({ ...states.newer, title8: 'Mine' });
});

test('spaces around a text are no change, and neither is a number that was typed', () => {
  const typed = { ...states, yours: { ...states.newer, title: ' Free Arts ', yearEnd: ' 2030' } };
  expect(comparedOf(schoolForm, typed)).toEqual([]);
});
