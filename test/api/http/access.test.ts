import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ListedRoute } from '../../../server/http/routeList.ts';
import { type TestApp, testApp } from '../../support/app.ts';
import { changingCalls, everyone, type UserName, whoMay } from '../../support/whoMay.ts';

// Operations without a response schema: they return pages and redirects, or the OpenAPI document.
const pages = ['GET /api/auth/start', 'GET /api/auth/callback', 'GET /api/openapi.json'];
// Operations without a request body.
const bodiless = ['POST /api/auth/logout'];

let mdd: TestApp;
let routes: readonly ListedRoute[];
beforeAll(async () => {
  mdd = await testApp({ listens: true });
  routes = mdd.app.routeList.routes
    .map((route) => ({ ...route, url: route.url.slice('/mdsd'.length) }))
    .filter(({ method }) => method !== 'HEAD')
    // Routes of a library or of the demonstration provider serve pages, not API operations.
    .filter(({ url }) => /^\/(api\/(?!docs)|healthz|readyz)/.test(url));
});
afterAll(() => mdd.close());

const nameOf = ({ method, url }: ListedRoute) => `${method} ${url}`;
const addressOf = (url: string) =>
  `/mdsd${url.replace(':schoolCode', '9Z').replace(':impersonationId', 'stranger').replace(/:\w+/g, '987654')}`;

const call = (name: string, user: string, headers = {}) => {
  const [method = '', url = ''] = name.split(' ');
  const client = user === 'nobody' ? mdd.as(null) : mdd.anotherAs(user as UserName);
  return client.send(method, addressOf(url), undefined, headers);
};

test('the permission table lists every call', () => {
  expect(routes.map(nameOf).toSorted((one, other) => (one < other ? -1 : 1))).toEqual(
    Object.keys(whoMay).toSorted((one, other) => (one < other ? -1 : 1)),
  );
});

test('every operation declares its permission, its input and its responses', () => {
  for (const route of routes) {
    const name = nameOf(route);
    const { access, schema, method, url } = route;
    expect(access, name).toBeDefined();
    if (name === 'GET /api/openapi.json') continue;
    expect(schema.querystring, name).toBeDefined();
    if (!pages.includes(name)) expect(schema.response, name).toBeDefined();
    if (url.includes(':')) expect(schema.params, name).toBeDefined();
    if (/POST|PUT|PATCH/.test(method) && !bodiless.includes(name)) expect(schema.body, name).toBeDefined();
  }
});

describe.for(Object.entries(whoMay))('%s', ([name, may]) => {
  test.for(everyone)('allows or refuses %s according to the table', async (user) => {
    const { status, body } = await call(name, user);
    if (may.includes(user)) expect([401, 403]).not.toContain(status);
    else if (user === 'nobody')
      expect({ status, body }).toMatchObject({
        status: 401,
        body: {
          errors: [{ code: 'NOT_SIGNED_IN' }],
          loginUrl: `${mdd.config.publicUrl}/mdsd/api/auth/start`,
        },
      });
    else expect({ status, body }).toMatchObject({ status: 403, body: { errors: [{ code: 'FORBIDDEN' }] } });
  });
});

const wrongTokens: [string, () => Promise<string | undefined>][] = [
  ['no cross-site token', async () => undefined],
  ['an empty one', async () => ''],
  ['an invented one', async () => 'A'.repeat(43)],
  ['the one of another session of the same user', () => mdd.anotherAs('admin').cookie('XSRF-TOKEN')],
];

describe.for(changingCalls)('%s', (name) => {
  test.for(wrongTokens)('is refused with %s', async ([, token]) => {
    expect(await call(name, 'admin', { 'x-xsrf-token': await token() })).toMatchObject({
      status: 403,
      body: { errors: [{ code: 'CSRF_TOKEN_INVALID' }] },
    });
  });

  test.for([
    [{ origin: 'https://elsewhere.example' }],
    [{ origin: 'null' }],
    [{ origin: 'not an address' }],
    [{ 'sec-fetch-site': 'cross-site' }],
  ])('is refused with a valid token from another site: %j', async ([headers]) => {
    expect(await call(name, 'admin', headers)).toMatchObject({
      status: 403,
      body: { errors: [{ code: 'CSRF_TOKEN_INVALID' }] },
    });
  });

  test('is allowed from our own pages under any host name', async () => {
    for (const headers of [
      { origin: mdd.config.publicUrl, 'sec-fetch-site': 'same-origin' },
      { origin: 'http://localhost:8080', host: 'localhost:8080' },
    ])
      expect((await call(name, 'admin', headers)).status).not.toBe(403);
  });
});

describe.for(['GET /api/impersonate/:impersonationId', 'GET /api/impersonate/logout'])('%s', (name) => {
  test.for([
    ['without X-Requested-With', { 'x-requested-with': undefined }],
    ['with another X-Requested-With', { 'x-requested-with': 'fetch' }],
    ['from another site', { 'sec-fetch-site': 'cross-site' }],
  ] as const)('is refused %s', async ([, headers]) => {
    expect(await call(name, 'admin', headers)).toMatchObject({
      status: 403,
      body: { errors: [{ code: 'CSRF_TOKEN_INVALID' }] },
    });
  });

  test.for(['same-origin', 'none'])('is allowed from %s', async (site) => {
    expect((await call(name, 'admin', { 'sec-fetch-site': site })).status).not.toBe(403);
  });
});

test('an invented session is not signed in', async () => {
  for (const session of ['', 'x', 'A'.repeat(43), '%00', "' or 1=1 --"])
    expect(await mdd.as(null).get('/auth/me', { cookie: `SESSION=${session}` })).toMatchObject({
      status: 401,
    });
});

test('a session that an operator deletes is signed out from the next call on', async () => {
  const client = mdd.anotherAs('registrar');
  expect(await client.get('/auth/me')).toMatchObject({ status: 200 });
  await mdd.db.deleteFrom('session').where('uciNetId', '=', 'registrar').execute();
  expect(await client.get('/auth/me')).toMatchObject({ status: 401 });
});

test('permissions that are removed in the database are gone from the next call on', async () => {
  const client = mdd.anotherAs('registrar');
  expect(await client.get('/degrees')).toMatchObject({ status: 200 });
  await mdd.db.updateTable('appUser').set({ groups: '[]' }).where('uciNetId', '=', 'registrar').execute();
  expect(await client.get('/degrees')).toMatchObject({ status: 403 });
  expect(await client.post('/reports', {})).toMatchObject({ status: 200 });
});
