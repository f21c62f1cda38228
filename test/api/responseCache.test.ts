import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { crossSiteToken } from '../../server/auth/sessions.ts';
import { change } from '../../server/db/changeTransaction.ts';
import { type TestApp, testApp } from '../support/app.ts';
import { statementsOf } from '../support/statements.ts';

// Frequent responses are cached. They must be up to date after every change, on every instance.

let mdd: TestApp;
beforeAll(async () => {
  mdd = await testApp({ sample: true });
});
afterAll(() => mdd.close());

const reads = {
  'all schools': '/schools',
  'all departments': '/departments',
  'all degrees': '/degrees',
  'all majors': '/majors',
  'all pairs': '/major-degrees',
  'a school': '/schools/76',
  'a department': '/departments/1',
  'a degree': '/degrees/1',
  'a major': '/majors/1',
  'the award types': '/lookups/awardTypes',
  'the terms': '/lookups/terms',
  'the maintained award types': '/award-types',
  'the maintained terms': '/terms',
  'the earlier values': '/earlier-values',
  'the counts': '/counts/terms',
  'the CIP codes': '/lookups/cip',
  'the programs': '/programs?asOf=202592&since=202492',
  'the column mappings': '/import-mappings',
  'the report': { majorTitle: 'a' },
};
type Read = (typeof reads)[keyof typeof reads];
const ask = (client: ReturnType<TestApp['as']>, read: Read, headers = {}) =>
  typeof read === 'string' ? client.get(read, headers) : client.post('/reports', read, headers);

describe.for(Object.entries(reads))('%s', ([, read]) => {
  test('costs one statement if nothing has changed: the session together with the versions', async () => {
    const client = mdd.anotherAs('admin');
    const first = await ask(client, read);
    expect(first).toMatchObject({ status: 200 });
    const { statements, response } = await statementsOf(mdd.db, () => ask(client, read));
    expect(response).toMatchObject({ status: 200, body: first.body });
    expect(statements).toEqual([expect.stringMatching(/list_version[^]*from session/)]);
  });

  test.for([
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
  ] as const)('is the same compressed with %s', async ([encoding, unpack]) => {
    const client = mdd.as('registrar');
    const { body } = await ask(client, read);
    const session = String(await client.cookie('SESSION'));
    const isGet = typeof read === 'string';
    const response = await mdd.app.inject({
      method: isGet ? 'GET' : 'POST',
      url: `/mdsd/api${isGet ? read : '/reports'}`,
      headers: {
        cookie: `SESSION=${session}`,
        'x-xsrf-token': crossSiteToken(session),
        'accept-encoding': encoding,
      },
      ...(isGet ? {} : { payload: read }),
    });
    const packed = response.headers['content-encoding'];
    expect(packed === encoding || (packed === undefined && response.rawPayload.length < 1024)).toBe(true);
    expect(JSON.parse(String(packed ? unpack(response.rawPayload) : response.rawPayload))).toEqual(body);
  });

  test.runIf(typeof read === 'string')('is not sent again to a client that has it', async () => {
    const { headers } = await ask(mdd.as('registrar'), read);
    expect(headers['cache-control']).toBe('private, no-cache');
    const known = { 'if-none-match': String(headers.etag) };
    expect(await ask(mdd.as('registrar'), read, known)).toMatchObject({ status: 304, body: '' });
    expect(await ask(mdd.as('registrar'), read, { 'if-none-match': '"other"' })).toMatchObject({
      status: 200,
    });
  });
});

test('no response takes the place of another', async () => {
  const client = mdd.anotherAs('admin');
  const all = Object.entries(reads);
  for (const [, read] of all) await ask(client, read);
  for (const [name, read] of all) {
    const { statements } = await statementsOf(mdd.db, () => ask(client, read));
    expect(statements, name).toHaveLength(1);
  }
});

const changes = {
  school: "update school set title = 'Changed ' || school_code",
  department: "update department set title = 'Changed ' || dept_key",
  degree: "update degree set degree_title_rc = 'Changed ' || degree_key",
  major: "update major set title_long = 'Changed ' || major_key",
  degreeDepartment: 'update degree_department set active = not active',
  majorDegree: 'update major_degree set active = not active',
  majorDepartment: 'update major_department set active = not active',
  schoolDegree: 'update school_degree set active = not active',
  schoolDepartment: 'update school_department set active = not active',
  schoolMajor: 'update school_major set active = not active',
  'the links of majors': 'delete from school_major where major_key > 10',
  term: "update term set term_letter_year = term_letter_year || '*'",
  importMapping: `insert into import_mapping values ('a', '["A"]', 'major', '{"A": ""}', now(), 'registrar')`,
  awardType: "update award_type set degree_code = degree_code || '*'",
};

test.for(Object.entries(changes))(
  'a change of %s shows in every response at once, on every instance',
  async ([, statement]) => {
    for (const read of Object.values(reads)) await ask(mdd.as('registrar'), read);
    const actor = { uciNetId: 'registrar', actingAs: null, requestId: 'r' };
    await change(mdd.db, actor, (trx) => sql.raw(statement).execute(trx));
    // A newly started instance has an empty cache.
    const fresh = await testApp({ beside: mdd });
    for (const [name, read] of Object.entries(reads))
      expect((await ask(mdd.as('registrar'), read)).body, name).toEqual(
        (await ask(fresh.as('registrar'), read)).body,
      );
    await fresh.close();
  },
);
