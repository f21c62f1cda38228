import { expect, test } from 'vitest';
import { degreeCreateForm } from '../../../contract/degree.ts';
import { departmentForm } from '../../../contract/department.ts';
import type { Detail } from '../../../contract/details.ts';
import { majorForm } from '../../../contract/major.ts';
import type { Preview, PreviewRow } from '../../../contract/proposals.ts';
import { schoolForm } from '../../../contract/school.ts';
import { relationshipsOfItem } from '../itemRelationships.ts';
import { copyDefaults, copyFormOf, copyStart } from './copyForm.ts';
import { copyRows, errorsIn } from './copyProposal.ts';

const RUNNING = '202592';
const saved = { version: 3, lastModified: '2025-01-01T00:00:00.000Z', lastModifiedBy: 'registrar' };
const since = (startTerm: string, endTerm: string | null = null) => ({
  ...saved,
  startTerm,
  endTerm,
  active: true,
});
const program = {
  programLengthYrs: 4,
  programLengthQtrs: null,
  acadYrInstrWks: 30,
  specProgIndctr: 'N',
  terminalPgmFlag: null,
  profDegreePgm: false,
  selfSuppPgm: true,
};

const major = {
  major: {
    majorKey: 12,
    majorSegment: 'G',
    majorCode: '0F7',
    title20: 'Global Health',
    academicYearApproved: 2011,
    startTermYyyyst: '201192',
    endTermYyyyst: null,
    active: true,
    version: 7,
    lastModified: saved.lastModified,
    majorUciNetId: 'registrar',
  },
  schools: [
    { item: { schoolCode: '14' }, ...since('201192') },
    { item: { schoolCode: '05' }, ...since('200192', '201076') },
    { item: { schoolCode: '06' }, ...since('202692') },
  ],
  departments: [{ item: { deptKey: 3 }, ...since('201192', '202792') }],
  degrees: [{ item: { degreeKey: 8 }, ...since('201192'), ...program }],
} as unknown as Detail<'major'>;
const majorView = { kind: 'major', createForm: majorForm } as const;
const relationships = relationshipsOfItem('major', major);

const degree = {
  degree: {
    degreeKey: 8,
    degreeAwarded: 'BA',
    degreeTitleRc: 'Art',
    degreeStartTermYyyyst: '201192',
    version: 2,
  },
  majors: [{ item: { majorKey: 12 }, ...since('201192'), ...program }],
  schools: [],
  departments: [],
} as unknown as Detail<'degree'>;

test('a copy starts with the values of the item without version and code, with the relationships in effect, in the current term', () => {
  const { item, relationships, startTerm } = copyStart(majorView, major, RUNNING);
  expect(item).toMatchObject({
    majorSegment: 'G',
    majorCode: '',
    academicYearApproved: '2011',
    startTermYyyyst: RUNNING,
    endTermYyyyst: null,
    version: null,
  });
  expect(relationships).toEqual(['degree/8', 'department/3', 'school/14']);
  expect(startTerm).toBe(RUNNING);
});

test('a copy drops an end that has passed, and keeps a later one', () => {
  const endOf = (endTermYyyyst: string) => {
    const ended = { ...major, major: { ...major.major, endTermYyyyst } };
    return (copyStart(majorView, ended, RUNNING).item as { endTermYyyyst: string | null }).endTermYyyyst;
  };
  expect(endOf('202514')).toBeNull();
  expect(endOf(RUNNING)).toBe(RUNNING);
  expect(endOf('203092')).toBe('203092');
});

test('a school starts in the current year, and a department keeps its titles except the short one', () => {
  const school = {
    school: { schoolCode: '14', title: 'Arts', yearStart: 1965, yearEnd: 2020 },
    majors: [],
    degrees: [],
    departments: [],
  } as unknown as Detail<'school'>;
  expect(copyStart({ kind: 'school', createForm: schoolForm }, school, RUNNING).item).toMatchObject({
    schoolCode: '',
    title: 'Arts',
    yearStart: '2025',
    yearEnd: '',
  });
  const department = {
    department: { deptKey: 3, title7: 'ARTS', title: 'Arts', startTerm: '199192', endTerm: null },
    majors: [],
    degrees: [],
    schools: [],
  } as unknown as Detail<'department'>;
  expect(
    copyStart({ kind: 'department', createForm: departmentForm }, department, RUNNING).item,
  ).toMatchObject({ title7: '', title: 'Arts', startTerm: RUNNING });
});

test('a degree starts with its award as a list of one', () => {
  const { item } = copyStart({ kind: 'degree', createForm: degreeCreateForm }, degree, RUNNING);
  expect(item).toMatchObject({ degreeListAwarded: ['BA'], degreeTitleRc: 'Art', version: null });
});

test('a copy creates an item and its selected relationships from the start term', () => {
  const item = { majorCode: '0F8', title20: 'Global Health', version: null };
  const rows = copyRows('major', relationships, {
    item,
    relationships: ['degree/8', 'school/14', 'school/gone'],
    startTerm: '202692',
  });
  expect(rows).toHaveLength(3);
  expect(rows[0]).toEqual({
    kind: 'major',
    ref: {},
    values: { majorCode: '0F8', title20: 'Global Health' },
  });
  expect(rows).toContainEqual({
    kind: 'schoolMajor',
    ref: { school: { schoolCode: '14' }, major: { row: 0 } },
    values: { startTerm: '202692', endTerm: null, active: true },
  });
  expect(rows).toContainEqual({
    kind: 'majorDegree',
    ref: { major: { row: 0 }, degree: { degreeKey: 8 } },
    values: { ...program, startTerm: '202692', endTerm: null, active: true },
  });
});

test.each([
  { startTerm: '202692', endTerm: '202792', where: 'after the new start stays' },
  { startTerm: '202792', endTerm: '202792', where: 'in the term of the new start stays' },
  { startTerm: '202803', endTerm: null, where: 'before the new start is left out' },
])('an end $where', ({ startTerm, endTerm }) => {
  const [, row] = copyRows('major', relationships, { item: {}, relationships: ['department/3'], startTerm });
  expect(row?.values).toMatchObject({ startTerm, endTerm });
});

test('each of several awards creates a degree with its own relationships', () => {
  const rows = copyRows('degree', relationshipsOfItem('degree', degree), {
    item: { degreeListAwarded: ['BA', 'BS'], degreeTitleRc: 'Art', version: null },
    relationships: ['major/12'],
    startTerm: RUNNING,
  });
  expect(rows.map(({ kind, ref, values }) => [kind, ref, values?.degreeAwarded])).toEqual([
    ['degree', {}, 'BA'],
    ['degree', {}, 'BS'],
    ['majorDegree', { major: { majorKey: 12 }, degree: { row: 0 } }, undefined],
    ['majorDegree', { major: { majorKey: 12 }, degree: { row: 1 } }, undefined],
  ]);
  expect(rows[0]?.values).toEqual({ degreeAwarded: 'BA', degreeTitleRc: 'Art' });
});

test('a start term is required only if a relationship is copied', () => {
  const { schema } = copyFormOf(majorView);
  const item = { majorSegment: 'U', majorCode: '0F8', title20: 'New' };
  expect(schema.safeParse({ item, relationships: [], startTerm: null }).success).toBe(true);
  const { error } = schema.safeParse({ item, relationships: ['school/14'], startTerm: null });
  expect(error?.issues).toMatchObject([{ path: ['startTerm'], message: 'Start Term is required' }]);
});

test('the relationships start with the copy; for a school, which has years, in the current term', () => {
  const { startTerm } = copyDefaults('major', RUNNING);
  expect(startTerm?.({ item: { startTermYyyyst: '202692' } })).toBe('202692');
  expect(startTerm?.({ item: { startTermYyyyst: null } })).toBe(RUNNING);
  expect(copyDefaults('school', RUNNING)).toEqual({});
});

test('an error belongs to its field; missing ends because of that error are not reported', () => {
  const rows = copyRows('degree', relationshipsOfItem('degree', degree), {
    item: { degreeListAwarded: ['XX'] },
    relationships: ['major/12'],
    startTerm: '999999',
  });
  const says = (index: number, fields: readonly string[]) =>
    ({ index, errors: fields.map((field) => ({ code: field, message: field, field })) }) as PreviewRow;
  const preview = {
    rows: [says(0, ['degreeAwarded', 'degreeTitleRc']), says(1, ['ref.degree', 'ref.major', 'startTerm'])],
  } as Preview;
  expect(errorsIn('degree', rows, preview).map(({ field }) => field)).toEqual([
    'item.degreeListAwarded',
    'item.degreeTitleRc',
    'ref.major',
    'startTerm',
  ]);
});
