import { expect, test } from 'vitest';
import { relationshipsOf } from '../../../contract/relationships.ts';
import { errorsIn, firstCommonTerm, relateFormOf, relateRows } from './relateProposal.ts';

const linkOf = (from: 'degree' | 'school', name: string) => {
  const link = relationshipsOf(from).find((one) => one.name === name);
  if (!link) throw new Error(name);
  return link;
};

test('each selected item gets a relationship with the same values, with the ends in their order', () => {
  const values = { startTerm: '202692', endTerm: null, active: true };
  expect(relateRows(linkOf('degree', 'school'), 7, ['14', '15'], values)).toEqual([
    { kind: 'schoolDegree', ref: { degree: { degreeKey: 7 }, school: { schoolCode: '14' } }, values },
    { kind: 'schoolDegree', ref: { degree: { degreeKey: 7 }, school: { schoolCode: '15' } }, values },
  ]);
});

test('the suggested start is the first term in which all items are in effect', () => {
  const degree = { kind: 'degree', item: { degreeStartTermYyyyst: '202014' } } as const;
  expect(firstCommonTerm([degree, { kind: 'department', item: { startTerm: '202403' } }])).toBe('202403');
  // A school has years: it starts in the fall.
  expect(firstCommonTerm([degree, { kind: 'school', item: { yearStart: 2024 } }])).toBe('202492');
  expect(firstCommonTerm([degree, { kind: 'school', item: { yearStart: 1965 } }])).toBe('202014');
  expect(firstCommonTerm([{ kind: 'department', item: { startTerm: null } }])).toBeNull();
});

test('its form has the fields and rules of one relationship', () => {
  const form = relateFormOf(linkOf('degree', 'major'));
  expect(Object.keys(form.fields)).toContain('programLengthYrs');
  expect(Object.keys(form.fields)).not.toContain('version');
  const result = form.schema.safeParse({ items: ['1'], startTerm: '202692', endTerm: '202592' });
  expect(result.error?.issues.map(({ message }) => message)).toEqual([
    'End Term must not be before Start Term',
  ]);
});

test('an error of all rows is reported once', () => {
  const error = { code: 'X', field: 'startTerm', message: 'Start Term is unknown' };
  const row = {
    index: 0,
    outcome: 'refused' as const,
    key: null,
    label: null,
    version: null,
    fields: [],
    errors: [error],
    warnings: [],
  };
  const counts = { create: 0, update: 0, delete: 0, same: 0, refused: 2, warned: 0 };
  expect(errorsIn({ rows: [row, { ...row, index: 1 }], counts })).toEqual([error]);
});
