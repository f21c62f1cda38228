import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import * as fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { relationshipKinds } from '../../contract/relationships.ts';
import { type ReportRow, reportFilter } from '../../contract/report.ts';
import { change } from '../../server/db/changeTransaction.ts';
import { type TestApp, testApp } from '../support/app.ts';
import { aDegree, aMajor, aMajorDegree, aRelationship } from '../support/factories.ts';
import { createItem, pathOf, pathOfRelationship } from '../support/kinds.ts';
import { type LogLine, logLines } from '../support/logLines.ts';
import { type OracleFilter, type OracleRow, reportOracle } from '../support/reportOracle.ts';

let mdd: TestApp;
let lines: LogLine[];
beforeAll(async () => {
  mdd = await testApp({ sample: true, listens: true, config: { logLevel: 'info' } });
  lines = logLines(mdd.app);
});
afterAll(() => mdd.close());

const run = async (filter: object, app = mdd) => {
  const { status, body } = await app.as('viewer').post<ReportRow[]>('/reports', filter);
  expect(status).toBe(200);
  return body;
};

/** The part of a row that the oracle knows. */
const seen = ({ school, major, degree, department }: ReportRow): OracleRow => ({
  schoolCode: school?.schoolCode ?? null,
  majorKey: major.majorKey,
  majorSegment: major.majorSegment,
  majorCode: major.majorCode,
  title20: major.title20,
  majorStartTermYyyyst: major.startTermYyyyst,
  majorEndTermYyyyst: major.endTermYyyyst,
  degreeKey: degree?.degreeKey ?? null,
  degreeAwarded: degree?.degreeAwarded ?? null,
  degreeTitleRc: degree?.degreeTitleRc ?? null,
  degreeStartTermYyyyst: degree?.degreeStartTermYyyyst ?? null,
  degreeEndTermYyyyst: degree?.degreeEndTermYyyyst ?? null,
  deptKey: department?.deptKey ?? null,
});

const single: OracleFilter[] = [
  {},
  { schoolCode: '00' },
  { schoolCode: '90' },
  { schoolCode: 'ux' },
  { majorCode: 'zzz' },
  { majorCode: '000' },
  { majorTitle: 'biolog' },
  { majorTitle: '  ART  ' },
  { majorTitle: '/' },
  { majorStartTermYyyyst: '199392' },
  { majorEndTermYyyyst: '198276' },
  { majorActive: false },
  { majorInactive: false },
  { underGraduate: false },
  { graduate: false },
  { degreeListAwarded: ['BA'] },
  { degreeListAwarded: ['PhD', 'MS', 'MD'] },
  { schoolCode: 'NONE' },
  { schoolCode: 'none' },
  { degreeListAwarded: ['NONE'] },
  { degreeListAwarded: ['BA', 'NONE'] },
  { degreeTitleRc: 'science' },
  { degreeTitleRc: ' & ' },
  { degreeStartTermYyyyst: '196592' },
  { degreeEndTermYyyyst: '198276' },
  { degreeActive: false },
  { degreeInactive: false },
];

const mixed: OracleFilter[] = [
  { schoolCode: '00', graduate: true, underGraduate: false },
  { schoolCode: '55', majorActive: true, majorInactive: false },
  { schoolCode: '60', degreeListAwarded: ['BA', 'MA'] },
  { schoolCode: '65', degreeInactive: false, majorInactive: false },
  { schoolCode: '80', majorTitle: 'engineering', degreeListAwarded: ['MS', 'PhD'] },
  { schoolCode: '85', degreeTitleRc: 'computer' },
  { schoolCode: '90', underGraduate: false, degreeActive: false },
  { schoolCode: '94', majorActive: false },
  { schoolCode: '93', majorTitle: 'business', degreeListAwarded: ['MBA', 'PhD'], degreeInactive: false },
  { schoolCode: 'NONE', degreeListAwarded: ['NONE'] },
  { schoolCode: 'NONE', graduate: false },
  { degreeListAwarded: ['NONE', 'PhD'], schoolCode: '00', majorInactive: false },
  { majorTitle: 'history', graduate: false },
  { majorTitle: 'math', degreeListAwarded: ['BS'] },
  { majorTitle: 'e', degreeTitleRc: 'a', majorInactive: false, degreeInactive: false },
  { majorStartTermYyyyst: '196592', majorActive: false },
  { majorStartTermYyyyst: '196592', degreeStartTermYyyyst: '196592' },
  { majorEndTermYyyyst: '198276', degreeEndTermYyyyst: '198276', graduate: false },
  { underGraduate: false, degreeListAwarded: ['CPhil'], majorActive: false },
  { graduate: false, degreeActive: false, majorInactive: false },
  { majorActive: false, degreeInactive: false },
  { majorInactive: false, degreeActive: false, underGraduate: false },
  {
    schoolCode: '00',
    majorTitle: 'studies',
    degreeTitleRc: 'studies',
    degreeListAwarded: ['MA', 'PhD', 'MFA'],
  },
];

const sometimes = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { freq: 3, nil: undefined });
const flagged = fc.option(fc.boolean(), { freq: 2, nil: undefined });
const generated: fc.Arbitrary<OracleFilter> = fc
  .record({
    schoolCode: sometimes(fc.constantFrom('NONE', 'None', '00', '57', 'ux', 'QQ')),
    majorTitle: sometimes(fc.constantFrom('e', 'art', 'engineering')),
    majorActive: flagged,
    majorInactive: flagged,
    underGraduate: flagged,
    graduate: flagged,
    degreeListAwarded: sometimes(
      fc.uniqueArray(fc.constantFrom('NONE', 'BA', 'PhD', 'MS', 'no such award'), { minLength: 1 }),
    ),
    degreeTitleRc: sometimes(fc.constantFrom('a', 'science')),
    degreeActive: flagged,
    degreeInactive: flagged,
  })
  .map((filter) => JSON.parse(JSON.stringify(filter)));

describe('The report over the sample data', () => {
  test.for(single)('finds the rows for %j, in order', async (filter) => {
    expect((await run(filter)).map(seen)).toEqual(reportOracle(filter));
  });

  test.for(mixed)('finds the rows for the combination %j, in order', async (filter) => {
    expect((await run(filter)).map(seen)).toEqual(reportOracle(filter));
  });

  test('finds the rows for generated filters, in order', async () => {
    await fc.assert(
      fc.asyncProperty(generated, async (filter) => {
        expect((await run(filter)).map(seen)).toEqual(reportOracle(filter));
      }),
      { numRuns: 60 },
    );
  }, 120_000);

  test('has matching rows for these filters', () => {
    const found = [...single, ...mixed].filter((filter) => reportOracle(filter).length > 0);
    expect(found.length).toBeGreaterThan(35);
  });

  test('numbers its rows from 1', async () => {
    const rows = await run({ schoolCode: '55' });
    expect(rows.length).toBeGreaterThan(10);
    expect(rows.map(({ id }) => id)).toEqual(rows.map((_row, at) => at + 1));
  });

  test.for([null, '', 'ALL', []])('is not restricted by filters of %j', async (nothing) => {
    const names = ['schoolCode', 'majorCode', 'majorTitle', 'majorStartTermYyyyst', 'majorEndTermYyyyst'];
    names.push('degreeListAwarded', 'degreeTitleRc', 'degreeStartTermYyyyst', 'degreeEndTermYyyyst');
    const all = await run({});
    expect(all.length).toBeGreaterThan(500);
    expect(await run(Object.fromEntries(names.map((name) => [name, nothing])))).toEqual(all);
  });

  test('is not restricted by ALL with spaces around it', async () => {
    for (const name of Object.keys(reportFilter.fields))
      expect(await run({ [name]: ' ALL\u00a0' }), name).toEqual(await run({}));
  });

  test.for([[''], [null, ' \u200b']])('is not restricted by a list of only spaces', async (list) => {
    expect(await run({ degreeListAwarded: list })).toEqual(await run({}));
  });

  test('trims each award of a list, and ignores empty awards', async () => {
    expect(await run({ degreeListAwarded: [' BA ', '', null] })).toEqual(
      await run({ degreeListAwarded: ['BA'] }),
    );
    expect(await run({ degreeListAwarded: ['NONE '] })).toEqual(await run({ degreeListAwarded: ['NONE'] }));
  });

  test.for([null, '', 'ALL', []])('includes everything if a flag is %j', async (nothing) => {
    const flags = [
      'majorActive',
      'majorInactive',
      'underGraduate',
      'graduate',
      'degreeActive',
      'degreeInactive',
    ];
    expect(await run(Object.fromEntries(flags.map((name) => [name, nothing])))).toEqual(await run({}));
  });

  test.for([
    { majorActive: false, majorInactive: false },
    { underGraduate: false, graduate: false },
    { degreeActive: false, degreeInactive: false },
    { schoolCode: 'QQ' },
    { majorCode: 'QQQ' },
    { majorTitle: 'no such title' },
    { majorStartTermYyyyst: '209993' },
    { degreeListAwarded: ['none'] },
    { degreeListAwarded: ['NONE'], degreeInactive: false },
    { degreeEndTermYyyyst: 'x' },
  ])('has no rows for %j, without an error', async (filter) => {
    expect(await run(filter)).toEqual([]);
  });

  test('returns the items of a row as other calls do, with their terms resolved', async () => {
    const rows = await run({ schoolCode: '80', degreeListAwarded: ['PhD'] });
    const [row] = rows.filter(({ department }) => department);
    const { school, major, degree, department, majorDegree } = row as ReportRow;
    const registrar = mdd.as('registrar');
    const { startTerm, endTerm, ...plainMajor } = major;
    const { body: detail } = await registrar.get<{ degrees: { item: object }[] }>(pathOf('major', major));
    expect(detail).toMatchObject({ major: plainMajor });
    expect(await registrar.get(pathOf('school', school ?? {}))).toMatchObject({ body: { school } });
    expect(await registrar.get(pathOf('degree', degree ?? {}))).toMatchObject({ body: { degree } });
    expect(await registrar.get(pathOf('department', department ?? {}))).toMatchObject({
      body: { department },
    });
    expect(detail.degrees).toContainEqual({ ...majorDegree, item: degree });
    expect([startTerm?.termYyyyst ?? null, endTerm?.termYyyyst ?? null]).toEqual([
      major.startTermYyyyst,
      major.endTermYyyyst,
    ]);
  });

  test.for([
    [{ schoolCode: 5 }, 'REPORT_SCHOOL_CODE_BAD_TYPE'],
    [{ schoolCode: true }, 'REPORT_SCHOOL_CODE_BAD_TYPE'],
    [{ majorTitle: ['a'] }, 'REPORT_MAJOR_TITLE_BAD_TYPE'],
    [{ majorTitle: 'a\u0000' }, 'REPORT_MAJOR_TITLE_BAD_FORMAT'],
    [{ majorTitle: '\ud800' }, 'REPORT_MAJOR_TITLE_BAD_FORMAT'],
    [{ degreeListAwarded: 'BA' }, 'REPORT_DEGREE_LIST_AWARDED_BAD_TYPE'],
    [{ degreeListAwarded: [5] }, 'REPORT_DEGREE_LIST_AWARDED_BAD_TYPE'],
    [{ degreeListAwarded: ['\u0000'] }, 'REPORT_DEGREE_LIST_AWARDED_BAD_FORMAT'],
    [{ degreeListAwarded: ['BA', '\udc00'] }, 'REPORT_DEGREE_LIST_AWARDED_BAD_FORMAT'],
    [{ graduate: 'true' }, 'REPORT_GRADUATE_BAD_TYPE'],
    [{ graduate: 1 }, 'REPORT_GRADUATE_BAD_TYPE'],
    [{ title: 'x' }, 'REPORT_TITLE_UNKNOWN_FIELD'],
  ] as const)('rejects the filter %j', async ([filter, code]) => {
    expect(await mdd.as('viewer').post('/reports', filter)).toMatchObject({
      status: 422,
      body: { errors: [{ code }] },
    });
  });

  test('rejects a future time and an unknown term together', async () => {
    const response = await mdd
      .as('viewer')
      .post('/reports', { knownAt: '2999-01-01T00:00:00Z', asOfTerm: '190092' });
    expect(response).toMatchObject({
      status: 422,
      body: {
        errors: [{ code: 'REPORT_AS_OF_TERM_UNKNOWN_VALUE' }, { code: 'REPORT_KNOWN_AT_OUT_OF_RANGE' }],
      },
    });
  });

  test('rejects an unknown term with the other errors, but only in the term filter', async () => {
    const unknown = { asOfTerm: '190092', majorStartTermYyyyst: '190092', schoolCode: '9Z' };
    const response = await mdd
      .as('viewer')
      .post<{ errors: { code: string }[] }>('/reports', { ...unknown, graduate: 1 });
    expect(response.status).toBe(422);
    expect(response.body.errors.map(({ code }) => code)).toEqual([
      'REPORT_GRADUATE_BAD_TYPE',
      'REPORT_AS_OF_TERM_UNKNOWN_VALUE',
    ]);
  });

  test('runs without a body', async () => {
    expect(await mdd.as('viewer').post('/reports')).toMatchObject({ status: 200 });
  });

  test('is compressed for a browser that accepts it', async () => {
    const response = await mdd.as('viewer').post('/reports', {}, { 'accept-encoding': 'gzip' });
    expect(response).toMatchObject({ status: 200, headers: { 'content-encoding': 'gzip' } });
  });
});

describe('A title is found', () => {
  let own: TestApp;
  beforeAll(async () => {
    own = await testApp();
    const titles = ['100% Éclair', 'a_b c', 'a\\b', 'axb', 'ÑANDÚ', "O'Hara", 'Straße'];
    for (const title of titles)
      await own
        .as('registrar')
        .post(
          '/major-degrees',
          aMajorDegree({ major: aMajor({ title20: title }), degree: aDegree({ degreeTitleRc: title }) }),
        );
    await createItem(own.as('registrar'), 'major', {
      title20: 'Alone',
      title7: 'SEVEN',
      titleLong: 'The long one',
    });
  });
  afterAll(() => own.close());

  const titlesOf = async (filter: object) => (await run(filter, own)).map(({ major }) => major.title20);

  test.for([
    ['%', ['100% Éclair']],
    ['_', ['a_b c']],
    ['\\', ['a\\b']],
    ['a_b', ['a_b c']],
    ['éclair', ['100% Éclair']],
    ['ÉCLAIR', ['100% Éclair']],
    ['e\u0301clair', ['100% Éclair']],
    ['ñandú', ['ÑANDÚ']],
    ["'", ["O'Hara"]],
    ['straße', ['Straße']],
    ['  axb  ', ['axb']],
    ['a_b\u00a0c', ['a_b c']],
    ['\u2003100%\u3000Éclair', ['100% Éclair']],
    ["' or '1'='1", []],
  ])('by %j literally, ignoring case', async ([text, titles]) => {
    expect(await titlesOf({ majorTitle: text })).toEqual(titles);
    expect(await titlesOf({ degreeTitleRc: text })).toEqual(titles);
  });

  test.for(['alone', 'seven', 'LONG ONE'])('in each of the three titles of a major: %s', async (text) => {
    expect(await titlesOf({ majorTitle: text })).toEqual(['Alone']);
  });

  test('for a major without a degree, school or department unless a filter requires one', async () => {
    const [row] = await run({ majorTitle: 'alone' }, own);
    expect(row).toMatchObject({ id: 1, school: null, degree: null, department: null, majorDegree: null });
    for (const filter of [
      { degreeActive: false },
      { degreeInactive: false },
      { degreeTitleRc: 'a' },
      { schoolCode: '9Z' },
    ])
      expect(await run({ majorTitle: 'alone', ...filter }, own)).toEqual([]);
  });

  test('once for each degree × school × department', async () => {
    const registrar = own.as('registrar');
    const { majorDegree, majorDepartment, schoolMajor } = relationshipKinds;
    const major = await createItem(registrar, 'major', { title20: 'Many' });
    for (const kind of [majorDegree, majorDepartment])
      for (let time = 0; time < 2; time += 1)
        await registrar.post(
          pathOfRelationship(kind, major, await createItem(registrar, kind.to)),
          aRelationship(),
        );
    for (let time = 0; time < 3; time += 1)
      await registrar.post(
        pathOfRelationship(schoolMajor, await createItem(registrar, 'school'), major),
        aRelationship(),
      );
    expect(await titlesOf({ majorTitle: 'many' })).toHaveLength(12);
  });
});

describe('A report that is too large', () => {
  let large: TestApp;
  beforeAll(async () => {
    large = await testApp();
  });
  afterAll(() => large.close());

  /** Adds a major with this many degrees and departments, which gives degrees × departments rows. */
  async function multiply(degrees: number, departments: number): Promise<void> {
    await change(large.db, { uciNetId: 'registrar', actingAs: null, requestId: 'r' }, async (trx) => {
      await sql
        .raw(`
        insert into major (major_segment, major_code, title20, complete, active) values ('U', 'ALL', 'All', false, true);
        insert into degree (degree_awarded, degree_title_rc, degree_active, degree_complete)
          select 'BA', 'Degree ' || n, true, false from generate_series(1, ${degrees}) n;
        insert into department (title7, title, active)
          select 'D' || n, 'Department ' || n, true from generate_series(1, ${departments}) n;
        insert into major_degree (major_key, degree_key, start_term, terminal_pgm_flag, prof_degree_pgm, self_supp_pgm, active)
          select major_key, degree_key, '202592', true, false, false, true from major, degree;
        insert into major_department (major_key, dept_key, start_term, active)
          select major_key, dept_key, '202592', true from major, department;
      `)
        .execute(trx);
    });
  }

  test('is rejected above 200,000 rows, with advice', async () => {
    await multiply(401, 499);
    const registrar = large.as('registrar');
    expect(await registrar.post('/reports', {})).toMatchObject({
      status: 422,
      body: {
        errors: [
          {
            code: 'REPORT_TOO_LARGE',
            message: 'The report has more than 200,000 rows. Restrict it with more filters.',
          },
        ],
      },
    });
    // A smaller report over the same data still works.
    const fewer = await registrar.post<unknown[]>('/reports', { degreeTitleRc: 'Degree 77' });
    expect(fewer).toMatchObject({ status: 200 });
    expect(fewer.body).toHaveLength(499);
  }, 120_000);

  test('is rejected for more than 200 awards', async () => {
    const awards = (many: number) => ({
      degreeListAwarded: Array.from({ length: many }, (_, at) => `A${at}`),
    });
    expect(await large.as('viewer').post('/reports', awards(200))).toMatchObject({ status: 200, body: [] });
    expect(await large.as('viewer').post('/reports', awards(201))).toMatchObject({
      status: 422,
      body: {
        errors: [
          {
            code: 'REPORT_DEGREE_LIST_AWARDED_TOO_MANY',
            field: 'degreeListAwarded',
            message: 'Degree Awarded must have at most 200 entries',
          },
        ],
      },
    });
  });
});

test('clients that disconnect in the middle of a report block no one and cause no error', async () => {
  lines.length = 0;
  const viewer = mdd.as('viewer');
  const headers = {
    'content-type': 'application/json',
    cookie: `SESSION=${await viewer.cookie('SESSION')}`,
    'x-xsrf-token': await viewer.cookie('XSRF-TOKEN'),
  };
  const left = Array.from({ length: 10 }, async () => {
    const asked = request(`${mdd.config.publicUrl}/mdsd/api/reports`, { method: 'POST', headers });
    asked.on('error', () => {});
    asked.end('{}');
    const [response] = (await once(asked, 'response')) as [IncomingMessage];
    await once(response, 'data');
    asked.destroy();
    await once(asked, 'close');
    return response.complete;
  });
  expect(await Promise.all(left)).toEqual(left.map(() => false));
  expect(await run({})).toHaveLength(reportOracle({}).length);
  await expect.poll(() => lines.filter(({ msg }) => msg === 'answered')).toHaveLength(11);
  expect(lines.filter(({ level }) => Number(level) > 30)).toEqual([]);
});

describe('A filter text', () => {
  const longest = {
    schoolCode: 10,
    majorCode: 10,
    majorTitle: 100,
    majorStartTermYyyyst: 10,
    majorEndTermYyyyst: 10,
    degreeTitleRc: 100,
    degreeStartTermYyyyst: 10,
    degreeEndTermYyyyst: 10,
  };
  const codes: Record<string, string> = {
    schoolCode: 'REPORT_SCHOOL_CODE_TOO_LONG',
    majorTitle: 'REPORT_MAJOR_TITLE_TOO_LONG',
    majorStartTermYyyyst: 'REPORT_MAJOR_START_TERM_YYYYST_TOO_LONG',
    degreeTitleRc: 'REPORT_DEGREE_TITLE_RC_TOO_LONG',
  };

  test.for(Object.entries(longest))('%s has at most %d characters after trim', async ([field, most]) => {
    const post = (text: string) => mdd.as('viewer').post('/reports', { [field]: text });
    expect(await post(` ${'x'.repeat(most)} `)).toMatchObject({ status: 200, body: [] });
    expect(await post('x'.repeat(most + 1))).toMatchObject({
      status: 422,
      body: {
        errors: [
          {
            field,
            code: codes[field] ?? expect.stringMatching(/^REPORT_.*_TOO_LONG$/),
            message: expect.stringMatching(new RegExp(` must be at most ${most} characters$`)),
          },
        ],
      },
    });
  });

  test('for the term of the report has at most 10 characters', async () => {
    expect(await mdd.as('viewer').post('/reports', { asOfTerm: 'x'.repeat(11) })).toMatchObject({
      status: 422,
      body: { errors: [{ code: 'REPORT_AS_OF_TERM_TOO_LONG', field: 'asOfTerm' }] },
    });
  });
});
