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

test('a field belongs to the users who have changed it; identical changes are no conflict', () => {
  expect(comparedOf(schoolForm, states).map(({ name, by }) => [name, by])).toEqual([
    ['title', 'both'],
    ['title8', 'you'],
    ['active', 'others'],
    ['comments', 'others'],
  ]);
});

test('fields that only this user has changed are kept; all others have their stored value', () => {
  expect(merged(comparedOf(schoolForm, states), states)).toEqual({ ...states.newer, title8: 'Mine' });
});

test('spaces around a text are not a change, and neither is the same number as text', () => {
  const typed = { ...states, yours: { ...states.newer, title: ' Free Arts ', yearEnd: ' 2030' } };
  expect(comparedOf(schoolForm, typed)).toEqual([]);
});
