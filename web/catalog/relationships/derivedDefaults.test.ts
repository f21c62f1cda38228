import { expect, test } from 'vitest';
import { majorDegreeForm } from '../../../contract/majorDegree.ts';
import { valueAt } from '../../ui/form/formState.ts';
import { inputValues } from '../../ui/form/inputValues.ts';
import { derivedDefaults } from './derivedDefaults.ts';

const inputs = inputValues(majorDegreeForm, {
  major: { title20: 'Short', titleLong: 'In full', startTermYyyyst: '202592', endTermYyyyst: '203092' },
  majorSchools: ['14'],
  majorDepartments: [3],
});

test('every field with a derived default is a field of the form', () => {
  for (const path of Object.keys(derivedDefaults)) expect(valueAt(inputs, path)).toBeDefined();
});

test('title, terms, schools and departments derive from the major', () => {
  const taken = Object.entries(derivedDefaults).map(([path, of]) => [path, of(inputs)]);
  expect(Object.fromEntries(taken)).toEqual({
    'degree.degreeTitleRc': 'In full',
    'degree.degreeStartTermYyyyst': '202592',
    'degree.degreeEndTermYyyyst': '203092',
    'majorDegree.startTerm': '202592',
    'majorDegree.endTerm': '203092',
    degreeSchools: ['14'],
    degreeDepartments: [3],
  });
});

test('without a long title, the title derives from the short one', () => {
  const { major } = inputs as { major: object };
  expect(derivedDefaults['degree.degreeTitleRc']?.({ major: { ...major, titleLong: '' } })).toBe('Short');
});
