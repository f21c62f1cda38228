import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestApp, testApp } from '../support/app.ts';
import { aDegree, aMajor, aMajorDegree, aProgram } from '../support/factories.ts';
import { createItem, type Item } from '../support/kinds.ts';

let mdd: TestApp;
let schools: string[];
let departments: number[];
beforeAll(async () => {
  mdd = await testApp();
  schools = [await newSchool(), await newSchool()];
  departments = [await newDepartment(), await newDepartment()];
});
afterAll(() => mdd.close());

const registrar = () => mdd.as('registrar');
const newSchool = async () => (await createItem(registrar(), 'school')).schoolCode as string;
const newDepartment = async () => (await createItem(registrar(), 'department')).deptKey as number;

interface Pair {
  major: Item;
  degree: Item;
  version: number;
}
const list = async () => (await registrar().get<Pair[]>('/major-degrees')).body;
const create = (body: unknown, query = '') =>
  registrar().post<{ majorKey: number }>(`/major-degrees${query}`, body);

/** All lists, and all entries of the change log. */
async function everything() {
  const paths = ['/schools', '/departments', '/degrees', '/majors', '/major-degrees'];
  const lists = [];
  for (const path of paths) lists.push((await registrar().get(path)).body);
  const changes = await mdd.db.selectFrom('derived.changeLog').select(['setNumber', 'place']).execute();
  return { lists, changes };
}

describe('A major-degree', () => {
  test('is created with its major, degrees, schools and departments, all related to each other', async () => {
    const [school1 = '', school2 = ''] = schools;
    const [dept1 = 0, dept2 = 0] = departments;
    const form = {
      major: aMajor({ title7: 'Seven' }),
      degree: aDegree({ degreeListAwarded: ['MS', 'PhD'] }),
      majorDegree: aProgram({
        startTerm: '202492',
        endTerm: '203092',
        programLengthYrs: 2.5,
        specProgIndctr: 'B',
        active: false,
      }),
      majorSchools: [` ${school1.toLowerCase()} `, school2],
      majorDepartments: [dept1],
      degreeSchools: [school2],
      degreeDepartments: [dept1, dept2],
    };
    const created = await create(form);
    expect(created).toMatchObject({ status: 201, body: { majorKey: expect.any(Number) } });

    // Relationships with schools and departments take only the terms of the major-degree.
    const span = {
      startTerm: '202492',
      endTerm: '203092',
      active: true,
      version: 1,
      lastModifiedBy: 'registrar',
    };
    const { body: major } = await registrar().get<Record<string, { item: Item }[]>>(
      `/majors/${created.body.majorKey}`,
    );
    expect(major).toMatchObject({
      major: { ...form.major, majorKey: created.body.majorKey, version: 1, majorUciNetId: 'registrar' },
      schools: schools.map((schoolCode) => ({ ...span, item: { schoolCode } })),
      departments: [{ ...span, item: { deptKey: dept1 } }],
      degrees: ['MS', 'PhD'].map((degreeAwarded) => ({
        ...span,
        active: false,
        programLengthYrs: 2.5,
        programLengthQtrs: null,
        acadYrInstrWks: null,
        specProgIndctr: 'B',
        terminalPgmFlag: true,
        profDegreePgm: false,
        selfSuppPgm: false,
        item: { degreeAwarded, degreeTitleRc: form.degree.degreeTitleRc },
      })),
    });
    for (const { item } of major.degrees ?? [])
      expect((await registrar().get(`/degrees/${String(item.degreeKey)}`)).body).toMatchObject({
        schools: [{ ...span, item: { schoolCode: school2 } }],
        departments: expect.toSatisfy(
          (entries: { item: Item }[]) =>
            entries.length === 2 && entries.every(({ item }) => departments.includes(item.deptKey as number)),
        ),
        majors: [{ ...span, active: false, item: { majorKey: created.body.majorKey } }],
      });
  });

  test.for([undefined, null, []])('has no schools and departments when their lists are %j', async (none) => {
    const lists = {
      majorSchools: none,
      majorDepartments: none,
      degreeSchools: none,
      degreeDepartments: none,
    };
    const { status, body } = await create({ ...aMajorDegree(), ...lists });
    expect(status).toBe(201);
    expect((await registrar().get(`/majors/${body.majorKey}`)).body).toMatchObject({
      schools: [],
      departments: [],
    });
  });

  test.for([
    ['majorSchools', 'MAJOR_DEGREE_MAJOR_SCHOOLS_TOO_MANY', 'Major Schools'],
    ['majorDepartments', 'MAJOR_DEGREE_MAJOR_DEPARTMENTS_TOO_MANY', 'Major Departments'],
    ['degreeSchools', 'MAJOR_DEGREE_DEGREE_SCHOOLS_TOO_MANY', 'Degree Schools'],
    ['degreeDepartments', 'MAJOR_DEGREE_DEGREE_DEPARTMENTS_TOO_MANY', 'Degree Departments'],
  ] as const)('has at most twenty entries in each list: %s', async ([name, code, label]) => {
    const entries = Array.from({ length: 21 }, (_, at) =>
      name.endsWith('Schools') ? `X${at % 10}` : at + 1,
    );
    expect(await create({ ...aMajorDegree(), [name]: entries })).toMatchObject({
      status: 422,
      body: { errors: [{ code, field: name, message: `${label} must have at most 20 entries` }] },
    });
  });

  test('has at most twenty awards, here and where degrees are created', async () => {
    const degree = aDegree({ degreeListAwarded: Array.from({ length: 21 }, (_, at) => `A${at}`) });
    const error = { code: 'DEGREE_LIST_AWARDED_TOO_MANY', message: 'Award must have at most 20 entries' };
    expect(await create({ ...aMajorDegree(), degree })).toMatchObject({
      status: 422,
      body: { errors: [{ ...error, field: 'degree.degreeListAwarded' }] },
    });
    expect(await registrar().post('/degrees', degree)).toMatchObject({
      status: 422,
      body: { errors: [{ ...error, field: 'degreeListAwarded' }] },
    });
  });

  test('of the maximum size, twenty of each, is created within the request timeout', async () => {
    const { rows } = await sql<{
      award: string;
    }>`select degree_short as award from award_type limit 20`.execute(mdd.db);
    const [manySchools, manyDepartments] = [
      await Promise.all(Array.from({ length: 20 }, newSchool)),
      await Promise.all(Array.from({ length: 20 }, newDepartment)),
    ];
    const created = await create({
      ...aMajorDegree(),
      degree: aDegree({ degreeListAwarded: rows.map(({ award }) => award) }),
      majorSchools: manySchools,
      majorDepartments: manyDepartments,
      degreeSchools: manySchools,
      degreeDepartments: manyDepartments,
    });
    expect(created.status).toBe(201);
    const detail = await registrar().get<{ degrees: unknown[]; schools: unknown[]; departments: unknown[] }>(
      `/majors/${created.body.majorKey}`,
    );
    expect(detail.body.degrees).toHaveLength(20);
    expect(detail.body.schools).toHaveLength(20);
    expect(detail.body.departments).toHaveLength(20);
    const [{ degreeKey } = { degreeKey: 0 }] = (await list()).flatMap(({ major, degree }) =>
      major.majorKey === created.body.majorKey ? [degree] : [],
    );
    expect((await registrar().get(`/degrees/${String(degreeKey)}`)).body).toMatchObject({
      schools: expect.toSatisfy((all: unknown[]) => all.length === 20),
      departments: expect.toSatisfy((all: unknown[]) => all.length === 20),
    });
  });

  test.for([
    ['major', { major: aMajor({ title20: '' }) }, 'MAJOR_TITLE20_REQUIRED', 'major.title20'],
    [
      'major',
      { major: aMajor({ startTermYyyyst: '209993' }) },
      'MAJOR_START_TERM_YYYYST_UNKNOWN_VALUE',
      'major.startTermYyyyst',
    ],
    ['major', { major: undefined }, 'MAJOR_SEGMENT_REQUIRED', 'major.majorSegment'],
    [
      'degree',
      { degree: aDegree({ degreeListAwarded: ['BA', 'NONE'] }) },
      'DEGREE_LIST_AWARDED_UNKNOWN_VALUE',
      'degree.degreeListAwarded',
    ],
    ['degree', { degree: null }, 'DEGREE_TITLE_RC_REQUIRED', 'degree.degreeTitleRc'],
    [
      'relationship data',
      { majorDegree: aProgram({ startTerm: '' }) },
      'RELATIONSHIP_START_TERM_REQUIRED',
      'majorDegree.startTerm',
    ],
    [
      'relationship data',
      { majorDegree: aProgram({ startTerm: '209993' }) },
      'RELATIONSHIP_START_TERM_UNKNOWN_VALUE',
      'majorDegree.startTerm',
    ],
    [
      'schools of the major',
      { majorSchools: ['9Z'] },
      'MAJOR_DEGREE_MAJOR_SCHOOLS_UNKNOWN_VALUE',
      'majorSchools',
    ],
    [
      'departments of the major',
      { majorDepartments: [987654] },
      'MAJOR_DEGREE_MAJOR_DEPARTMENTS_UNKNOWN_VALUE',
      'majorDepartments',
    ],
    [
      'schools of the degree',
      { degreeSchools: ['9Z'] },
      'MAJOR_DEGREE_DEGREE_SCHOOLS_UNKNOWN_VALUE',
      'degreeSchools',
    ],
    [
      'departments of the degree',
      { degreeDepartments: [987654] },
      'MAJOR_DEGREE_DEGREE_DEPARTMENTS_UNKNOWN_VALUE',
      'degreeDepartments',
    ],
    [
      'departments of the degree',
      { degreeDepartments: [2 ** 40] },
      'MAJOR_DEGREE_DEGREE_DEPARTMENTS_UNKNOWN_VALUE',
      'degreeDepartments',
    ],
  ] as const)('is not created at all if its %s is invalid: %j', async ([, part, code, field]) => {
    const before = await everything();
    const response = await create({ ...aMajorDegree(), ...part });
    expect(response.status).toBe(422);
    expect(response.body).toMatchObject({
      errors: expect.arrayContaining([expect.objectContaining({ code, field })]),
    });
    expect(await everything()).toEqual(before);
  });

  test.for([
    [{ majorSchools: 'AB' }, 'BAD_TYPE', 'majorSchools'],
    [{ majorSchools: [5] }, 'BAD_TYPE', 'majorSchools'],
    [{ majorDepartments: ['1'] }, 'BAD_TYPE', 'majorDepartments'],
    [{ majorDepartments: [1.5] }, 'BAD_FORMAT', 'majorDepartments'],
    [{ majorDepartments: [null] }, 'REQUIRED', 'majorDepartments'],
    [{ majorDepartments: [2 ** 60] }, 'UNKNOWN_VALUE', 'majorDepartments'],
    [{ majorSchools: [null] }, 'REQUIRED', 'majorSchools'],
    [{ majorSchools: ['  '] }, 'REQUIRED', 'majorSchools'],
    [{ degreeSchools: ['\u0007A'] }, 'BAD_FORMAT', 'degreeSchools'],
    [{ degreeDepartments: [7, 7] }, 'UNKNOWN_VALUE', 'degreeDepartments'],
    [{ degreeSchools: ['ab', ' AB'] }, 'UNKNOWN_VALUE', 'degreeSchools'],
  ] as const)('rejects the list %j', async ([part, rule, field]) => {
    expect(await create({ ...aMajorDegree(), ...part })).toMatchObject({
      status: 422,
      body: { errors: [{ field, code: expect.stringMatching(new RegExp(`_${rule}$`)) }] },
    });
  });

  test.for([
    [{ major: 5 }, 'MAJOR_BODY_BAD_TYPE', 'major'],
    [{ degree: [] }, 'DEGREE_BODY_BAD_TYPE', 'degree'],
    [{ majorDegree: 'text' }, 'RELATIONSHIP_BODY_BAD_TYPE', 'majorDegree'],
  ] as const)('names a part that is no object: %j', async ([part, code, field]) => {
    const response = await create({ ...aMajorDegree(), ...part });
    expect(response.status).toBe(422);
    expect(response.body).toEqual({ errors: [{ code, field, message: `${field} must be a JSON object` }] });
  });

  test('returns the errors of all its parts at once', async () => {
    const response = await create({ major: {}, degree: {}, majorDegree: {}, majorSchools: 5, other: 1 });
    expect(response.status).toBe(422);
    const { errors } = response.body as unknown as { errors: { field: string }[] };
    const fields = errors.map(({ field }) => field);
    expect(fields).toEqual(
      expect.arrayContaining([
        'major.title20',
        'degree.degreeTitleRc',
        'majorDegree.startTerm',
        'majorSchools',
        'other',
      ]),
    );
  });

  test('reports missing items with the other errors', async () => {
    const response = await create({
      ...aMajorDegree(),
      major: aMajor({ title20: '', startTermYyyyst: '209993' }),
      degree: aDegree({ degreeListAwarded: ['BA', 'no such'] }),
      majorDegree: 5,
      majorSchools: ['9Z'],
      majorDepartments: [987654],
      degreeSchools: 5,
    });
    expect(response.status).toBe(422);
    const { errors } = response.body as unknown as { errors: { code: string }[] };
    expect(errors.map(({ code }) => code)).toEqual([
      'MAJOR_TITLE20_REQUIRED',
      'RELATIONSHIP_BODY_BAD_TYPE',
      'MAJOR_DEGREE_DEGREE_SCHOOLS_BAD_TYPE',
      'MAJOR_START_TERM_YYYYST_UNKNOWN_VALUE',
      'DEGREE_LIST_AWARDED_UNKNOWN_VALUE',
      'MAJOR_DEGREE_MAJOR_SCHOOLS_UNKNOWN_VALUE',
      'MAJOR_DEGREE_MAJOR_DEPARTMENTS_UNKNOWN_VALUE',
    ]);
  });

  test('that resembles others causes warnings for its major and degrees, and is created when confirmed', async () => {
    const form = aMajorDegree({ degree: aDegree({ degreeListAwarded: ['BA', 'MS'] }) });
    await create(form);
    const before = await everything();
    const warned = await create(form);
    expect(warned).toMatchObject({
      status: 409,
      body: {
        warnings: [
          expect.stringContaining(form.major.majorCode ?? ''),
          expect.any(String),
          expect.any(String),
        ],
      },
    });
    expect(await everything()).toEqual(before);
    expect(await create(form, '?overrideWarnings=true')).toMatchObject({ status: 201 });
  });

  test('is one change set with its request ID', async () => {
    const response = await create(aMajorDegree({ majorSchools: schools, degreeDepartments: departments }));
    const log = await mdd.db
      .selectFrom('derived.changeLog')
      .select(['kind', 'action'])
      .where('requestId', '=', String(response.headers['x-request-id']))
      .execute();
    expect(log.map(({ kind }) => kind).toSorted()).toEqual(
      [
        'degree',
        'degreeDepartment',
        'degreeDepartment',
        'major',
        'majorDegree',
        'schoolMajor',
        'schoolMajor',
      ].toSorted(),
    );
  });
});

describe('The list of major-degrees', () => {
  test('contains each pair with its major and degree, by major code, then award', async () => {
    for (const majorCode of ['ZZ9', '1A1', 'ZA1'])
      await create(
        aMajorDegree({
          major: aMajor({ majorCode }),
          degree: aDegree({ degreeListAwarded: ['PhD', 'BA', 'MBA'] }),
        }),
      );
    const pairs = await list();
    const order = pairs.map(
      ({ major, degree }) => `${String(major.majorCode)} ${String(degree.degreeAwarded)}`,
    );
    expect(order).toEqual(order.toSorted((one, other) => (one < other ? -1 : 1)));
    expect(order.slice(0, 3)).toEqual(['1A1 BA', '1A1 MBA', '1A1 PhD']);
    const [pair] = pairs;
    expect(Object.keys(pair ?? {})).toEqual(
      expect.arrayContaining([
        'major',
        'degree',
        'startTerm',
        'endTerm',
        'active',
        'specProgIndctr',
        'version',
        'lastModifiedBy',
      ]),
    );
    expect((await registrar().get(`/majors/${String(pair?.major.majorKey)}`)).body).toMatchObject({
      major: pair?.major,
    });
  });

  test('reflects changes to the major, the degree and the pair immediately', async () => {
    const { body } = await create(aMajorDegree());
    const etagOf = async () => (await registrar().get('/major-degrees')).headers.etag;
    const own = async () => (await list()).find(({ major }) => major.majorKey === body.majorKey) as Pair;
    const { major, degree } = await own();
    const first = await etagOf();
    await registrar().put(`/majors/${body.majorKey}`, { ...major, title7: 'New' });
    expect(await own()).toMatchObject({ major: { title7: 'New' } });
    await registrar().put(`/degrees/${String(degree.degreeKey)}`, { ...degree, degreeTitleAbbr: 'New' });
    expect(await own()).toMatchObject({ degree: { degreeTitleAbbr: 'New' } });
    await registrar().delete(`/relationships/major/${body.majorKey}/degree/${String(degree.degreeKey)}`);
    expect(await own()).toBeUndefined();
    expect(await etagOf()).not.toBe(first);
  });
});
