import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ErrorItem } from '../../contract/errors.ts';
import { catalogKinds } from '../../contract/history.ts';
import type { ImportMapping } from '../../contract/importMappings.ts';
import { type TestApp, testApp } from '../support/app.ts';
import type { Client } from '../support/client.ts';

let mdd: TestApp;
beforeAll(async () => {
  mdd = await testApp();
});
afterAll(() => mdd.close());
beforeEach(() => sql`delete from import_mapping`.execute(mdd.db));

const PATH = '/import-mappings';
const registrar = () => mdd.as('registrar');
const sent = { headers: ['Code', 'Dean'], kind: 'school', columns: { Code: 'schoolCode', Dean: '' } };
const save = (values: object = {}, client: Client = registrar()) =>
  client.put<ImportMapping>(PATH, { ...sent, ...values });
const list = async (client: Client = registrar()) => (await client.get<ImportMapping[]>(PATH)).body;
const texts = (count: number, length: number) =>
  Array.from({ length: count }, (_none, at) => `${at}`.padEnd(length, 'x'));

describe('A column mapping', () => {
  test('is saved for the whole office, with its time and user', async () => {
    const before = new Date().toISOString();
    const { status, body } = await save();
    expect(status).toBe(200);
    expect(body).toEqual({ ...sent, lastModified: expect.any(String), lastModifiedBy: 'registrar' });
    expect(body.lastModified >= before).toBe(true);
    expect(await list(mdd.as('admin'))).toEqual([body]);
  });

  test('replaces that of the same headers, whatever their order, case, accents and punctuation', async () => {
    await save({ headers: ['Major Code', 'Título', 'U/G/M'], columns: {} });
    const other = { headers: ['ugm', 'major_code', 'TITULO'], kind: 'major', columns: { ugm: '' } };
    const { body } = await save(other, mdd.as('admin'));
    expect(body).toMatchObject({ ...other, lastModifiedBy: 'admin' });
    expect(await list()).toEqual([body]);
  });

  test('is kept beside that of other headers; the list begins with the newest', async () => {
    const one = await save();
    const more = await save({ headers: ['Code', 'Dean', 'More'] });
    const less = await save({ headers: ['Code'], columns: {} });
    expect(await list()).toEqual([less.body, more.body, one.body]);
    const again = await save();
    expect(await list()).toEqual([again.body, less.body, more.body]);
  });

  test('has texts as they are stored elsewhere; a null skips a column as an empty text does', async () => {
    const decomposed = ' De\u0301an\u00a0\r\nof ';
    const { body } = await save({ headers: ['Code', decomposed], columns: { [decomposed]: null } });
    expect(body).toMatchObject({ headers: ['Code', 'Déan \nof'], columns: { 'Déan \nof': '' } });
  });

  test('may have headers with any name, in the limits of their number and length', async () => {
    const names = ['start_term', 'constructor', 'toString', 'length', '?', '漢字', ...texts(194, 120)];
    const columns = Object.fromEntries(names.map((name) => [name, 'x'.repeat(60)]));
    const { status, body } = await save({ headers: names, columns });
    expect(status).toBe(200);
    expect(body).toMatchObject({ headers: names, columns });
    expect(await list()).toEqual([body]);
  });

  test.for(catalogKinds)('may be of the kind %s', async (kind) => {
    expect(await save({ kind })).toMatchObject({ status: 200, body: { kind } });
  });

  test('may be sent back with the fields that only the server sets', async () => {
    const { body } = await save({ lastModified: '2000-01-01T00:00:00.000Z', lastModifiedBy: 'nobody' });
    expect(body).toMatchObject({ lastModifiedBy: 'registrar' });
    expect(body.lastModified > '2020').toBe(true);
  });

  test('names the real user while impersonating', async () => {
    const client = mdd.anotherAs('admin');
    await client.get('/impersonate/registrar');
    expect(await save({}, client)).toMatchObject({ status: 200, body: { lastModifiedBy: 'admin' } });
  });

  test('is no change set, with or without a reason', async () => {
    const newest = () => mdd.db.selectFrom('changeSet').select('number').orderBy('number', 'desc').execute();
    const before = await newest();
    expect(await registrar().put(PATH, sent, { 'x-change-reason': 'why' })).toMatchObject({ status: 200 });
    expect(await newest()).toEqual(before);
  });
});

test('at most 200 mappings are kept: a further one replaces the one that was saved longest ago', async () => {
  const headersOf = (at: number) => ({ headers: [`Header ${at}`], columns: {} });
  for (let at = 0; at < 200; at += 1) await save(headersOf(at));
  // No longer the oldest.
  await save(headersOf(0));
  expect(await list()).toHaveLength(200);
  await save(headersOf(200));
  const kept = (await list()).map(({ headers }) => headers[0]);
  expect(kept).toHaveLength(200);
  expect(kept.slice(0, 3)).toEqual(['Header 200', 'Header 0', 'Header 199']);
  expect(kept).not.toContain('Header 1');
});

test('the list is not sent again to a client that has it, and is new after a save on any instance', async () => {
  const other = await testApp({ beside: mdd });
  await save();
  const { headers } = await registrar().get(PATH);
  const known = { 'if-none-match': String(headers.etag) };
  expect(await registrar().get(PATH, known)).toMatchObject({ status: 304 });
  const { body } = await save({ kind: 'degree' }, other.as('registrar'));
  expect(await registrar().get(PATH, known)).toMatchObject({ status: 200, body: [body] });
  await other.close();
});

const errors: [string, object, Partial<ErrorItem>][] = [
  [
    'without headers',
    { headers: [], columns: {} },
    { code: 'IMPORT_MAPPING_HEADERS_REQUIRED', message: 'Header row is required' },
  ],
  ['with headers that are null', { headers: null }, { code: 'IMPORT_MAPPING_HEADERS_REQUIRED' }],
  [
    'with more than 200 headers',
    { headers: texts(201, 3), columns: {} },
    { code: 'IMPORT_MAPPING_HEADERS_TOO_MANY', message: 'Header row must have at most 200 entries' },
  ],
  [
    'with a header of more than 120 characters',
    { headers: ['Code', 'x'.repeat(121)], columns: {} },
    {
      code: 'IMPORT_MAPPING_HEADERS_TOO_LONG',
      message: 'Each entry of Header row must be at most 120 characters',
    },
  ],
  [
    'with an empty header',
    { headers: ['Code', '\u200b'], columns: {} },
    { code: 'IMPORT_MAPPING_HEADERS_REQUIRED', message: 'Each entry of Header row is required' },
  ],
  [
    'with a header twice',
    { headers: ['Code', 'Code'], columns: {} },
    { code: 'IMPORT_MAPPING_HEADERS_UNKNOWN_VALUE', message: 'Header row contains Code twice' },
  ],
  [
    'with a header that is no text',
    { headers: ['Code', 5], columns: {} },
    { code: 'IMPORT_MAPPING_HEADERS_BAD_TYPE', message: 'Each entry of Header row must be text' },
  ],
  [
    'with headers that are no list',
    { headers: 'Code', columns: {} },
    { code: 'IMPORT_MAPPING_HEADERS_BAD_TYPE', message: 'Header row must be a list of texts' },
  ],
  [
    'with a control character in a header',
    { headers: ['Co\u0007de'], columns: {} },
    {
      code: 'IMPORT_MAPPING_HEADERS_BAD_FORMAT',
      message: 'Each entry of Header row must not contain control or direction characters',
    },
  ],
  [
    'without a kind',
    { kind: undefined },
    { code: 'IMPORT_MAPPING_KIND_REQUIRED', message: 'Kind is required' },
  ],
  [
    'of an unknown kind',
    { kind: 'toString' },
    {
      code: 'IMPORT_MAPPING_KIND_UNKNOWN_VALUE',
      message: expect.stringContaining('Kind must be one of school, department, degree, major, '),
    },
  ],
  [
    'without columns',
    { columns: undefined },
    { code: 'IMPORT_MAPPING_COLUMNS_REQUIRED', message: 'Columns are required' },
  ],
  [
    'with a list of columns',
    { columns: ['schoolCode'] },
    { code: 'IMPORT_MAPPING_COLUMNS_BAD_TYPE', message: 'Columns must be an object of texts' },
  ],
  [
    'with a column ID of more than 60 characters',
    { columns: { Code: 'x'.repeat(61) } },
    {
      code: 'IMPORT_MAPPING_COLUMNS_TOO_LONG',
      message: 'Each entry of Columns must be at most 60 characters',
    },
  ],
  [
    'with a column ID that is no text',
    { columns: { Code: { id: 'schoolCode' } } },
    { code: 'IMPORT_MAPPING_COLUMNS_BAD_TYPE', message: 'Each entry of Columns must be text' },
  ],
  [
    'with a control character in a column ID',
    { columns: { Code: 'school\u0000Code' } },
    { code: 'IMPORT_MAPPING_COLUMNS_BAD_FORMAT' },
  ],
  [
    'with a column for another header',
    { columns: { Code: 'schoolCode', code: 'title' } },
    {
      code: 'IMPORT_MAPPING_COLUMNS_UNKNOWN_VALUE',
      message: 'Columns must only name headers of Header row',
    },
  ],
  [
    'with an unknown field',
    { user: 'registrar' },
    { code: 'IMPORT_MAPPING_USER_UNKNOWN_FIELD', field: 'user' },
  ],
];

describe('A column mapping is rejected, and the saved one stays,', () => {
  test.for(errors)('%s', async ([, values, error]) => {
    const { body: saved } = await save();
    const { status, body } = await save(values);
    expect({ status, body }).toMatchObject({ status: 422, body: { errors: [error] } });
    expect((body as unknown as { errors: ErrorItem[] }).errors).toHaveLength(1);
    expect(await list()).toEqual([saved]);
  });

  test('with each of its errors', async () => {
    expect(await registrar().put(PATH)).toMatchObject({
      status: 422,
      body: {
        errors: [
          { code: 'IMPORT_MAPPING_HEADERS_REQUIRED', field: 'headers' },
          { code: 'IMPORT_MAPPING_KIND_REQUIRED', field: 'kind' },
          { code: 'IMPORT_MAPPING_COLUMNS_REQUIRED', field: 'columns' },
        ],
      },
    });
  });

  test('with an unknown parameter in the query, as is the list', async () => {
    expect(await registrar().put(`${PATH}?all=true`, sent)).toMatchObject({ status: 400 });
    expect(await registrar().get(`${PATH}?kind=major`)).toMatchObject({ status: 400 });
  });
});
