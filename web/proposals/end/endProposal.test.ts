import { expect, test } from 'vitest';
import type { Items } from '../../../contract/kinds.ts';
import type { MajorDegree } from '../../../contract/majorDegree.ts';
import { degreesOnlyOf, endItem, endRelationships, relationshipsAfter } from './endProposal.ts';

const LAST = '202592';
const saved = { version: 1, lastModified: '2025-01-01T00:00:00.000Z', lastModifiedBy: 'registrar' };

const majorOf = (majorKey: number, values: Partial<Items['major']> = {}) =>
  ({ majorKey, active: true, endTermYyyyst: null, ...values }) as Items['major'];
const degreeOf = (degreeKey: number, values: Partial<Items['degree']> = {}) =>
  ({ degreeKey, degreeActive: true, degreeEndTermYyyyst: null, ...values }) as Items['degree'];
const schoolOf = (schoolCode: string, values: Partial<Items['school']> = {}) =>
  ({ schoolCode, active: true, yearEnd: null, ...values }) as Items['school'];

const relationship = <Item>(item: Item, startTerm: string, endTerm: string | null = null, active = true) => ({
  item,
  startTerm,
  endTerm,
  active,
  ...saved,
});
const major = { kind: 'major', active: 'active' } as const;
const school = { kind: 'school', active: 'active' } as const;
const ending = { term: LAST, isInactive: false };

test('an item ends in its last term, a school in the year of the term', () => {
  expect(endItem(major, { major: majorOf(12) }, ending)).toEqual([
    { kind: 'major', ref: { majorKey: 12 }, values: { endTermYyyyst: LAST } },
  ]);
  expect(endItem(school, { school: schoolOf('14') }, ending)).toEqual([
    { kind: 'school', ref: { schoolCode: '14' }, values: { yearEnd: 2025 } },
  ]);
});

test('a later end is replaced, an earlier end is kept', () => {
  const end = (endTermYyyyst: string) => endItem(major, { major: majorOf(12, { endTermYyyyst }) }, ending);
  expect(end('203092')[0]?.values).toEqual({ endTermYyyyst: LAST });
  expect(end('202492')).toEqual([]);
  expect(endItem(school, { school: schoolOf('14', { yearEnd: 2025 }) }, ending)).toEqual([]);
});

test('Active is turned off on request if it is on, even for an item that has ended', () => {
  const off = { ...ending, isInactive: true };
  const end = (values: Partial<Items['major']>) =>
    endItem(major, { major: majorOf(12, values) }, off)[0]?.values;
  expect(end({})).toEqual({ endTermYyyyst: LAST, active: false });
  expect(end({ active: false })).toEqual({ endTermYyyyst: LAST });
  expect(end({ endTermYyyyst: '202492' })).toEqual({ active: false });
  expect(end({ endTermYyyyst: '202492', active: false })).toBeUndefined();
});

test('by default, Active is turned off for each row whose end has passed', () => {
  const since = (term: string) => ({ term, isInactive: null });
  const end = (term: string) => endItem(major, { major: majorOf(12) }, since(term))[0]?.values;
  expect(end('202514')).toEqual({ endTermYyyyst: '202514', active: false });
  expect(end('202592')).toEqual({ endTermYyyyst: '202592' });
  expect(end('202603')).toEqual({ endTermYyyyst: '202603' });
  // A school ends with the year, which has not passed.
  const endSchool = (term: string) => endItem(school, { school: schoolOf('14') }, since(term))[0]?.values;
  expect(endSchool('202514')).toEqual({ yearEnd: 2025 });
  expect(endSchool('202492')).toEqual({ yearEnd: 2024, active: false });
  const detail = {
    school: schoolOf('14'),
    majors: [relationship(majorOf(12), '199192')],
    departments: [],
    degrees: [],
  };
  const [open] = relationshipsAfter('school', detail, '202514').open;
  expect(open && endRelationships('school', '14', [open], since('202514'))[0]?.values).toEqual({
    endTerm: '202514',
    active: false,
  });
});

test('its open relationships end with it; those that have ended or begin later do not', () => {
  const detail = {
    major: majorOf(12),
    schools: [
      relationship(schoolOf('01'), '199192'),
      relationship(schoolOf('02'), '199192', '201992'),
      relationship(schoolOf('03'), '199192', LAST),
      relationship(schoolOf('04'), '199192', '203092'),
      relationship(schoolOf('05'), '202692'),
    ],
    departments: [],
    degrees: [relationship(degreeOf(7), LAST, null, false)],
  };
  const { open, later } = relationshipsAfter('major', detail, LAST);
  expect(open.map(({ id }) => id).toSorted()).toEqual(['degree/7', 'school/01', 'school/04']);
  expect(later.map(({ id }) => id)).toEqual(['school/05']);
  const rows = endRelationships('major', 12, open, { ...ending, isInactive: true });
  expect(rows).toHaveLength(3);
  expect(rows).toContainEqual({
    kind: 'schoolMajor',
    ref: { school: { schoolCode: '01' }, major: { majorKey: 12 } },
    values: { endTerm: LAST, active: false },
  });
  // If an item is not active, only its end changes.
  expect(rows).toContainEqual({
    kind: 'majorDegree',
    ref: { major: { majorKey: 12 }, degree: { degreeKey: 7 } },
    values: { endTerm: LAST },
  });
});

test('a degree belongs only to this major if no other major has it after the last term', () => {
  const pair = (majorKey: number, degree: Items['degree'], values: Partial<MajorDegree> = {}) =>
    ({ major: majorOf(majorKey), degree, startTerm: '199192', endTerm: null, ...values }) as MajorDegree;
  const found = (...pairs: MajorDegree[]) => degreesOnlyOf(12, pairs, LAST).map(({ degreeKey }) => degreeKey);
  expect(found(pair(12, degreeOf(7)), pair(12, degreeOf(8)), pair(13, degreeOf(8)))).toEqual([7]);
  // The other major no longer has it, or ends itself.
  expect(found(pair(12, degreeOf(7)), pair(13, degreeOf(7), { endTerm: LAST }))).toEqual([7]);
  expect(
    found(pair(12, degreeOf(7)), pair(13, degreeOf(7), { major: majorOf(13, { endTermYyyyst: '202492' }) })),
  ).toEqual([7]);
  // This major had it before, and the degree has already ended.
  expect(found(pair(12, degreeOf(7), { endTerm: '202492' }))).toEqual([]);
  expect(found(pair(12, degreeOf(7, { degreeEndTermYyyyst: LAST })))).toEqual([]);
});
