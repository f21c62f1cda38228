import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { endSession, renewSession } from '../../../server/auth/sessions.ts';
import { attemptCookie, sealAttempt } from '../../../server/auth/signInAttempts.ts';
import { type TestApp, testApp } from '../../support/app.ts';
import { Browser } from '../../support/browser.ts';
import { onFullDisk } from '../../support/fullDisk.ts';
import { type UserName } from '../../support/whoMay.ts';

// The complete sign-in over HTTP, with the demonstration provider in the role of the university's.

let mdd: TestApp;
let origin: string;
let api: string;
beforeAll(async () => {
  mdd = await testApp({ listens: true });
  origin = mdd.config.publicUrl;
  api = `${origin}/mdsd/api`;
});
afterAll(() => mdd.close());

const startOf = (returnTo?: string) =>
  `${api}/auth/start${returnTo === undefined ? '' : `?returnTo=${encodeURIComponent(returnTo)}`}`;

/**
 * Goes to the provider and chooses a user there, unless it still knows the browser. Returns the URL to which the
 * provider redirects the browser.
 */
async function callbackOf(browser: Browser, user: UserName, returnTo?: string): Promise<string> {
  let address = startOf(returnTo);
  while (!address.startsWith(`${api}/auth/callback`)) {
    let response = await browser.fetch(address);
    if (response.status === 200) response = await browser.fetch(`${address}/${user}`, { method: 'POST' });
    address = new URL(String(response.headers.get('location')), address).href;
  }
  return address;
}

async function signIn(user: UserName, returnTo?: string, browser = new Browser()) {
  const callback = await callbackOf(browser, user, returnTo);
  const response = await browser.fetch(callback);
  return { browser, callback, response, landing: response.headers.get('location') };
}

const me = (browser: Browser) => browser.fetch(`${api}/auth/me`);

describe('A sign-in', () => {
  test.for([
    ['registrar', 'Robin', 'Alvarez', ['manage:data']],
    ['admin', 'Alex', 'Chen', ['impersonate:user', 'manage:data', 'view:about']],
    ['viewer', 'Vic', 'Moreno', []],
    ['support', 'Sam', 'Okafor', ['view:about']],
    ['helper', 'Hana', 'Okoye', ['impersonate:user']],
  ] as const)(
    'of %s returns the user with their permissions',
    async ([user, firstName, lastName, authorities]) => {
      const { browser, landing } = await signIn(user);
      expect(landing).toBe('/mdsd/');
      const response = await me(browser);
      expect(response.status).toBe(200);
      expect(await response.json()).toEqual({
        serviceResult: {
          uciNetId: user,
          firstName,
          lastName,
          email: `${user}@example.edu`,
          authorities: authorities.map((authority) => ({ authority })),
          isImpersonatedUser: false,
          impersonator: null,
        },
      });
    },
  );

  test('offers each user by name at the provider', async () => {
    const { response } = await new Browser().follow(startOf());
    const page = await response.text();
    for (const name of ['Robin Alvarez', 'Alex Chen', 'Vic Moreno', 'Sam Okafor', 'Hana Okoye'])
      expect(page).toContain(`>${name}</button>`);
  });

  test('gives the browser a session cookie that scripts cannot read, and a token that they can', async () => {
    const { response } = await signIn('registrar');
    const cookies = response.headers.getSetCookie();
    const session = cookies.find((cookie) => cookie.startsWith('SESSION='));
    const token = cookies.find((cookie) => cookie.startsWith('XSRF-TOKEN='));
    for (const cookie of [session, token]) expect(cookie).toMatch(/; Path=\/mdsd;.* SameSite=Lax/);
    expect(session).toContain('HttpOnly');
    expect(token).not.toContain('HttpOnly');
    expect(session).not.toContain('Secure');
  });

  test('stores the session ID only as a hash', async () => {
    const { browser } = await signIn('registrar');
    const rows = await mdd.db.selectFrom('session').select('idHash').execute();
    expect(rows.map(({ idHash }) => idHash)).not.toContain(browser.cookie('SESSION'));
  });

  test.for(['/mdsd/school/QX', '/mdsd/report?x=1&y=%20#z', '/mdsd'])('returns to %s', async (returnTo) => {
    expect((await signIn('viewer', returnTo)).landing).toBe(returnTo);
  });

  test('issues a new session ID, and ends the previous session', async () => {
    const { browser } = await signIn('registrar');
    const old = browser.cookie('SESSION');
    await signIn('registrar', undefined, browser);
    expect(browser.cookie('SESSION')).not.toBe(old);
    const asOld = await fetch(`${api}/auth/me`, { headers: { cookie: `SESSION=${old}` } });
    expect(asOld.status).toBe(401);
  });

  test('cannot be completed twice', async () => {
    const { browser, callback } = await signIn('registrar');
    const again = await browser.fetch(callback);
    expect(again.status).toBe(400);
    expect(again.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(again.headers.getSetCookie().join()).not.toContain('SESSION=');
  });

  test('cannot be completed in another browser', async () => {
    const callback = await callbackOf(new Browser(), 'admin');
    const response = await new Browser().fetch(callback);
    expect(response.status).toBe(400);
    expect(response.headers.getSetCookie().join()).not.toMatch(/SESSION=./);
  });

  test('cannot be completed with the state of another attempt', async () => {
    const browser = new Browser();
    const first = new URL(await callbackOf(browser, 'registrar'));
    const second = new URL(await callbackOf(browser, 'registrar'));
    first.searchParams.set('state', second.searchParams.get('state') ?? '');
    expect((await browser.fetch(first.href)).status).toBe(400);
    expect((await me(browser)).status).toBe(401);
  });

  test.for(['', '?state=x', '?code=x', '?error=access_denied', '?state=x&code=y&state=z'])(
    'cannot be forged: %s',
    async (query) => {
      const response = await new Browser().fetch(`${api}/auth/callback${query}`);
      expect(response.status).toBe(400);
      expect(response.headers.getSetCookie().join()).not.toMatch(/SESSION=./);
    },
  );
});

describe('The sign-in URL', () => {
  const hostile = [
    'https://evil.example/',
    '//evil.example/mdsd/',
    '/\\evil.example',
    '\\\\evil.example',
    '/mdsd/..//evil.example',
    '/mdsd/../../evil',
    '/mdsd/%2e%2e/other',
    '/mdsd/\t/evil.example',
    '/mdsd\\@evil.example',
    '/mdsd/a b',
    '/mdsd/é',
    ' /mdsd/',
    '/mdsd/?q=a\\b',
    '/mdsd/?q=a\tb',
    '/mdsd/?q=a\r\nset-cookie: a=b',
    '/mdsd/?q=\u0000',
    '/mdsd/?q=\u0085',
    '/mdsd/?q=\u2028',
    '/mdsd/?q=\u202e',
    '/mdsdx/',
    '/other',
    'mdsd/',
    'javascript:alert(1)',
    '/mdsd/\r\nset-cookie: a=b',
    '/mdsd/api/auth/logout',
    '/mdsd/api',
    '@evil.example',
    '',
    `/mdsd/${'a'.repeat(5000)}`,
    `/mdsd/report?majorTitle=${'a'.repeat(1477)}`,
    // Too long only when percent-encoded.
    `/mdsd/report?majorTitle=${'"'.repeat(600)}`,
    `/mdsd/report?majorTitle=${'é'.repeat(300)}`,
  ];

  test.for(hostile)('returns to the start page, not to %j', async (returnTo) => {
    const { body } = await mdd
      .as(null)
      .get<{ loginUrl: string }>(`/auth/login?returnTo=${encodeURIComponent(returnTo)}`);
    expect(new URL(body.loginUrl).searchParams.get('returnTo')).toBe('/mdsd/');
  });

  test.for(hostile.slice(0, 6))('cannot be diverted: %j', async (returnTo) => {
    expect((await signIn('viewer', returnTo)).landing).toBe('/mdsd/');
  });

  test('encodes spaces and letters of the query', async () => {
    const { landing } = await signIn('viewer', '/mdsd/report?majorTitle=Média – Art 100%25 日#z');
    expect(landing).toBe('/mdsd/report?majorTitle=M%C3%A9dia%20%E2%80%93%20Art%20100%25%20%E6%97%A5#z');
  });

  test('accepts the page to return to', async () => {
    const response = await mdd.as(null).get('/auth/login?returnTo=%2Fmdsd%2Fmajor%2F7');
    expect(response).toMatchObject({ status: 200, body: { loginUrl: startOf('/mdsd/major/7') } });
    expect(await mdd.as(null).get('/auth/login')).toMatchObject({ body: { loginUrl: startOf('/mdsd/') } });
  });

  test('comes from the configuration, whatever host the request names', async () => {
    const response = await mdd
      .as(null)
      .get('/auth/me', { host: 'evil.example', 'x-forwarded-host': 'evil.example' });
    expect(response).toMatchObject({ status: 401, body: { loginUrl: `${api}/auth/start` } });
  });

  test('in a 401 also accepts the page to return to', async () => {
    const { body } = await mdd.as(null).get<{ loginUrl: string }>('/auth/me');
    const { url } = await new Browser().follow(`${body.loginUrl}?returnTo=%2Fmdsd%2Fabout`);
    expect(url).toContain('/demo-sign-in/choose/');
  });
});

describe('A logout', () => {
  const logout = (browser: Browser) =>
    browser.fetch(`${api}/auth/logout`, {
      method: 'POST',
      headers: { 'x-xsrf-token': browser.cookie('XSRF-TOKEN') ?? '' },
    });

  test('ends the session at once, and goes to the provider, which returns to the start page', async () => {
    const { browser } = await signIn('registrar');
    const session = browser.cookie('SESSION');
    const response = await logout(browser);
    expect(response.status).toBe(200);
    const { logoutUrl } = (await response.json()) as { logoutUrl: string };
    expect(logoutUrl).toContain(`${origin}/mdsd/demo-sign-in/`);
    expect(new URL(logoutUrl).searchParams.get('post_logout_redirect_uri')).toBe(`${origin}/mdsd/`);
    expect(browser.cookie('SESSION')).toBeUndefined();
    expect(browser.cookie('XSRF-TOKEN')).toBeUndefined();
    expect((await fetch(`${api}/auth/me`, { headers: { cookie: `SESSION=${session}` } })).status).toBe(401);

    const { response: shown, url } = await browser.follow(logoutUrl);
    const page = await shown.text();
    const action = /action="([^"]+)"/.exec(page)?.[1]?.replaceAll('&amp;', '&') ?? '';
    const xsrf = /name="xsrf" value="([^"]+)"/.exec(page)?.[1] ?? '';
    const end = await browser.follow(new URL(action, url).href, {
      method: 'POST',
      body: new URLSearchParams({ xsrf, logout: 'yes' }),
    });
    expect(end.url).toBe(`${origin}/mdsd/`);
    // The provider asks for the user again.
    expect((await browser.follow(startOf())).url).toContain('/demo-sign-in/choose/');
  });

  test('without a session is a 401', async () => {
    expect((await logout(new Browser())).status).toBe(401);
  });
});

describe('A session', () => {
  const openWith = async (change: string) => {
    const client = mdd.anotherAs('registrar');
    await mdd.db.deleteFrom('session').execute();
    await client.get('/auth/me');
    await sql`update session set ${sql.raw(change)}`.execute(mdd.db);
    return (await client.get('/auth/me')).status;
  };

  test('ends after 30 minutes without a request', async () => {
    expect(await openWith("seen_at = now() - interval '31 minutes'")).toBe(401);
    expect(await openWith("seen_at = now() - interval '29 minutes'")).toBe(200);
  });

  test('is extended by use', async () => {
    const client = mdd.anotherAs('registrar');
    await mdd.db.deleteFrom('session').execute();
    await client.get('/auth/me');
    for (let time = 0; time < 3; time += 1) {
      await sql`update session set seen_at = seen_at - interval '20 minutes'`.execute(mdd.db);
      expect(await client.get('/auth/me')).toMatchObject({ status: 200 });
    }
  });

  test('still reads if it cannot be extended, as on a full disk', async () => {
    const client = mdd.anotherAs('registrar');
    await client.get('/auth/me');
    await sql`update session set seen_at = seen_at - interval '20 minutes'`.execute(mdd.db);
    await onFullDisk(mdd.db, async () => {
      expect(await client.get('/schools')).toMatchObject({ status: 200 });
    });
  });

  test('ends after 12 hours, even if it is used', async () => {
    expect(await openWith("created_at = now() - interval '721 minutes'")).toBe(401);
    expect(await openWith("created_at = now() - interval '719 minutes'")).toBe(200);
  });

  test('is not revived by a request accepted just before its end', async () => {
    const client = mdd.anotherAs('registrar');
    await mdd.db.deleteFrom('session').execute();
    await client.get('/auth/me');
    const { sessionKey } = await mdd.db.selectFrom('session').select('sessionKey').executeTakeFirstOrThrow();
    const sessionId = String(await client.cookie('SESSION'));
    await sql`update session set seen_at = now() - interval '31 minutes'`.execute(mdd.db);
    expect(await renewSession(mdd.db, sessionId, null)).toBeUndefined();
    expect(await client.get('/auth/me')).toMatchObject({ status: 401 });
    expect(await endSession(mdd.db, sessionKey)).toBe(true);
    expect(await endSession(mdd.db, sessionKey)).toBe(false);
  });

  test('is deleted after it has expired, at the next sign-in', async () => {
    const client = mdd.anotherAs('viewer');
    await client.get('/auth/me');
    await sql`update session set seen_at = now() - interval '1 day' where uci_net_id = 'viewer'`.execute(
      mdd.db,
    );
    await signIn('registrar');
    const left = await mdd.db
      .selectFrom('session')
      .select('uciNetId')
      .where('uciNetId', '=', 'viewer')
      .execute();
    expect(left).toEqual([]);
  });
});

const oidc = {
  issuer: 'http://127.0.0.1:9',
  clientId: 'mdsd',
  clientSecret: 'secret',
  scope: 'openid',
  claims: {
    uciNetId: 'sub',
    firstName: 'given_name',
    lastName: 'family_name',
    email: 'email',
    groups: 'groups',
  },
};

describe('The limit of sign-ins', () => {
  test('is a setting', async () => {
    const strict = await testApp({ config: { oidc, signInsPerMinute: 2 }, faults: true });
    try {
      const statuses = [];
      for (let attempt = 0; attempt < 3; attempt += 1)
        statuses.push((await strict.as(null).get('/auth/callback')).status);
      expect(statuses).toEqual([400, 400, 429]);
    } finally {
      await strict.close();
    }
  });
});

describe('While the provider is unreachable', () => {
  let lonely: TestApp;
  beforeAll(async () => {
    lonely = await testApp({ config: { oidc }, faults: true });
  });
  afterAll(() => lonely.close());

  test('the server starts, and a sign-in shows a page that says so', async () => {
    const response = await lonely.as(null).get<string>('/auth/start?returnTo=%2Fmdsd%2Fabout');
    expect(response).toMatchObject({ status: 503, headers: { 'content-type': 'text/html; charset=utf-8' } });
    expect(response.body).toContain('Sign-in is not available');
    expect(response.body).toContain('returnTo=%2Fmdsd%2Fabout');
    expect(await lonely.as(null).send('GET', '/mdsd/readyz')).toMatchObject({ status: 200 });
    expect(await lonely.as(null).get('/auth/me')).toMatchObject({ status: 401 });
  });

  test('a logout still ends the session', async () => {
    await lonely.db.insertInto('appUser').values({ uciNetId: 'viewer', groups: '[]' }).execute();
    const client = lonely.as('viewer');
    const session = await client.cookie('SESSION');
    expect(await client.post('/auth/logout')).toMatchObject({
      status: 200,
      body: { logoutUrl: 'http://127.0.0.1:8080/mdsd/' },
    });
    expect(await lonely.as(null).get('/auth/me', { cookie: `SESSION=${session}` })).toMatchObject({
      status: 401,
    });
  });

  test('demonstration users cannot sign in, and attempts from one address are limited', async () => {
    expect(await lonely.as(null).send('GET', '/mdsd/demo-sign-in/auth')).not.toMatchObject({ status: 302 });
    const statuses = [];
    for (let attempt = 0; attempt < 40; attempt += 1)
      statuses.push((await lonely.as(null).get('/auth/callback')).status);
    expect(statuses).toContain(400);
    const last = await lonely.as(null).get('/auth/callback');
    expect(last).toMatchObject({
      status: 429,
      headers: { 'retry-after': expect.any(String), 'content-type': 'text/html; charset=utf-8' },
    });
    expect(await lonely.as(null).get('/auth/login')).toMatchObject({ status: 200 });
  });

  test('a return with an attempt that began here does not count again, at most three times', async () => {
    const { secret } = lonely.config;
    const comeBack = async (state: string, sealed: string) => {
      const cookie = `${attemptCookie(state)}=${sealed}`;
      return (await lonely.as(null).get(`/auth/callback?state=${state}&code=x`, { cookie })).status;
    };
    const attempts = Array.from({ length: 60 }, (_none, at) => `state-${at}`);
    for (const state of attempts) {
      const sealed = await sealAttempt({ state, nonce: 'n', verifier: 'v', returnTo: '/mdsd/' }, secret);
      // The IP address has used its limit, but the return is allowed up to the provider, which is down.
      expect(await comeBack(state, sealed)).toBe(503);
      // An attempt belongs only to its own state.
      expect(await comeBack(`other-${state}`, sealed)).toBe(429);
    }
    const [state = ''] = attempts;
    const sealed = await sealAttempt({ state, nonce: 'n', verifier: 'v', returnTo: '/mdsd/' }, secret);
    expect([
      await comeBack(state, sealed),
      await comeBack(state, sealed),
      await comeBack(state, sealed),
    ]).toEqual([503, 503, 429]);
    // An attempt with another seal, or any other text, does not count either.
    const foreign = await sealAttempt({ state: 'z', nonce: 'n', verifier: 'v', returnTo: '/' }, `${secret}x`);
    expect(await comeBack('z', foreign)).toBe(429);
    expect(await comeBack('z', 'nonsense')).toBe(429);
  });
});

test.for([
  { does: 'leads elsewhere', status: 302, location: '/elsewhere', issuer: '' },
  { does: 'describes another one', status: 200, location: '', issuer: 'https://elsewhere.example' },
])('a provider that $does is rejected', async ({ status, location, issuer }) => {
  const asked: unknown[] = [];
  const provider = createServer(({ url }, response) => {
    asked.push(url);
    response.writeHead(status, { 'content-type': 'application/json', location });
    response.end(JSON.stringify({ issuer, authorization_endpoint: 'https://elsewhere.example/' }));
  });
  await once(provider.listen(0, '127.0.0.1'), 'listening');
  const { port } = provider.address() as AddressInfo;
  const misled = await testApp({
    config: { oidc: { ...oidc, issuer: `http://127.0.0.1:${port}` } },
    faults: true,
  });
  expect(await misled.as(null).get('/auth/start')).toMatchObject({ status: 503 });
  expect(asked).toEqual(['/.well-known/openid-configuration']);
  await misled.close();
  provider.close();
});

describe('Behind a reverse proxy', () => {
  let behind: TestApp;
  beforeAll(async () => {
    behind = await testApp({ config: { oidc, trustProxy: true } });
  });
  afterAll(() => behind.close());

  const statusFrom = async (forwardedFor: string) =>
    (await behind.as(null).get('/auth/callback', { 'x-forwarded-for': forwardedFor })).status;

  test('attempts are counted by the address that the proxy saw, not by what the client claims', async () => {
    for (let attempt = 0; attempt < 30; attempt += 1) await statusFrom(`10.1.1.${attempt}, 192.0.2.1`);
    expect(await statusFrom('10.1.1.200, 192.0.2.1')).toBe(429);
    expect(await statusFrom('192.0.2.2')).toBe(400);
  });

  test.for([
    ['a port', (at: number) => `192.0.2.3:${50_000 + at}`],
    ['a port, in IPv6', (at: number) => `[2001:db8::3]:${50_000 + at}`],
    ['brackets or none, in IPv6', (at: number) => (at % 2 ? '[2001:db8::4]' : '2001:DB8::4')],
    ['a zone', (at: number) => `fe80::1%eth${at}`],
    ['an invented name', (at: number) => `_hidden${at}`],
    ['no name at all', (at: number) => ['unknown', 'nobody', 'x:1', '999.1.1.1:7'][at % 4] ?? ''],
  ] as const)('an address with %s is the same one at each attempt', async ([, from]) => {
    const app = await testApp({ config: { oidc, trustProxy: true } });
    const status = async (at: number) =>
      (await app.as(null).get('/auth/callback', { 'x-forwarded-for': `10.0.0.1, ${from(at)}` })).status;
    for (let attempt = 0; attempt < 30; attempt += 1) await status(attempt);
    expect(await status(31)).toBe(429);
    await app.close();
  });
});
