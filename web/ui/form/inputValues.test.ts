import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { degreeCreateForm } from '../../../contract/degree.ts';
import { departmentForm } from '../../../contract/department.ts';
import type { Form } from '../../../contract/form.ts';
import { majorForm } from '../../../contract/major.ts';
import { majorDegreeForm } from '../../../contract/majorDegree.ts';
import { programForm } from '../../../contract/relationships.ts';
import { schoolForm } from '../../../contract/school.ts';
import { type InputValues, inputValues, restoredValues, sentValues } from './inputValues.ts';

const forms: Record<string, Form> = {
  school: schoolForm,
  department: departmentForm,
  degree: degreeCreateForm,
  major: majorForm,
  relationship: programForm,
  'major-degree': majorDegreeForm,
};
const start = inputValues(departmentForm, { title7: 'MATH', title: 'Mathematics', version: 3 });

/** The type of value that each input holds, as 'path: type'. */
function shapes(inputs: InputValues, within = ''): string[] {
  return Object.entries(inputs).flatMap(([name, value]) => {
    const path = `${within}${name}`;
    if (Array.isArray(value)) return [`${path}: list`];
    if (typeof value === 'object' && value !== null) return shapes(value as InputValues, `${path}.`);
    return [`${path}: ${typeof value === 'boolean' ? 'flag' : 'text'}`];
  });
}

test.each([
  ['', null],
  [' 5 ', 5],
  ['-5.50', -5.5],
  ['5e3', '5e3'],
  ['0x5', '0x5'],
  ['1,000', '1,000'],
])('the number %j is sent as %j', (yearStart, sent) =>
  expect(sentValues(schoolForm, { ...inputValues(schoolForm, {}), yearStart })).toMatchObject({
    yearStart: sent,
  }),
);

test('restores the typed values', () => {
  const typed = { ...start, title: 'Math', startTerm: '202592', active: false };
  expect(restoredValues(departmentForm, start, typed)).toEqual(typed);
  expect(restoredValues(departmentForm, start, { ...typed, startTerm: null })).toEqual({
    ...typed,
    startTerm: null,
  });
});

test('values that have been saved are not restored, whatever their version', () => {
  expect(restoredValues(departmentForm, start, { ...start, version: 2 })).toBeUndefined();
});

test('a missing field, or a field of another type, gets its initial value', () => {
  const typed = { title7: 5, title: 'Math', endTerm: ['202592'], active: 'yes', budget: 7, version: 3 };
  expect(restoredValues(departmentForm, start, typed)).toEqual({ ...start, title: 'Math' });
});

test('a new item has no version, whatever the draft contains', () => {
  const empty = inputValues(departmentForm, {});
  expect(restoredValues(departmentForm, empty, { version: 5 })).toBeUndefined();
  expect(restoredValues(departmentForm, empty, { title: 'Math', version: 5 })).toEqual({
    ...empty,
    title: 'Math',
  });
});

test('a missing part gets its initial values', () => {
  const empty = inputValues(majorDegreeForm, {});
  const typed = { ...empty, major: { title20: 'Math' }, degree: 'BA', majorSchools: ['00'] };
  expect(restoredValues(majorDegreeForm, empty, typed)).toEqual({
    ...empty,
    major: { ...(empty.major as InputValues), title20: 'Math' },
    majorSchools: ['00'],
  });
});

test.each([undefined, null, 5, 'text', [], {}, [{ title: 'Math' }], { title: null }, start])(
  'restores nothing from %j',
  (typed) => {
    expect(restoredValues(departmentForm, start, typed)).toBeUndefined();
  },
);

test('an edit without its base version is not restored: it could overwrite a newer version', () => {
  const { version, ...typed }: InputValues = { ...start, title: 'Math' };
  expect(restoredValues(departmentForm, start, typed)).toBeUndefined();
  expect(restoredValues(departmentForm, start, { ...typed, version: String(version) })).toBeUndefined();
  expect(restoredValues(departmentForm, start, { ...typed, version: 2 })).toMatchObject({ version: 2 });
});

test.each(Object.entries(forms))('any draft of a %s becomes values that fit its inputs', (_name, form) => {
  const empty = inputValues(form, {});
  const names = [...Object.keys(form.fields), ...Object.keys(majorForm.fields)];
  const values = fc.oneof(fc.jsonValue(), fc.dictionary(fc.constantFrom(...names), fc.jsonValue()));
  const drafts = fc.oneof(fc.jsonValue(), fc.dictionary(fc.constantFrom(...names), values));
  fc.assert(
    fc.property(drafts, (draft) => {
      const inputs = restoredValues(form, empty, draft) ?? empty;
      expect(shapes(inputs)).toEqual(shapes(empty));
      form.schema.safeParse(sentValues(form, inputs));
    }),
  );
});
