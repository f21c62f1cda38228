import { afterAll, beforeAll, expect, test } from 'vitest';
import { scopes } from '../../../contract/tokens.ts';
import type { ListedRoute } from '../../../server/http/routeList.ts';
import { type TestApp, testApp } from '../../support/app.ts';
import { gettersWithEffect, tokenMay, whoMay } from '../../support/whoMay.ts';

// Contract 13: HEAD responds as GET does wherever GET exists, except for the two impersonation GETs.

let mdd: TestApp;
let cookie: string;
beforeAll(async () => {
  mdd = await testApp({ sample: true, listens: true });
  const admin = mdd.anotherAs('admin');
  cookie = `SESSION=${await admin.cookie('SESSION')}`;
});
afterAll(() => mdd.close());

const valueOf: Readonly<Record<string, string>> = {
  schoolCode: '52',
  majorKey: '1',
  degreeKey: '1',
  deptKey: '1',
  kind: 'major',
  key: '1',
  first: '1',
  second: '1',
  rule: 'active-but-ended',
};
const queries: Readonly<Record<string, string>> = {
  '/mdsd/api/differences': '?from=201592&to=202092',
  '/mdsd/api/differences/recorded': '?from=2025-01-01T00:00:00Z&to=2025-02-01T00:00:00Z',
};
const urlOf = (url: string) =>
  url.replace(/:(\w+)/g, (_all, name: string) => valueOf[name] ?? 'x').replace('*', 'schools') +
  (queries[url] ?? '');

/** The headers that differ from one request to the next, and those of the connection: Node's client closes it after HEAD. */
const changing = new Set([
  'date',
  'x-request-id',
  'set-cookie',
  'location',
  'connection',
  'keep-alive',
  'transfer-encoding',
]);
async function request(method: string, url: string, headers: Record<string, string>) {
  const response = await fetch(`${mdd.config.publicUrl}${url}`, {
    method,
    headers: { cookie, ...headers },
    redirect: 'manual',
  });
  return {
    status: response.status,
    // An empty response to GET states its length, one to HEAD may leave it out.
    headers: Object.fromEntries(
      [...response.headers].filter(([name, value]) => !changing.has(name) && value !== '0'),
    ),
    text: await response.text(),
  };
}

const isOfImpersonation = ({ url }: ListedRoute) =>
  gettersWithEffect.includes(`GET ${url.slice('/mdsd'.length)}`);
const getsOfTable = Object.keys(whoMay).filter(
  (name) => name.startsWith('GET ') && !gettersWithEffect.includes(name),
);
const gets = () =>
  mdd.app.routeList.routes.filter(
    ({ method, url }) => method === 'GET' && !url.startsWith('/mdsd/demo-sign-in'),
  );

test.for([{}, { 'accept-encoding': 'gzip' }, { 'accept-encoding': 'br', 'if-none-match': '*' }])(
  'HEAD responds to every URL as GET does, without a body, with %j',
  async (headers) => {
    const tested = gets().filter((route) => !isOfImpersonation(route));
    expect(tested.length).toBeGreaterThan(50);
    const statuses = new Set<number>();
    for (const { url } of tested) {
      const [get, head] = [
        await request('GET', urlOf(url), headers),
        await request('HEAD', urlOf(url), headers),
      ];
      // The page after a failed sign-in has a new ID each time.
      if (url.endsWith('/auth/callback'))
        get.headers['content-length'] = head.headers['content-length'] ?? '';
      expect({ url, ...head }).toEqual({ url, ...get, text: '' });
      statuses.add(get.status);
    }
    expect(statuses).toContain('if-none-match' in headers ? 304 : 200);
  },
);

test('HEAD is no method of the two GETs that start and stop impersonation', async () => {
  const tested = gets().filter(isOfImpersonation);
  expect(tested).toHaveLength(2);
  for (const { url } of tested)
    expect(await request('HEAD', urlOf(url), { 'x-requested-with': 'XMLHttpRequest' })).toMatchObject({
      status: 405,
      headers: { allow: 'GET' },
    });
});

test('HEAD needs the same sign-in and permission as GET', async () => {
  for (const name of getsOfTable) {
    const url = urlOf(`/mdsd${name.slice('GET '.length)}`);
    for (const user of [null, 'viewer'] as const) {
      const [get, head] = [await mdd.as(user).send('GET', url), await mdd.as(user).send('HEAD', url)];
      expect([url, head.status]).toEqual([url, get.status]);
    }
  }
});

test.for(scopes)('HEAD with a token of %s responds as GET does', async (scope) => {
  const expiresOn = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10);
  const token = { name: scope, contact: 'planner@example.edu', scopes: [scope], expiresOn };
  const { body } = await mdd.as('registrar').post<{ token: string }>('/tokens', token);
  const authorization = `Bearer ${body.token}`;
  for (const name of getsOfTable.filter((call) => call.includes('/api/'))) {
    const url = urlOf(`/mdsd${name.slice('GET '.length)}`);
    const [get, head] = [
      await request('GET', url, { authorization }),
      await request('HEAD', url, { authorization }),
    ];
    expect({ url, ...head }).toEqual({ url, ...get, text: '' });
    expect([url, get.status]).toEqual([url, tokenMay[name] === scope ? 200 : 403]);
  }
});
