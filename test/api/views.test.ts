import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ErrorItem } from '../../contract/errors.ts';
import { screenParameters } from '../../contract/screenParameters.ts';
import { type ViewScreen, viewScreens } from '../../contract/viewScreens.ts';
import type { View } from '../../contract/views.ts';
import { type TestApp, testApp } from '../support/app.ts';
import type { Client } from '../support/client.ts';

let mdd: TestApp;
beforeAll(async () => {
  mdd = await testApp();
});
afterAll(() => mdd.close());
beforeEach(() => sql`delete from view`.execute(mdd.db));

const PATH = '/views';
const registrar = () => mdd.as('registrar');
const admin = () => mdd.as('admin');
const viewer = () => mdd.as('viewer');
const support = () => mdd.as('support');

const sent = { screen: 'report', name: 'Art', query: 'majorTitle=art', isShared: false };
const create = (client: Client, values: object = {}) => client.post<View>(PATH, { ...sent, ...values });
const saved = async (client: Client, values: object = {}) => {
  const { status, body } = await create(client, values);
  expect({ status, body }).toMatchObject({ status: 201 });
  return body;
};
const save = (client: Client, { id, ...view }: View, values: object = {}) =>
  client.put<View>(`${PATH}/${id}`, { ...view, ...values });
const remove = (client: Client, { id }: View) => client.delete(`${PATH}/${id}`);
const setDefault = (client: Client, { id }: View) => client.put(`${PATH}/${id}/default`);
const endDefault = (client: Client, { id }: View) => client.delete(`${PATH}/${id}/default`);
const list = async (client: Client) => (await client.get<View[]>(PATH)).body;
const names = async (client: Client) => (await list(client)).map(({ name }) => name);
const defaults = async (client: Client) =>
  (await list(client)).filter(({ isDefault }) => isDefault).map(({ name }) => name);

const refused = (status: number, ...errors: Partial<ErrorItem>[]) => ({ status, body: { errors } });
const forbidden = refused(403, { code: 'FORBIDDEN' });
const missing = refused(404, { code: 'VIEW_NOT_FOUND', message: 'No view found!' });

/** A browser of the administrator who acts as another user. */
async function actingAs(user: 'viewer' | 'registrar'): Promise<Client> {
  const client = mdd.anotherAs('admin');
  await client.get(`/impersonate/${user}`);
  return client;
}

describe('A view', () => {
  test('is created with its owner, and is theirs', async () => {
    const { status, body } = await create(viewer());
    expect(status).toBe(201);
    expect(body).toEqual({
      ...sent,
      id: expect.stringMatching(/./),
      isDefault: false,
      owner: { uciNetId: 'viewer', name: 'Vic Moreno' },
      isMine: true,
      version: 1,
    });
    expect(await list(viewer())).toEqual([body]);
    expect(await list(registrar())).toEqual([]);
  });

  test('is not shared unless that is sent', async () => {
    for (const isShared of [undefined, null, false]) {
      expect(await saved(viewer(), { isShared, name: `${isShared}` })).toMatchObject({ isShared: false });
    }
    expect(await saved(viewer(), { isShared: true })).toMatchObject({ isShared: true });
  });

  test('may be of each screen', async () => {
    for (const screen of viewScreens)
      expect(await saved(registrar(), { screen, query: '' })).toMatchObject({ screen, query: '' });
    expect((await list(registrar())).map(({ screen }) => screen)).toEqual(viewScreens.toSorted());
  });

  test('has a name as text is stored elsewhere', async () => {
    expect(await saved(viewer(), { name: ' De\u0301an\u00a0of ' })).toMatchObject({ name: 'Déan of' });
    expect(await saved(viewer(), { name: '😀'.repeat(60) })).toMatchObject({ name: '😀'.repeat(60) });
    expect(await saved(viewer(), { name: 'x' })).toMatchObject({ name: 'x' });
  });

  test('is no change set, with or without a reason', async () => {
    const newest = () => mdd.db.selectFrom('changeSet').select('number').orderBy('number', 'desc').execute();
    const before = await newest();
    await viewer().post(PATH, sent, { 'x-change-reason': 'why' });
    expect(await names(viewer())).toEqual(['Art']);
    expect(await newest()).toEqual(before);
  });

  test('may be sent back as it was received', async () => {
    const view = await saved(viewer());
    expect(await save(viewer(), view)).toMatchObject({ status: 200, body: { ...view, version: 2 } });
    expect(await viewer().put(`${PATH}/${view.id}`, { ...view, version: 2 })).toMatchObject({ status: 200 });
    expect(await create(viewer(), { ...view, name: 'Copy' })).toMatchObject({ status: 201 });
  });

  test('has the name by which its owner is known today', async () => {
    await saved(viewer(), { isShared: true });
    await sql`update app_user set last_name = 'Renamed' where uci_net_id = 'viewer'`.execute(mdd.db);
    expect(await list(registrar())).toMatchObject([{ owner: { uciNetId: 'viewer', name: 'Vic Renamed' } }]);
    await sql`update app_user set last_name = 'Moreno' where uci_net_id = 'viewer'`.execute(mdd.db);
  });
});

describe('The list of views', () => {
  test('has the own views and all shared ones, each as the reader sees it', async () => {
    const mine = await saved(viewer(), { name: 'Mine' });
    const shared = await saved(viewer(), { name: 'Shared', isShared: true });
    const other = await saved(registrar(), { name: 'Other', isShared: true });
    await saved(registrar(), { name: 'Private' });
    expect(await list(viewer())).toEqual([mine, { ...other, isMine: false }, shared]);
    expect(await list(support())).toEqual([
      { ...other, isMine: false },
      { ...shared, isMine: false },
    ]);
  });

  test('is ordered by screen, name and ID, in code-point order', async () => {
    for (const name of ['b', 'A', 'é', 'c', 'Z', '_', '😀', '\uffee'])
      await saved(registrar(), { screen: 'report', name });
    await saved(registrar(), { screen: 'changes', name: 'z', query: '' });
    const same = await Promise.all(
      [admin(), viewer(), support()].map((client) => saved(client, { name: 'same', isShared: true })),
    );
    const seen = await list(registrar());
    expect(seen.map(({ name }) => name)).toEqual([
      'z',
      'A',
      'Z',
      '_',
      'b',
      'c',
      'same',
      'same',
      'same',
      'é',
      '\uffee',
      '😀',
    ]);
    expect(seen.filter(({ name }) => name === 'same').map(({ id }) => id)).toEqual(
      same.map(({ id }) => id).toSorted(),
    );
  });

  test('has only the screens that the reader may open', async () => {
    for (const screen of viewScreens) await saved(registrar(), { screen, query: '', isShared: true });
    expect((await list(viewer())).map(({ screen }) => screen)).toEqual(['report']);
    expect(await list(admin())).toHaveLength(viewScreens.length);
  });

  test('lacks the own views of screens that the reader may no longer open', async () => {
    await saved(admin(), { screen: 'major', query: '', isShared: true });
    await saved(admin());
    const groups = await sql<{ groups: string }>`
      select groups::text as groups from app_user where uci_net_id = 'admin'`.execute(mdd.db);
    await sql`update app_user set groups = '[]' where uci_net_id = 'admin'`.execute(mdd.db);
    expect((await list(admin())).map(({ screen }) => screen)).toEqual(['report']);
    await sql`update app_user set groups = ${groups.rows[0]?.groups}::jsonb where uci_net_id = 'admin'`.execute(
      mdd.db,
    );
    expect(await list(admin())).toHaveLength(2);
  });

  test('is not stored by any cache, and up to date on every instance', async () => {
    const other = await testApp({ beside: mdd });
    const { headers } = await viewer().get(PATH);
    expect(headers['cache-control']).toBe('no-store');
    const view = await saved(other.as('viewer'));
    expect(await list(viewer())).toEqual([view]);
    await other.close();
  });

  test('takes no parameters', async () => {
    expect(await viewer().get(`${PATH}?screen=major`)).toMatchObject({ status: 400 });
  });
});

describe('A query', () => {
  test.for([
    ['sort=-title&q=art', 'q=art&sort=-title'],
    ['q=a b', 'q=a+b'],
    ['q=a%20b', 'q=a+b'],
    ['q=%C3%A9é', 'q=%C3%A9%C3%A9'],
    ['q', 'q='],
    ['&&q=a&', 'q=a'],
    ['q=2&asOf=now&q=10&cols=b,a&q=1', 'asOf=now&cols=b%2Ca&q=2&q=10&q=1'],
    ['q=a%00b', 'q=a%00b'],
    ['%71=a', 'q=a'],
    ['q=100%', 'q=100%25'],
    ['', ''],
  ])('%j is stored as %j', async ([query, stored]) => {
    const view = await saved(registrar(), { screen: 'major', query });
    expect(view).toMatchObject({ query: stored });
    expect(await save(registrar(), view)).toMatchObject({ status: 200, body: { query: stored } });
  });

  test.for(viewScreens)(
    'of the screen %s has the names that its address uses, without page and size',
    async (screen) => {
      const own = screenParameters[screen].filter((name) => name !== 'page' && name !== 'size').toSorted();
      const query = own.map((name) => `${name}=1`).join('&');
      expect(await saved(registrar(), { screen, query })).toMatchObject({ query });
    },
  );

  const unknown: [ViewScreen, string, string][] = [
    ['major', 'q=a&page=2', 'page'],
    ['major', 'size=50', 'size'],
    ['major', 'view=1', 'view'],
    ['report', 'majortitle=art', 'majortitle'],
    ['report', 'asOfTerm=202592', 'asOfTerm'],
    ['degree', 'codes=1', 'codes'],
    ['changes', 'asOf=202592', 'asOf'],
    ['changes', 'sort=title', 'sort'],
    ['differences', 'q=a', 'q'],
    ['major', 'toString=1', 'toString'],
  ];
  test.for(unknown)('of the screen %s is rejected as %s, because of %s', async ([screen, query, name]) => {
    const error = { code: 'VIEW_QUERY_UNKNOWN_FIELD', field: 'query' };
    const { status, body } = await create(registrar(), { screen, query });
    expect({ status, body }).toMatchObject(refused(422, error));
    const { errors } = body as unknown as { errors: ErrorItem[] };
    expect(errors).toHaveLength(1);
    expect(errors[0]?.message.split('.')[0]).toBe(`Query must not contain ${name}`);
    const view = await saved(registrar(), { screen, query: '' });
    expect(await save(registrar(), view, { query })).toMatchObject(refused(422, error));
    expect(await save(registrar(), view, { query, screen: undefined })).toMatchObject(refused(422, error));
  });

  test('has at most 2,000 characters, as stored', async () => {
    const long = { code: 'VIEW_QUERY_TOO_LONG', message: 'Query must be at most 2000 characters' };
    expect(await create(viewer(), { query: `q=${'x'.repeat(1_998)}` })).toMatchObject({ status: 201 });
    for (const query of [`q=${'x'.repeat(1_999)}`, `q=${'é'.repeat(400)}`, `q=${'x'.repeat(60_000)}`])
      expect(await create(viewer(), { query, name: 'Long' })).toMatchObject(refused(422, long));
  });
});

const errors: [string, object, Partial<ErrorItem>][] = [
  ['without a name', { name: null }, { code: 'VIEW_NAME_REQUIRED', message: 'Name is required' }],
  ['with an empty name', { name: ' \u200b ' }, { code: 'VIEW_NAME_REQUIRED' }],
  [
    'with a name of more than 60 characters',
    { name: '😀'.repeat(61) },
    { code: 'VIEW_NAME_TOO_LONG', message: 'Name must be at most 60 characters' },
  ],
  ['with a control character in its name', { name: 'a\u0007' }, { code: 'VIEW_NAME_BAD_FORMAT' }],
  ['with a line break in its name', { name: 'a\nb' }, { code: 'VIEW_NAME_BAD_FORMAT' }],
  ['with a number as its name', { name: 5 }, { code: 'VIEW_NAME_BAD_TYPE' }],
  ['without a query', { query: undefined }, { code: 'VIEW_QUERY_REQUIRED' }],
  ['with an object as its query', { query: { q: 'a' } }, { code: 'VIEW_QUERY_BAD_TYPE' }],
  ['with a query that begins with ?', { query: '?q=a' }, { code: 'VIEW_QUERY_BAD_FORMAT' }],
  ['with a control character in its query', { query: 'q=\u0000' }, { code: 'VIEW_QUERY_BAD_FORMAT' }],
  ['with half of a character in its query', { query: 'q=\ud800' }, { code: 'VIEW_QUERY_BAD_FORMAT' }],
  ['with a text as its flag', { isShared: 'true' }, { code: 'VIEW_IS_SHARED_BAD_TYPE' }],
  ['with an unknown field', { user: 'admin' }, { code: 'VIEW_USER_UNKNOWN_FIELD', field: 'user' }],
];

describe('A view is rejected, and nothing changes,', () => {
  test.for(errors)('%s', async ([, values, error]) => {
    expect(await create(viewer(), values)).toMatchObject(refused(422, error));
    expect(await list(viewer())).toEqual([]);
    const view = await saved(viewer());
    expect(await save(viewer(), view, values)).toMatchObject(refused(422, error));
    expect(await list(viewer())).toEqual([view]);
  });

  test.for(['toString', 'about', 'Major', '', null, 5])('with the screen %j', async (screen) => {
    const rule = screen === 5 ? 'BAD_TYPE' : screen ? 'UNKNOWN_VALUE' : 'REQUIRED';
    const error = { code: `VIEW_SCREEN_${rule}`, field: 'screen' };
    expect(await create(registrar(), { screen })).toMatchObject(refused(422, error));
  });

  test('with each of its errors', async () => {
    expect(await viewer().post(PATH)).toMatchObject(
      refused(
        422,
        { code: 'VIEW_SCREEN_REQUIRED' },
        { code: 'VIEW_NAME_REQUIRED' },
        { code: 'VIEW_QUERY_REQUIRED' },
      ),
    );
    expect(await create(viewer(), { name: '', query: 'page=1' })).toMatchObject(
      refused(422, { code: 'VIEW_NAME_REQUIRED' }, { code: 'VIEW_QUERY_UNKNOWN_FIELD' }),
    );
  });

  test('with a body that is no JSON object', async () => {
    const view = await saved(viewer());
    for (const body of ['[]', '"a"', '5'])
      for (const [method, path] of [
        ['POST', PATH],
        ['PUT', `${PATH}/${view.id}`],
      ] as const)
        expect(
          await viewer().send(method, `/mdsd/api${path}`, body, { 'content-type': 'application/json' }),
        ).toMatchObject(refused(422, { code: 'VIEW_BODY_BAD_TYPE' }));
  });
});

describe('The name of a view', () => {
  const taken = refused(409, { code: 'DUPLICATE_KEY', field: 'name' });

  test.for(['Été ΟΔΟΣ', 'éTÉ οδοσ', 'ÉTÉ οδος', ' été\u3000οδος '])(
    'is unique for its owner and screen, ignoring case: %j is Été ΟΔΟΣ',
    async (name) => {
      const view = await saved(registrar(), { name: 'Été ΟΔΟΣ' });
      expect(await create(registrar(), { name })).toMatchObject(taken);
      const other = await saved(registrar(), { name: 'Other' });
      expect(await save(registrar(), other, { name })).toMatchObject(taken);
      expect(await list(registrar())).toEqual([other, view]);
    },
  );

  test('may be that of another screen, of another owner, and of the view itself', async () => {
    const view = await saved(registrar(), { isShared: true });
    await saved(registrar(), { screen: 'major', query: '' });
    await saved(admin());
    expect(await save(registrar(), view, { name: 'ART' })).toMatchObject({ status: 200 });
  });

  test('is free again once its view is deleted', async () => {
    const view = await saved(viewer());
    await remove(viewer(), view);
    await saved(viewer());
  });

  test('is compared with those of the owner, when someone else changes the view', async () => {
    await saved(viewer(), { name: 'Private' });
    await saved(registrar(), { name: 'Free' });
    const view = await saved(viewer(), { isShared: true });
    expect(await save(registrar(), view, { name: 'private' })).toMatchObject(taken);
    expect(await save(registrar(), view, { name: 'Free' })).toMatchObject({ status: 200 });
  });
});

test('one user can have at most 100 views, of all screens together', async () => {
  await sql`
    insert into view select 'id ' || at, 'registrar', case when at % 2 = 0 then 'major' else 'report' end, 'View ' || at, '',
      true, 1, now(), 'registrar'
    from generate_series(1, 99) at`.execute(mdd.db);
  const last = await saved(registrar());
  expect(await create(registrar(), { name: 'More' })).toMatchObject(
    refused(422, { code: 'TOO_MANY_VIEWS', message: expect.stringContaining('at most 100 views') }),
  );
  expect(await save(registrar(), last, { name: 'Changed' })).toMatchObject({ status: 200 });
  await saved(admin());
  await remove(registrar(), last);
  await saved(registrar(), { name: 'More' });
});

describe('A change of a view', () => {
  test('has what was sent, and a higher version', async () => {
    const view = await saved(viewer());
    const values = { name: 'Music', query: 'majorTitle=music', isShared: true };
    const { status, body } = await save(viewer(), view, values);
    expect({ status, body }).toEqual({ status: 200, body: { ...view, ...values, version: 2 } });
    expect(await list(viewer())).toEqual([body]);
  });

  test('needs the version that it changes', async () => {
    const view = await saved(viewer(), { isShared: true });
    const { body: newer } = await save(registrar(), view, { name: 'Newer' });
    for (const version of [1, 3])
      expect(await save(viewer(), view, { version })).toMatchObject(
        refused(409, {
          code: 'EDIT_CONFLICT',
          message: expect.stringMatching(
            /^This view was saved by Robin Alvarez \(registrar\) at \S+Z in the meantime/,
          ),
        }),
      );
    for (const version of [undefined, null])
      expect(await save(viewer(), view, { version })).toMatchObject(refused(409, { code: 'EDIT_CONFLICT' }));
    expect(await list(registrar())).toEqual([newer]);
  });

  test('may repeat the screen, and not have another one', async () => {
    const view = await saved(registrar());
    const error = { code: 'VIEW_SCREEN_UNKNOWN_VALUE', field: 'screen' };
    for (const screen of ['major', 'about'])
      expect(await save(registrar(), view, { screen })).toMatchObject(refused(422, error));
    for (const [version, screen] of [undefined, null, 'report'].entries())
      expect(await save(registrar(), view, { screen, version: version + 1 })).toMatchObject({ status: 200 });
  });
});

describe('A shared view of someone else', () => {
  test('is changed and deleted by those who manage data, who do not become its owner', async () => {
    const view = await saved(viewer(), { isShared: true });
    const owner = { uciNetId: 'viewer', name: 'Vic Moreno' };
    expect(await save(registrar(), view, { name: 'Better' })).toMatchObject({
      status: 200,
      body: { name: 'Better', owner, isMine: false, version: 2 },
    });
    expect(await list(viewer())).toMatchObject([{ name: 'Better', isMine: true, version: 2 }]);
    expect(await remove(admin(), view)).toMatchObject({ status: 204, text: '' });
    expect(await list(viewer())).toEqual([]);
  });

  test('may be made private by them, and then belongs only to its owner', async () => {
    const view = await saved(viewer(), { isShared: true });
    expect(await save(registrar(), view, { isShared: false })).toMatchObject({ status: 200 });
    expect(await names(registrar())).toEqual([]);
    expect(await names(viewer())).toEqual(['Art']);
    expect(await save(registrar(), view, { version: 2 })).toMatchObject(missing);
  });

  test('is neither changed nor deleted by others, whatever they send', async () => {
    const view = await saved(viewer(), { isShared: true });
    const path = `/mdsd/api${PATH}/${view.id}`;
    expect(await save(support(), view)).toMatchObject(forbidden);
    expect(await remove(support(), view)).toMatchObject(forbidden);
    expect(await support().put(`${PATH}/${view.id}`, { name: '' })).toMatchObject(forbidden);
    expect(await support().send('PUT', path, 'x', { 'content-type': 'text/plain' })).toMatchObject(forbidden);
    expect(await support().send('PUT', path, '{', { 'content-type': 'application/json' })).toMatchObject(
      forbidden,
    );
    expect(await list(viewer())).toEqual([view]);
  });
});

describe('A screen that the user may not open', () => {
  const closed = viewScreens.filter((screen) => screen !== 'report');

  test.for(closed)('%s: a view of it is forbidden, whatever else is wrong', async (screen) => {
    for (const values of [{}, { name: '' }, { query: 'page=1' }, { more: 1 }])
      expect(await create(viewer(), { screen, query: '', ...values })).toMatchObject(forbidden);
    const view = await saved(registrar(), { screen, query: '', isShared: true });
    expect(await save(viewer(), view)).toMatchObject(forbidden);
    expect(await remove(viewer(), view)).toMatchObject(forbidden);
    expect(await setDefault(viewer(), view)).toMatchObject(forbidden);
    expect(await endDefault(viewer(), view)).toMatchObject(forbidden);
    expect(await list(registrar())).toEqual([view]);
  });
});

describe('A view that is neither one’s own nor shared, or does not exist, is not found', () => {
  const calls: [string, (client: Client, view: View) => Promise<unknown>][] = [
    ['PUT', save],
    ['DELETE', remove],
    ['PUT default', setDefault],
    ['DELETE default', endDefault],
  ];
  test.for(calls)('by %s', async ([, call]) => {
    const view = await saved(viewer());
    expect(await call(registrar(), view)).toMatchObject(missing);
    expect(await names(viewer())).toEqual(['Art']);
    for (const id of [crypto.randomUUID(), view.id.toUpperCase(), '0', '%00', 'x'.repeat(90), '%F0%9F%98%80'])
      expect(await call(viewer(), { ...view, id }), id).toMatchObject(missing);
    expect(await call(viewer(), { ...view, name: '', id: '0' })).toMatchObject(missing);
  });
});

describe('The default of a screen', () => {
  test('is one of the own or shared views, for the reader only', async () => {
    const shared = await saved(registrar(), { isShared: true });
    const mine = await saved(viewer(), { name: 'Mine' });
    expect(await setDefault(viewer(), shared)).toMatchObject({ status: 204, text: '' });
    expect(await defaults(viewer())).toEqual(['Art']);
    expect(await defaults(registrar())).toEqual([]);
    expect(await defaults(support())).toEqual([]);
    expect(await setDefault(viewer(), mine)).toMatchObject({ status: 204 });
    expect(await defaults(viewer())).toEqual(['Mine']);
    expect(await save(viewer(), mine)).toMatchObject({ body: { isDefault: true } });
  });

  test('is another one for each screen', async () => {
    for (const screen of viewScreens) {
      const view = await saved(registrar(), { screen, query: '', name: screen });
      await setDefault(registrar(), view);
      await setDefault(registrar(), view);
    }
    expect(await defaults(registrar())).toEqual(viewScreens.toSorted());
  });

  test('ends, also when it was not the default', async () => {
    const view = await saved(viewer());
    const other = await saved(viewer(), { name: 'Other' });
    await setDefault(viewer(), view);
    expect(await endDefault(viewer(), other)).toMatchObject({ status: 204, text: '' });
    expect(await defaults(viewer())).toEqual(['Art']);
    await endDefault(viewer(), view);
    expect(await endDefault(viewer(), view)).toMatchObject({ status: 204 });
    expect(await defaults(viewer())).toEqual([]);
  });

  test('takes no fields', async () => {
    const view = await saved(viewer());
    const path = `${PATH}/${view.id}/default`;
    expect(await viewer().put(path, {})).toMatchObject({ status: 204 });
    expect(await viewer().put(path, { isDefault: false })).toMatchObject(
      refused(422, { code: 'VIEW_IS_DEFAULT_UNKNOWN_FIELD' }),
    );
  });

  test('of others ends when the view is no longer shared; that of its owner stays', async () => {
    const view = await saved(viewer(), { isShared: true });
    for (const client of [viewer(), support(), registrar()]) await setDefault(client, view);
    expect(await save(registrar(), view, { name: 'Still shared' })).toMatchObject({ status: 200 });
    expect(await defaults(support())).toEqual(['Still shared']);
    await save(registrar(), view, { isShared: false, version: 2 });
    expect(await defaults(viewer())).toEqual(['Art']);
    await save(viewer(), view, { isShared: true, version: 3 });
    expect(await names(support())).toEqual(['Art']);
    expect(await defaults(support())).toEqual([]);
    expect(await defaults(registrar())).toEqual([]);
    expect(await defaults(viewer())).toEqual(['Art']);
  });

  test('of everyone ends when the view is deleted', async () => {
    const view = await saved(viewer(), { isShared: true });
    for (const client of [viewer(), support()]) await setDefault(client, view);
    expect(await remove(viewer(), view)).toMatchObject({ status: 204 });
    await saved(viewer(), { isShared: true });
    for (const client of [viewer(), support()]) expect(await defaults(client)).toEqual([]);
    expect(await mdd.db.selectFrom('viewDefault').selectAll().execute()).toEqual([]);
  });
});

describe('While impersonating', () => {
  test('the views are those of the other user, and can be read', async () => {
    const view = await saved(viewer());
    await saved(admin(), { name: 'Of the administrator' });
    await setDefault(viewer(), view);
    expect(await list(await actingAs('viewer'))).toEqual([{ ...view, isDefault: true }]);
  });

  test.for(['viewer', 'registrar'] as const)('as %s, nothing is changed, whatever is sent', async (user) => {
    const own = await saved(mdd.as(user));
    const shared = await saved(support(), { isShared: true });
    const client = await actingAs(user);
    for (const view of [own, shared, { ...own, id: '0' }])
      for (const response of [
        await save(client, view),
        await remove(client, view),
        await setDefault(client, view),
        await endDefault(client, view),
      ])
        expect(response).toMatchObject(forbidden);
    for (const values of [{}, { name: '' }]) expect(await create(client, values)).toMatchObject(forbidden);
    expect(await list(mdd.as(user))).toHaveLength(2);
    await client.get('/impersonate/logout');
    expect(await create(client)).toMatchObject({ status: 201 });
  });
});
