import Papa from 'papaparse';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { defaultReportColumns, extendedReportColumns } from '../../contract/columns/columnsOfReport.ts';
import type { ItemKind } from '../../contract/kinds.ts';
import type { MajorDegree } from '../../contract/majorDegree.ts';
import type { ProgramGroup } from '../../contract/programs.ts';
import type { ReportRow } from '../../contract/report.ts';
import { type TestApp, testApp } from '../support/app.ts';

// Contract 13, Reports and lists over GET. The bytes of the screens' downloads: test/e2e/otherSystems.spec.ts.

type Row = Record<string, unknown>;
type WithKey = ReportRow & { programKey: string | null };

let mdd: TestApp;
beforeAll(async () => {
  mdd = await testApp({ sample: true });
  const hostile = [
    { majorCode: '0A1', title20: '=1+1', titleLong: 'A "quoted" title, with a comma', comments: 'one\ntwo' },
    { majorCode: '001', title20: '-x', titleLong: ' é; ü|\t'.trim() },
  ];
  for (const major of hostile)
    expect(
      (await registrar().post('/majors', { majorSegment: 'U', campusIndicator: 'G', ...major })).status,
    ).toBe(201);
});
afterAll(() => mdd.close());

const registrar = () => mdd.as('registrar');
/** The text of a file without its byte order mark, and its table. */
async function fileAt(path: string) {
  const { status, text, headers } = await registrar().send<string>('GET', `/mdsd/api${path}`);
  expect(status, text).toBe(200);
  expect(headers['content-type']).toBe('text/csv; charset=utf-8');
  expect(text.startsWith('\uFEFF')).toBe(true);
  expect(text.endsWith('\r\n')).toBe(true);
  const [header = [], ...rows] = Papa.parse<string[]>(text.slice(1).trimEnd()).data;
  return { text, headers, header, rows };
}
const codeOf = (value: unknown) => {
  if (value === null || value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
};
/** As a spreadsheet keeps a text from being a formula. */
const guarded = (text: string) =>
  /^'*[=+\-@]./.test(text) && !/^[+-]?\d+(\.\d+)?$/.test(text) ? `'${text}` : text;
const at = (row: Row, path: string): unknown =>
  path.split('.').reduce<unknown>((part, name) => (part as Row | null)?.[name] ?? null, row);

const lists: Readonly<Record<string, { kind?: ItemKind; columns: string[]; others: string[] }>> = {
  schools: {
    columns: ['schoolCode', 'title', 'title8', 'yearStart', 'yearEnd', 'sortCode', 'active'],
    others: ['comments', 'lastModified', 'schoolUciNetId', 'version'],
  },
  departments: {
    columns: ['title7', 'title', 'active'],
    others: ['startTerm', 'endTerm', 'deptKey', 'lastModified'],
  },
  degrees: {
    columns: [
      'degreeAwarded',
      'degreeTitleRc',
      'degreeTitleAbbr',
      'degreeStartTermYyyyst',
      'degreeEndTermYyyyst',
    ],
    others: ['degreeShort', 'degreeCode', 'degreeActive', 'programCredLevel', 'degreeKey'],
  },
  majors: {
    columns: [
      'majorSegment',
      'campusIndicator',
      'majorCode',
      'sortCode',
      'title7',
      'title20',
      'titleLong',
      'academicYearApproved',
      'startTermYyyyst',
      'endTermYyyyst',
    ],
    others: ['cipCode', 'active', 'complete', 'comments', 'majorKey'],
  },
  'major-degrees': {
    columns: [
      'major.majorCode',
      'major.majorSegment',
      'major.title20',
      'degree.degreeAwarded',
      'degree.degreeTitleRc',
    ],
    others: ['startTerm', 'programLengthYrs', 'selfSuppPgm', 'active', 'major.titleLong'],
  },
};

describe.for(Object.entries(lists))('/%s.csv', ([name, { columns, others }]) => {
  test('has the columns of the list by their JSON names, and their values in the order of the JSON', async () => {
    const { header, rows, headers } = await fileAt(`/${name}.csv`);
    const { body } = await registrar().get<Row[]>(`/${name}`);
    expect(body.length).toBeGreaterThan(5);
    expect(header).toEqual(columns);
    expect(rows).toEqual(body.map((row) => columns.map((path) => guarded(codeOf(at(row, path))))));
    expect(headers['content-disposition']).toBe(`attachment; filename="${name}.csv"`);
  });

  test('has the columns that cols names, in its order', async () => {
    const { header, rows } = await fileAt(`/${name}.csv?cols=${others.join(',')}`);
    const { body } = await registrar().get<Row[]>(`/${name}`);
    expect(header).toEqual(others);
    expect(rows).toEqual(body.map((row) => others.map((path) => guarded(codeOf(at(row, path))))));
  });

  test('has only the rows in effect in the term of asOf, with its names and codes', async () => {
    const all = await fileAt(`/${name}.csv`);
    const then = await fileAt(`/${name}.csv?asOf=199092`);
    const now = await fileAt(`/${name}.csv?asOf=now`);
    expect(then.rows.length).toBeLessThan(all.rows.length);
    expect(now.rows.length).toBeGreaterThan(0);
    const { body } = await registrar().get<Row[]>(`/${name}?asOf=199092`);
    const lines = new Set(
      body.map((row) => columns.map((path) => guarded(codeOf(at(row, path)))).join('\0')),
    );
    expect(then.rows.filter((row) => !lines.has(row.join('\0')))).toEqual([]);
  });

  test('has an ETag, and is 304 while nothing changes', async () => {
    const { headers } = await fileAt(`/${name}.csv`);
    const etag = String(headers.etag);
    for (const sent of [etag, `"x", ${etag}`, etag.replace('W/', ''), '*'])
      expect(await registrar().get(`/${name}.csv`, { 'if-none-match': sent })).toMatchObject({
        status: 304,
        text: '',
        headers: { etag, 'cache-control': 'private, no-cache' },
      });
    expect((await registrar().get(`/${name}.csv`, { 'if-none-match': '"x"' })).status).toBe(200);
  });
});

test('only rows in effect appear: those of the item, and of a pair also its relationship', async () => {
  const { body } = await registrar().get<MajorDegree[]>('/major-degrees');
  const { rows } = await fileAt('/major-degrees.csv?asOf=201592&cols=major.majorKey,degree.degreeKey');
  const term = '201592';
  const inEffect = (start: string | null, end: string | null) =>
    (start === null || start <= term) && (end === null || end >= term);
  expect(rows).toEqual(
    body
      .filter(
        ({ startTerm, endTerm, major, degree }) =>
          inEffect(startTerm, endTerm) &&
          inEffect(major.startTermYyyyst, major.endTermYyyyst) &&
          inEffect(degree.degreeStartTermYyyyst, degree.degreeEndTermYyyyst),
      )
      .map(({ major, degree }) => [String(major.majorKey), String(degree.degreeKey)]),
  );
});

describe('/programs.csv', () => {
  test('has a line for each program of the term, with codes', async () => {
    for (const query of ['', '?asOf=201592']) {
      const { header, rows, headers } = await fileAt(
        `/programs.csv${query}${query ? '&' : '?'}cols=cipCode,programCredLevel,majorKey,degreeKey,programLengthYrs,selfSuppPgm,label`,
      );
      const { body } = await registrar().get<ProgramGroup[]>(`/programs${query}`);
      expect(header).toEqual([
        'cipCode',
        'programCredLevel',
        'majorKey',
        'degreeKey',
        'programLengthYrs',
        'selfSuppPgm',
        'label',
      ]);
      expect(rows.length).toBeGreaterThan(10);
      expect(rows).toEqual(
        body.flatMap(({ cipCode, programCredLevel, programs }) =>
          programs.map((one) =>
            [
              cipCode,
              programCredLevel,
              one.majorKey,
              one.degreeKey,
              one.programLengthYrs,
              one.selfSuppPgm,
              one.label,
            ].map((value) => guarded(codeOf(value))),
          ),
        ),
      );
      expect(headers['content-disposition']).toBe('attachment; filename="programs.csv"');
      expect(headers.etag).toMatch(/^W\//);
    }
  });
});

const report = async (query: string) => {
  const { status, body, headers } = await registrar().get<WithKey[]>(`/reports${query}`);
  expect(status).toBe(200);
  return { body, headers };
};

describe('/reports over GET', () => {
  test.for([
    ['', {}],
    ['?schoolCode=08&majorActive=true&majorInactive=false', { schoolCode: '08', majorInactive: false }],
    ['?degreeListAwarded=BS', { degreeListAwarded: ['BS'] }],
    ['?degreeListAwarded=BS&degreeListAwarded=NONE', { degreeListAwarded: ['BS', 'NONE'] }],
    ['?degreeListAwarded=ALL&schoolCode=&majorCode=ALL&knownAt=', {}],
    ['?degreeListAwarded=%20ALL&schoolCode=%20ALL%20&knownAt=ALL%20', {}],
    ['?majorTitle=%20ar%20&asOfTerm=201592', { majorTitle: 'ar', asOfTerm: '201592' }],
    ['?majorTitle=a%2C%20with', { majorTitle: 'a, with' }],
    ['?underGraduate=false', { underGraduate: false }],
    ['?majorCode=none', { majorCode: 'none' }],
  ] as const)('%s has the rows of POST with %j, each with its programKey', async ([query, filter]) => {
    const { body } = await report(query);
    const { body: posted } = await registrar().post<ReportRow[]>('/reports', filter);
    expect(body.map(({ programKey: _key, ...row }) => row)).toEqual(posted);
    expect(body.map(({ programKey }) => programKey)).toEqual(
      posted.map(({ major, degree }) => degree && `${degree.degreeAwarded}-${major.majorCode}`),
    );
  });

  test('the fields of POST stay as they are', async () => {
    const { body } = await registrar().post<WithKey[]>('/reports', {});
    expect(body[0]).not.toHaveProperty('programKey');
  });

  test('checks cols and labels, and ignores them', async () => {
    const plain = await report('');
    const other = await report('?cols=programKey,comments&labels=labels');
    expect(other.headers.etag).toBe(plain.headers.etag);
  });

  test('has an ETag, 304 and the fingerprint of its ten default columns', async () => {
    const { headers } = await report('?schoolCode=08');
    const file = await fileAt('/reports.csv?schoolCode=08&cols=comments');
    expect(headers['x-report-fingerprint']).toMatch(/^v1:[0-9a-f]{64}$/);
    expect(file.headers['x-report-fingerprint']).toBe(headers['x-report-fingerprint']);
    const again = await registrar().get('/reports?schoolCode=08', { 'if-none-match': String(headers.etag) });
    expect(again).toMatchObject({
      status: 304,
      headers: { 'x-report-fingerprint': headers['x-report-fingerprint'] },
    });
    expect((await report('')).headers['x-report-fingerprint']).not.toBe(headers['x-report-fingerprint']);
  });

  test('shows a change at once', async () => {
    const { headers } = await report('?majorCode=0A1');
    const { body } = await registrar().get<{ majorKey: number; majorCode: string }[]>('/majors');
    const major = body.find(({ majorCode }) => majorCode === '0A1');
    await registrar().put(`/majors/${major?.majorKey}`, { ...major, title20: '=2+2' });
    const { headers: after } = await report('?majorCode=0A1');
    expect(after.etag).not.toBe(headers.etag);
    expect(after['x-report-fingerprint']).not.toBe(headers['x-report-fingerprint']);
  });
});

describe('/reports.csv', () => {
  const columns = defaultReportColumns.map(({ id }) => id);

  test('has the ten default columns, codes, and one row for each school, major and degree', async () => {
    const { header, rows, headers } = await fileAt('/reports.csv');
    expect(header).toEqual(columns);
    const { body } = await report('');
    const seen = new Set<string>();
    const expected = body
      .filter(({ school, major, degree }) => {
        const key = `${school?.schoolCode} ${major.majorKey} ${degree?.degreeKey}`;
        return seen.size < seen.add(key).size;
      })
      .map((row) => columns.map((path) => guarded(codeOf(at(row as unknown as Row, path)))));
    expect(rows).toEqual(expected);
    expect(rows.length).toBeLessThan(body.length);
    expect(headers['content-disposition']).toBe('attachment; filename="report.csv"');
  });

  test('has rows that chosen columns cannot distinguish once, in the order of the JSON', async () => {
    const { rows } = await fileAt('/reports.csv?cols=degree.degreeAwarded,programKey');
    const { body } = await report('');
    const lines = body.map(({ degree, programKey }) => [codeOf(degree?.degreeAwarded), codeOf(programKey)]);
    const distinct = [...new Map(lines.map((line) => [line.join(), line])).values()];
    expect(rows).toEqual(distinct);
  });

  test('has every column that the screen can show', async () => {
    const ids = extendedReportColumns.map(({ id }) => id);
    const { header } = await fileAt(`/reports.csv?cols=${[...ids, 'programKey', 'school.title'].join()}`);
    expect(header).toEqual([...ids, 'programKey', 'school.title']);
  });

  test('with labels has the headings and values of the screen', async () => {
    const { header, rows } = await fileAt(
      '/reports.csv?labels=labels&cols=major.endTermYyyyst,major.active,majorDegree.profDegreePgm,programKey',
    );
    expect(header).toEqual(['Maj End Qtr', 'Maj Active', 'Prof Deg', 'Program Key']);
    expect(new Set(rows.map(([, active]) => active))).toEqual(new Set(['Yes', 'No']));
    expect(rows.map(([end]) => end)).toContain('active');
    expect(new Set(rows.map(([, , flag]) => flag))).toContain('-');
  });

  test('as known at a time is that of then', async () => {
    const { body } = await registrar().get<{ at: string }>('/reports/moment');
    const before = await fileAt(`/reports.csv?knownAt=${body.at}`);
    await registrar().post('/majors', {
      majorSegment: 'U',
      campusIndicator: 'G',
      majorCode: 'ZZ9',
      title20: 'New',
    });
    expect((await fileAt(`/reports.csv?knownAt=${body.at}`)).text).toBe(before.text);
    expect((await fileAt('/reports.csv')).text).not.toBe(before.text);
  });
});

describe('Errors', () => {
  const paths = [
    '/reports',
    '/reports.csv',
    ...Object.keys(lists).map((name) => `/${name}.csv`),
    '/programs.csv',
  ];
  const code = (value: string) => ({ status: 422, body: { errors: [{ code: value }] } });

  test.for(paths)('%s: an unknown or repeated name is 400', async (path) => {
    for (const query of ['x=1', 'cols=a&cols=b', 'labels=codes&labels=codes', 'token=mdd_x', '__proto__=1'])
      expect(await registrar().get(`${path}?${query}`), query).toMatchObject({ status: 400 });
  });

  test.for(paths)('%s: an unknown or repeated column and an unknown labels are 422', async (path) => {
    const column = path.startsWith('/reports')
      ? 'major.majorCode'
      : path === '/major-degrees.csv'
        ? 'startTerm'
        : path === '/programs.csv'
          ? 'cipCode'
          : path === '/departments.csv'
            ? 'title'
            : 'version';
    for (const cols of ['', 'nothing', `${column},${column}`, `${column},`, ` ${column}`, 'toString'])
      expect(await registrar().get(`${path}?cols=${encodeURIComponent(cols)}`), cols).toMatchObject(
        code('COLS_UNKNOWN_VALUE'),
      );
    for (const labels of ['', 'Labels', 'x'])
      expect(await registrar().get(`${path}?labels=${labels}`), labels).toMatchObject(
        code('LABELS_UNKNOWN_VALUE'),
      );
  });

  test.for(paths.slice(2))('%s: an unknown term is 422', async (path) => {
    for (const asOf of ['', '209999', 'Now', 'ALL'])
      expect(await registrar().get(`${path}?asOf=${asOf}`), asOf).toMatchObject({
        status: 422,
        body: { errors: [{ code: expect.stringMatching(/AS_OF_UNKNOWN_VALUE$/), field: 'asOf' }] },
      });
    expect(await registrar().get(`${path}?asOf=201592&asOf=201592`)).toMatchObject({ status: 400 });
    expect(await registrar().get(`${path}?asOf=209999&cols=x&labels=x`)).toMatchObject({
      status: 422,
      body: {
        errors: [
          { code: expect.stringMatching(/AS_OF_UNKNOWN_VALUE$/) },
          { code: 'COLS_UNKNOWN_VALUE' },
          { code: 'LABELS_UNKNOWN_VALUE' },
        ],
      },
    });
  });

  test.for(['/reports', '/reports.csv'])('%s: filters are checked as in POST', async (path) => {
    const malformed = [
      'majorActive=yes',
      'majorActive=',
      'graduate=TRUE',
      'graduate=true&graduate=true',
      'schoolCode=08&schoolCode=08',
      'knownAt=yesterday',
      'knownAt=2025-02-30T00:00:00Z',
      'asOf=201592',
    ];
    for (const query of malformed)
      expect(await registrar().get(`${path}?${query}`), query).toMatchObject({ status: 400 });
    for (const [query, expected] of [
      ['asOfTerm=209999', 'REPORT_AS_OF_TERM_UNKNOWN_VALUE'],
      ['asOfTerm=now', 'REPORT_AS_OF_TERM_UNKNOWN_VALUE'],
      ['knownAt=2999-01-01T00:00:00Z', 'REPORT_KNOWN_AT_OUT_OF_RANGE'],
      [`schoolCode=${'x'.repeat(11)}`, 'REPORT_SCHOOL_CODE_TOO_LONG'],
      [`majorTitle=${'x'.repeat(101)}`, 'REPORT_MAJOR_TITLE_TOO_LONG'],
      ['majorTitle=%00', 'REPORT_MAJOR_TITLE_BAD_FORMAT'],
      [
        Array.from({ length: 201 }, () => 'degreeListAwarded=BS').join('&'),
        'REPORT_DEGREE_LIST_AWARDED_TOO_MANY',
      ],
    ] as const)
      expect(await registrar().get(`${path}?${query}`), query).toMatchObject(code(expected));
    const all = 'asOfTerm=209999&schoolCode=xxxxxxxxxxx&cols=x&labels=x';
    const { body } = await registrar().get<{ errors: { code: string }[] }>(`${path}?${all}`);
    expect(body.errors.map((error) => error.code).toSorted()).toEqual([
      'COLS_UNKNOWN_VALUE',
      'LABELS_UNKNOWN_VALUE',
      'REPORT_AS_OF_TERM_UNKNOWN_VALUE',
      'REPORT_SCHOOL_CODE_TOO_LONG',
    ]);
  });

  test('while impersonating the permissions are those of the effective user', async () => {
    const admin = mdd.anotherAs('admin');
    await admin.get('/impersonate/viewer');
    expect((await admin.get('/degrees.csv')).status).toBe(403);
    for (const path of ['/reports', '/reports.csv', '/schools.csv', '/majors.csv', '/programs.csv'])
      expect((await admin.get(path)).status, path).toBe(200);
  });
});

describe('Excel', () => {
  // What Office sends when it opens an address in a workbook, and what its query sends.
  const discovery = { 'user-agent': 'Microsoft Office Protocol Discovery' };
  const query = {
    'user-agent': 'Microsoft.Data.Mashup (https://go.microsoft.com/fwlink/?LinkID=304225)',
    'accept-encoding': 'gzip, deflate',
    accept: '*/*',
  };

  test('learns by HEAD and OPTIONS that nothing can be saved, and reads the file with the token as a password', async () => {
    const { body } = await registrar().post<{ token: string }>('/tokens', {
      name: 'Excel',
      contact: 'x@example.edu',
      scopes: ['read:report'],
      expiresOn: new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10),
    });
    const path = '/mdsd/api/reports.csv?labels=labels';
    const send = (method: 'GET' | 'HEAD' | 'OPTIONS', headers: Record<string, string>) =>
      mdd.as(null).send(method, path, undefined, { 'x-requested-with': undefined, ...headers });
    // Without credentials first: no question for a password, so that a browser would not ask either.
    const first = await send('GET', query);
    expect(first.status).toBe(401);
    expect(first.headers).not.toHaveProperty('www-authenticate');
    expect(await send('OPTIONS', discovery)).toMatchObject({
      status: 405,
      headers: { allow: 'GET, HEAD' },
    });
    const authorization = `Basic ${Buffer.from(`me:${body.token}`).toString('base64')}`;
    const head = await send('HEAD', { ...discovery, authorization });
    expect(head).toMatchObject({
      status: 200,
      text: '',
      headers: { 'content-type': 'text/csv; charset=utf-8' },
    });
    expect(await send('OPTIONS', { ...discovery, authorization })).toMatchObject({ status: 403 });
    const read = await send('GET', { ...query, authorization });
    expect(read).toMatchObject({
      status: 200,
      headers: { 'content-encoding': 'gzip', etag: head.headers.etag },
    });
    expect(
      await send('GET', { ...query, authorization, 'if-none-match': String(head.headers.etag) }),
    ).toMatchObject({ status: 304 });
  });
});

test('a query with the most of each filter has its response', async () => {
  const awards = Array.from(
    { length: 199 },
    (_, at) => `degreeListAwarded=AWARD${String(at).padStart(5, '0')}`,
  );
  const all = `${awards.join('&')}&majorTitle=${'%E5%B1%B1'.repeat(100)}&degreeTitleRc=${'%E5%B1%B1'.repeat(100)}`;
  expect(await registrar().get(`/reports?${all}`)).toMatchObject({ status: 200, body: [] });
  expect((await fileAt(`/reports.csv?${all}`)).rows).toEqual([]);
});
