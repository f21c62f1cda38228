import { expect, test } from 'vitest';
import { majorForm } from '../../../contract/major.ts';
import { changeFormOf, inputsOf, readChange, readTyped, typedIn, writeTyped } from './changeForms.ts';

const view = { kind: 'major', editForm: majorForm } as const;

const typed = (name: string, value: string, effective = '') => ({ name, value, effective });
const read = (...given: Parameters<typeof typed>) => readChange(view, typed(...given));

test('input is read as in the form, and an empty input clears the field', () => {
  expect(read('title20', ' Art ')).toEqual({ values: { title20: 'Art' } });
  expect(read('majorCode', '0k2')).toEqual({ values: { majorCode: '0K2' } });
  expect(read('sortCode', '12')).toEqual({ values: { sortCode: 12 } });
  expect(read('active', 'false')).toEqual({ values: { active: false } });
  expect(read('cipCode', '')).toEqual({ values: { cipCode: null } });
});

test('a name or code may apply from a term on, another field may not', () => {
  expect(read('cipCode', '11.0701', '202692')).toEqual({
    values: { cipCode: '11.0701' },
    effectiveTerm: '202692',
  });
  expect(read('sortCode', '12', '202692')).toEqual({ values: { sortCode: 12 } });
});

test.each([
  ['title20', ''],
  ['sortCode', 'many'],
  ['active', ''],
  ['active', 'maybe'],
  ['nothing', '1'],
  ['version', '1'],
  ['majorKey', '1'],
  ['__proto__', ''],
])('there is no change of %s to “%s”', (name, value) => expect(read(name, value)).toBeNull());

test('the inputs are the same after they were written to the URL', () => {
  for (const [name, value, effective] of [
    ['cipCode', '11.0701', '202692'],
    ['cipCode', '', ''],
    ['active', 'true', ''],
    ['endTermYyyyst', '', ''],
    ['majorSegment', 'G', ''],
  ] as const) {
    const inputs = inputsOf(changeFormOf(view, name), typed(name, value, effective));
    const params = new URLSearchParams('found=art&effective=202792');
    writeTyped(params, typedIn(name, inputs));
    expect(readTyped(params)).toEqual({ name, value, effective });
  }
  expect(readTyped(new URLSearchParams('found=art&field=cipCode'))).toEqual({
    name: null,
    value: '',
    effective: '',
  });
});
