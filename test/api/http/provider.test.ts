import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { freePort } from '../../../scripts/ports.mjs';
import { attemptCookie, sealAttempt } from '../../../server/auth/signInAttempts.ts';
import { type TestApp, testApp } from '../../support/app.ts';
import { Authority } from '../../support/authority.ts';
import { Browser } from '../../support/browser.ts';
import { type LogLine, logLines } from '../../support/logLines.ts';
import { type Misbehavior, SECRET, University } from '../../support/university.ts';

// Signing in with a university's provider that sends odd responses, or none.

const settings = {
  clientId: 'major-degree',
  clientSecret: SECRET,
  scope: 'openid',
  claims: {
    uciNetId: 'ucinetid',
    firstName: 'given_name',
    lastName: 'family_name',
    email: 'email',
    groups: 'groups',
  },
};

/** A university's provider, and an application that signs in there. */
interface Setup {
  university: University;
  mdd: TestApp;
  api: string;
  log: LogLine[];
}

async function open(): Promise<Setup> {
  const university = await University.open();
  const oidc = { ...settings, issuer: university.issuer };
  const config = { oidc, trustProxy: true, logLevel: 'info' };
  const mdd = await testApp({ listens: true, config, faults: true, ...(here && { beside: here.mdd }) });
  return { university, mdd, api: `${mdd.config.publicUrl}/mdsd/api`, log: logLines(mdd.app) };
}

async function close({ university, mdd }: Setup): Promise<void> {
  await mdd.close();
  await university.stop();
}

let visitors = 0;
/** The first application; all others share its database. */
let here: Setup;
beforeAll(async () => {
  here = await open();
});
afterEach(() => {
  here.university.misbehavior = {};
});
afterAll(() => close(here));

/** A browser with its own IP address, because attempts are counted per IP address. */
class Visitor extends Browser {
  readonly #from = `10.1.${Math.floor(++visitors / 250)}.${(visitors % 250) + 1}`;
  override fetch(address: string, init: RequestInit = {}): Promise<Response> {
    const headers = { ...(init.headers as Record<string, string>), 'x-forwarded-for': this.#from };
    return super.fetch(address, { ...init, headers });
  }
}

/** The URL to which the provider redirects the browser. */
async function callbackOf(browser: Browser, returnTo = '/mdsd/', { api } = here): Promise<string> {
  const begun = await browser.fetch(`${api}/auth/start?returnTo=${encodeURIComponent(returnTo)}`);
  const response = await browser.fetch(String(begun.headers.get('location')));
  return String(response.headers.get('location'));
}

async function signIn(misbehavior: Misbehavior = {}, setup = here) {
  const browser = new Visitor();
  setup.university.misbehavior = misbehavior;
  const callback = await callbackOf(browser, '/mdsd/report?schoolCode=00', setup);
  const response = await browser.fetch(callback);
  return { browser, response, page: await response.text() };
}

async function userOf(browser: Browser, { api } = here) {
  const response = await browser.fetch(`${api}/auth/me`);
  expect(response.status).toBe(200);
  return ((await response.json()) as { serviceResult: Record<string, unknown> }).serviceResult;
}

const claims = (given: Record<string, unknown>) => ({ claims: given });

describe('A network ID', () => {
  test('in another case is the same account and keeps its first spelling', async () => {
    const first = await signIn(claims({ ucinetid: 'PAnteater' }));
    const second = await signIn(claims({ ucinetid: 'panteater', given_name: 'Peter' }));
    for (const { browser } of [first, second])
      expect(await userOf(browser)).toMatchObject({ uciNetId: 'PAnteater', firstName: 'Peter' });
    const users = await here.mdd.db
      .selectFrom('appUser')
      .select('uciNetId')
      .where('uciNetId', 'ilike', 'panteater')
      .execute();
    expect(users).toEqual([{ uciNetId: 'PAnteater' }]);
  });

  test('in two simultaneous spellings is one account', async () => {
    here.university.misbehavior = claims({ ucinetid: 'twice' });
    const browsers = Array.from({ length: 6 }, () => new Visitor());
    const callbacks: string[] = [];
    for (const browser of browsers) callbacks.push(await callbackOf(browser));
    const responses = await Promise.all(
      browsers.map((browser, at) => {
        here.university.misbehavior = claims({ ucinetid: at % 2 ? 'twice' : 'TWICE' });
        return browser.fetch(String(callbacks[at]));
      }),
    );
    expect(responses.map(({ status }) => status)).toEqual(Array.from({ length: 6 }, () => 302));
    expect(new Set(await Promise.all(browsers.map(async (one) => (await userOf(one)).uciNetId))).size).toBe(
      1,
    );
  });

  test('cannot have two rows in the database', async () => {
    const add = (uciNetId: string) =>
      here.mdd.db.insertInto('appUser').values({ uciNetId, groups: '[]' }).execute();
    await add('someBody');
    await expect(add('SOMEbody')).rejects.toMatchObject({ code: '23505' });
  });

  test.for([
    ['missing', undefined],
    ['blank', ' \u00a0 '],
    ['no text', 7],
    ['a list', ['someone']],
    ['a lone surrogate', 'some\ud800one'],
    ['a control character', 'some\u0000one'],
    ['on two lines', 'some\none'],
    ['turned around', 'some\u202eone'],
    ['invisible', '\u200b'],
    ['partly invisible', 'some\u200bone'],
    ['too long', 'a'.repeat(101)],
  ] as const)('that is %s signs nobody in, and the page says so', async ([, ucinetid]) => {
    const { response, page, browser } = await signIn(claims({ ucinetid }));
    expect(response.status).toBe(403);
    expect(page).toContain('Your account cannot be used here');
    expect(page).toContain('ucinetid, the claim with the network ID');
    expect(page).toContain(`href="${here.university.issuer}/end?`);
    expect(page).toContain('Sign in as someone else');
    expect(browser.cookie('SESSION')).toBeUndefined();
  });

  test.for(['a'.repeat(100), 'a b', 'é', '😀'.repeat(100)])('may be %s', async (ucinetid) => {
    expect(await userOf((await signIn(claims({ ucinetid }))).browser)).toMatchObject({
      uciNetId: ucinetid,
    });
  });
});

describe('A sign-in does not fail because of', () => {
  test.for([
    ['a name of 100,000 characters', { given_name: 'é'.repeat(100_000) }, { firstName: 'é'.repeat(200) }],
    ['a name of 300 emoji', { family_name: '😀'.repeat(300) }, { lastName: '😀'.repeat(200) }],
    ['a decomposed name', { given_name: 'e\u0301 ' }, { firstName: 'é' }],
    ['a lone surrogate in a name', { given_name: 'A\ud800B' }, { firstName: 'A\ufffdB' }],
    ['a control character in a name', { given_name: 'A\u0000\u001bB' }, { firstName: 'AB' }],
    ['a bidi character in a name', { given_name: '\u202eAB' }, { firstName: 'AB' }],
    ['a name of only such characters', { given_name: '\u0007\u202e ' }, { firstName: null }],
    ['a name that is not a string', { given_name: { first: 'A' } }, { firstName: null }],
    ['an e-mail address of 100,000 characters', { email: 'a'.repeat(100_000) }, { email: null }],
    ['an e-mail address on two lines', { email: 'a@b.c\r\nBcc: d@e.f' }, { email: null }],
    ['a lone surrogate in the e-mail address', { email: '\udc00@b.c' }, { email: null }],
    [
      'a single group instead of a list',
      { groups: 'ITSEC:RegAdm VPN User' },
      { authorities: [{ authority: 'manage:data' }] },
    ],
    ['groups that are not strings', { groups: [null, 5, ['x'], { a: 1 }] }, { authorities: [] }],
    ['groups that are not a list', { groups: { manage: true } }, { authorities: [] }],
    ['a group with odd characters', { groups: ['\ud800', 'a\u0000b', '__proto__'] }, { authorities: [] }],
    [
      'very many groups',
      { groups: [...Array.from({ length: 20_000 }, (_, at) => `group ${at}`), 'ITSEC:RegAdm About'] },
      { authorities: [{ authority: 'view:about' }] },
    ],
  ] as const)('%s', async ([, given, kept]) => {
    const { browser } = await signIn(claims(given));
    expect(await userOf(browser)).toMatchObject(kept);
    const logout = await browser.fetch(`${here.api}/auth/logout`, {
      method: 'POST',
      headers: { 'x-xsrf-token': String(browser.cookie('XSRF-TOKEN')) },
    });
    const { logoutUrl } = (await logout.json()) as { logoutUrl: string };
    expect(logoutUrl.length).toBeLessThan(8000);
  });
});

test('only groups that are configured here are stored', async () => {
  await signIn(claims({ ucinetid: 'player', groups: ['Chess Club', 'ITSEC:RegAdm About'] }));
  const { groups } = await here.mdd.db
    .selectFrom('appUser')
    .select('groups')
    .where('uciNetId', '=', 'player')
    .executeTakeFirstOrThrow();
  expect(groups).toEqual(['ITSEC:RegAdm About']);
});

/** The error in the log line with the request ID that a page shows, once the response is logged. */
async function causeOf(page: string, { log } = here): Promise<string> {
  const [, id] = /Request ID: ([0-9a-f-]{36})/.exec(page) ?? [];
  const lines = () => log.filter(({ reqId }) => reqId === id);
  await expect.poll(() => lines().map(({ msg }) => msg)).toContain('answered');
  return messagesOf(lines().find(({ err }) => err)?.err as Logged | undefined);
}

interface Logged {
  message: string;
  cause?: Logged;
}

/** The messages of a logged error and of its causes. */
const messagesOf = (error: Logged | undefined): string =>
  error ? [error.message, error.cause && messagesOf(error.cause)].filter(Boolean).join(': ') : '';

const minutes = (ahead: number) => {
  const now = Math.floor(Date.now() / 1000) + ahead * 60;
  return { claims: { iat: now, nbf: now, exp: now + 300 } };
};

describe('An error page states', () => {
  const denied = (more: Record<string, string>) => ({
    callback: { code: undefined, error: 'access_denied', ...more },
  });
  test.for<[string, () => Misbehavior, number, string, string]>([
    ['that the provider refused', () => denied({}), 403, 'Sign-in was refused', 'reported access_denied'],
    [
      'why the provider refused, in its own words',
      () => denied({ error_description: ' Only <b>staff</b>\r\nmay  enter ' }),
      403,
      'The sign-in service says: “Only &lt;b&gt;staff&lt;/b&gt; may enter”',
      'reported access_denied: Only <b>staff</b> may enter',
    ],
    [
      'only so much of what the provider says',
      () => denied({ error_description: 'x'.repeat(5000) }),
      403,
      `says: “${'x'.repeat(299)}…”`,
      `reported access_denied: ${'x'.repeat(299)}…`,
    ],
    [
      'that the provider had a problem',
      () => ({ callback: { code: undefined, error: 'server_error' } }),
      400,
      'reported a problem',
      'reported server_error',
    ],
    [
      'that the provider is not available, as it says',
      () => ({ callback: { code: undefined, error: 'temporarily_unavailable' } }),
      503,
      'Please try again in a moment',
      'reported temporarily_unavailable',
    ],
    [
      'that the client is not registered for the scopes',
      () => ({ callback: { code: undefined, error: 'invalid_scope' } }),
      503,
      'are not set up to work together',
      'reported invalid_scope',
    ],
    [
      'that the provider rejected the code',
      () => ({ token: { status: 400, body: '{"error":"invalid_grant"}' } }),
      400,
      'reported a problem',
      'reported invalid_grant',
    ],
    [
      'that the provider does not accept the client',
      () => ({ token: { status: 400, body: '{"error":"invalid_client"}' } }),
      503,
      'are not set up to work together',
      'compare OIDC_CLIENT_ID and OIDC_CLIENT_SECRET',
    ],
    [
      'that the provider does not accept the client, in another way',
      () => ({ token: { status: 401, body: '{}', headers: { 'www-authenticate': 'Basic realm="x"' } } }),
      503,
      'are not set up to work together',
      'compare OIDC_CLIENT_ID and OIDC_CLIENT_SECRET',
    ],
    [
      'that the provider is broken',
      () => ({ token: { status: 502, body: '<html>' } }),
      503,
      'Sign-in is not available',
      'The provider responded with 502',
    ],
    [
      'that the response could not be verified',
      () => ({ claims: { nonce: 'another' } }),
      400,
      'could not be verified',
      '"nonce"',
    ],
    [
      'that the token was issued to another client',
      () => ({ claims: { azp: 'another-client' } }),
      400,
      'could not be verified',
      'another client',
    ],
    [
      'that the signature could not be verified',
      () => ({ signed: 'with another key' }),
      400,
      'could not be verified',
      'JWT signature verification failed',
    ],
    [
      'that the clocks differ, if that of the provider is ahead',
      () => minutes(60),
      503,
      'The clocks of this application and of the sign-in service differ',
      'The clock of the provider is 60 minutes ahead of ours',
    ],
    [
      'the same without a time before which the token is not valid',
      () => ({ claims: { iat: minutes(60).claims.iat } }),
      503,
      'The clocks of this application and of the sign-in service differ',
      'The clock of the provider is 60 minutes ahead of ours',
    ],
    [
      'that the clocks differ, if that of the provider is behind',
      () => minutes(-60),
      503,
      'The clocks of this application and of the sign-in service differ',
      'The clock of the provider is 60 minutes behind ours',
    ],
    [
      'that a token was not valid any more, although the clocks agree',
      () => ({ claims: { exp: Math.floor(Date.now() / 1000) - 3600 } }),
      400,
      'could not be verified',
      'The token of the provider is not valid now',
    ],
    [
      'that UserInfo is about someone else',
      () => ({ claims: { ucinetid: undefined }, userInfo: { sub: 'another', ucinetid: 'another' } }),
      400,
      'could not be verified',
      '"sub"',
    ],
    [
      'that UserInfo is signed with an unknown key',
      () => ({
        claims: { ucinetid: undefined },
        userInfo: { ucinetid: 'another' },
        userInfoIs: 'signed with another key',
      }),
      400,
      'could not be verified',
      'JWT signature verification failed',
    ],
    [
      'that UserInfo is refused',
      () => ({ userInfo: {}, userInfoIs: 'forbidden' }),
      400,
      'reported a problem',
      'The provider responded with 401 for UserInfo',
    ],
    [
      'that UserInfo is broken',
      () => ({ userInfo: {}, userInfoIs: 'broken' }),
      503,
      'Sign-in is not available',
      'The provider responded with 500 for its UserInfo response',
    ],
  ])('%s', async ([, misbehavior, status, text, cause]) => {
    const { response, page } = await signIn(misbehavior());
    expect(response.status).toBe(status);
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(page).toContain(text);
    expect(await causeOf(page)).toContain(cause);
    if (status !== 403) expect(page).toContain('/auth/start?returnTo=%2Fmdsd%2Freport%3FschoolCode%3D00');
  });

  test('that the sign-in took too long', async () => {
    const browser = new Visitor();
    const callback = await callbackOf(browser);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 601_000 });
    try {
      const response = await browser.fetch(callback);
      expect(response.status).toBe(400);
      expect(await response.text()).toContain('Sign-in took too long');
    } finally {
      vi.useRealTimers();
    }
  });

  test('that it was started elsewhere, or is finished', async () => {
    const browser = new Visitor();
    const callback = await callbackOf(browser);
    await browser.fetch(callback);
    const response = await browser.fetch(callback);
    expect(response.status).toBe(400);
    const page = await response.text();
    expect(page).toContain('started in another window or too long ago, or it is already finished');
    expect(await causeOf(page)).toContain('none of this sign-in');
  });

  test('that the browser sent no cookie', async () => {
    const callback = await callbackOf(new Visitor());
    const response = await new Visitor().fetch(callback);
    expect(response.status).toBe(400);
    const page = await response.text();
    expect(page).toContain('Your browser did not send back the cookie of this sign-in');
    expect(await causeOf(page)).toContain('came back to another host than it left');
  });

  test('that it was interrupted, and the log that instances have different secrets', async () => {
    const attempt = { state: 'here', nonce: '', verifier: '', returnTo: '/mdsd/' };
    const sealed = await sealAttempt(attempt, 'the secret of another instance');
    const response = await fetch(`${here.api}/auth/callback?state=here&code=x`, {
      headers: { cookie: `${attemptCookie('here')}=${sealed}` },
    });
    expect(response.status).toBe(400);
    const page = await response.text();
    expect(page).toContain('interrupted by a restart');
    expect(await causeOf(page)).toContain('SESSION_SECRET: set the same SESSION_SECRET on every instance');
  });

  test('that the error is on the server', async () => {
    const browser = new Visitor();
    const callback = await callbackOf(browser);
    const rename = (from: string, to: string) => here.mdd.db.schema.alterTable(from).renameTo(to).execute();
    await rename('session', 'elsewhere');
    try {
      const response = await browser.fetch(callback);
      expect(response.status).toBe(500);
      expect(await response.text()).toContain('An unknown error occurred');
    } finally {
      await rename('elsewhere', 'session');
    }
  });

  test('that there were too many attempts, and when to try again', async () => {
    const browser = new Visitor();
    const attempt = () => browser.fetch(`${here.api}/auth/start?returnTo=%2Fmdsd%2Fabout`);
    for (let times = 0; times < 30; times += 1) await attempt();
    const response = await attempt();
    expect(response.status).toBe(429);
    expect(response.headers.get('retry-after')).toMatch(/^\d+$/);
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    const page = await response.text();
    expect(page).toContain('Too many sign-ins');
    expect(page).toContain('/auth/start?returnTo=%2Fmdsd%2Fabout');
  });

  test('that a URL does not belong to the application', async () => {
    for (const path of ['start?returnTo=%2Fmdsd%2F&returnTo=x', 'start?x=1', 'callback?state=a&state=b']) {
      const response = await new Visitor().fetch(`${here.api}/auth/${path}`);
      expect(response.status).toBe(400);
      expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    }
  });
});

describe('A provider that responds slowly or not at all', () => {
  const timed = async <T>(work: () => Promise<T>) => {
    const since = performance.now();
    const result = await work();
    return { result, seconds: (performance.now() - since) / 1000 };
  };
  let setup: Setup;
  beforeAll(async () => {
    setup = await open();
  });
  afterAll(() => close(setup));
  const silentAt = (path: RegExp) => {
    setup.university.misbehavior = { silent: path };
  };

  test('does not prevent a logout', { timeout: 120_000 }, async () => {
    const { mdd } = setup;
    await mdd.db.insertInto('appUser').values({ uciNetId: 'viewer', groups: '[]' }).execute();
    silentAt(/./);
    const { result, seconds } = await timed(() => mdd.as('viewer').post('/auth/logout'));
    expect(result).toMatchObject({ status: 200, body: { logoutUrl: `${mdd.config.publicUrl}/mdsd/` } });
    expect(seconds).toBeLessThan(5);
  });

  // In the order in which a sign-in requests them.
  test.for([
    ['its metadata', /well-known/],
    ['tokens', /token/],
    ['keys', /keys/],
    ['claims', /userinfo/],
  ] as const)(
    'without a response for %s is reported within five seconds',
    { timeout: 120_000 },
    async ([, path]) => {
      silentAt(path);
      const browser = new Visitor();
      let last = await timed(() => browser.fetch(`${setup.api}/auth/start`));
      while (last.result.status === 302) {
        const next = String(last.result.headers.get('location'));
        last = await timed(() => browser.fetch(next));
      }
      expect(last.result.status).toBe(503);
      expect(last.seconds).toBeLessThan(5);
      expect(await last.result.text()).toContain('Sign-in is not available');
    },
  );
});

describe('The provider metadata is fetched', () => {
  let setup: Setup;
  beforeAll(async () => {
    setup = await open();
  });
  afterAll(() => close(setup));
  const discoveries = () => setup.university.asked.filter((path) => path.includes('well-known')).length;

  test('once, even if sign-ins fail', async () => {
    const failures: Misbehavior[] = [
      { claims: { nonce: 'another' } },
      { claims: { ucinetid: undefined } },
      { callback: { code: undefined, error: 'access_denied' } },
      { token: { status: 400, body: '{"error":"invalid_grant"}' } },
    ];
    for (const misbehavior of [...failures, ...failures])
      expect((await signIn(misbehavior, setup)).response.status).toBeOneOf([400, 403]);
    expect(discoveries()).toBe(1);
  });

  test('again if a URL may have changed, but not each time', async () => {
    for (let attempt = 0; attempt < 3; attempt += 1)
      await signIn({ token: { status: 404, body: '' } }, setup);
    expect((await signIn({}, setup)).response.status).toBe(302);
    expect(discoveries()).toBe(2);
  });
});

test('an ID token signed with the client secret is rejected, even if the metadata allows it', async () => {
  const setup = await open();
  const metadata = { id_token_signing_alg_values_supported: ['RS256', 'HS256'] };
  const { response, page } = await signIn({ metadata, signed: 'with the secret' }, setup);
  expect(response.status).toBe(400);
  expect(await causeOf(page, setup)).toContain('could not be verified');
  await close(setup);
});

test('a replaced key of the provider is used immediately', async () => {
  expect((await signIn()).response.status).toBe(302);
  await here.university.changeKeys();
  expect((await signIn()).response.status).toBe(302);
});

describe('A provider clock that is off', () => {
  test.for([5, -5])('by %i minutes does not matter', async (ahead) => {
    const since = here.log.length;
    expect((await signIn(minutes(ahead))).response.status).toBe(302);
    expect(here.log.slice(since).filter(({ level }) => Number(level) > 30)).toEqual([]);
  });

  test('by an hour is logged if the token is still valid', async () => {
    const { iat } = minutes(-60).claims;
    expect((await signIn({ claims: { iat, exp: iat + 7200 } })).response.status).toBe(302);
    expect(here.log).toContainEqual(
      expect.objectContaining({ level: 40, msg: 'The clock of the provider is 60 minutes behind ours' }),
    );
  });
});

describe('UserInfo', () => {
  test('is requested for claims missing from the token, and the token takes precedence', async () => {
    const { browser } = await signIn({
      claims: { ucinetid: undefined, email: undefined, given_name: 'Token' },
      userInfo: { ucinetid: 'of UserInfo', email: 'p@example.edu', given_name: 'Info' },
    });
    expect(await userOf(browser)).toMatchObject({
      uciNetId: 'of UserInfo',
      email: 'p@example.edu',
      firstName: 'Token',
    });
  });

  test('is not requested if the token has all claims', async () => {
    const since = here.university.asked.length;
    await signIn(claims({ email: 's@example.edu' }));
    expect(here.university.asked.slice(since)).not.toContain('/userinfo');
  });

  test('may be signed', async () => {
    const { browser } = await signIn({
      claims: { ucinetid: undefined },
      userInfo: { ucinetid: 'signed' },
      userInfoIs: 'signed',
    });
    expect(await userOf(browser)).toMatchObject({ uciNetId: 'signed' });
  });

  test('that lacks claims too: the log names them', async () => {
    await signIn(claims({ ucinetid: 'groupless', groups: undefined }));
    expect(here.log).toContainEqual(
      expect.objectContaining({ msg: 'signed in', who: 'groupless', missing: ['email', 'groups'] }),
    );
  });

  test('need not exist', async () => {
    const setup = await open();
    const { browser } = await signIn({ metadata: { userinfo_endpoint: undefined } }, setup);
    expect(setup.university.asked).not.toContain('/userinfo');
    expect(await userOf(browser, setup)).toMatchObject({ uciNetId: 'someone', email: null });
    const { page } = await signIn(claims({ ucinetid: undefined }), setup);
    expect(await causeOf(page, setup)).toMatch(/did not send ucinetid.*; it sent .*given_name, groups/);
    await close(setup);
  });
});

describe('The client authenticates', () => {
  test.for([
    ['client_secret_basic', 'if the provider names no method', undefined],
    ['client_secret_basic', 'if the provider offers only that', ['client_secret_basic']],
    ['client_secret_post', 'if the provider offers that', ['client_secret_basic', 'client_secret_post']],
  ] as const)('by %s %s', async ([method, , offered]) => {
    const metadata = { token_endpoint_auth_methods_supported: offered };
    const setup = await open();
    expect((await signIn({ metadata }, setup)).response.status).toBe(302);
    expect(setup.university.authentication).toBe(method);
    await close(setup);
  });
});

test('without a logout URL of the provider, a user without a network ID may start again', async () => {
  const setup = await open();
  const metadata = { end_session_endpoint: undefined };
  const { page } = await signIn({ metadata, ...claims({ ucinetid: undefined }) }, setup);
  expect(page).toContain('Sign in again');
  expect(page).not.toContain('someone else');
  await close(setup);
});

describe('A provider that cannot be discovered: the log names the setting to correct', () => {
  /** The status and the log of a sign-in with a provider at this URL. */
  async function startAt(issuer: string) {
    const config = { oidc: { ...settings, issuer }, logLevel: 'warn' };
    const mdd = await testApp({ config, faults: true, beside: here.mdd });
    const log = logLines(mdd.app);
    const { status, body } = await mdd.as(null).get<string>('/auth/start');
    await mdd.close();
    expect(status).toBe(503);
    return { page: body, cause: messagesOf(log[0]?.err as Logged | undefined) };
  }

  test('a provider with another issuer', async () => {
    const { issuer } = here.university;
    here.university.misbehavior = { metadata: { issuer: `${issuer}/realm` } };
    const { page, cause } = await startAt(issuer);
    expect(page).toContain('are not set up to work together');
    expect(cause).toContain(`calls itself ${issuer}/realm: set OIDC_ISSUER to exactly that`);
  });

  test('a URL without a provider', async () => {
    const { page, cause } = await startAt(`${here.university.issuer}/elsewhere`);
    expect(page).toContain('are not set up to work together');
    expect(cause).toContain('responded with 404 for its metadata response: OIDC_ISSUER must be the URL');
  });

  test('a URL where no server listens', async () => {
    const { page, cause } = await startAt(`http://127.0.0.1:${await freePort()}`);
    expect(page).toContain('did not answer');
    expect(cause).toContain('cannot be reached: ');
    expect(cause).toContain('ECONNREFUSED');
    expect(cause).not.toContain('NODE_EXTRA_CA_CERTS');
  });

  test('a certificate of an authority that Node does not trust', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'authority-'));
    const { file, key } = new Authority(folder).certify(['127.0.0.1']);
    const server = createServer({ cert: readFileSync(file), key: readFileSync(key) });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const { port } = server.address() as AddressInfo;
    const { page, cause } = await startAt(`https://127.0.0.1:${port}`);
    server.close();
    rmSync(folder, { recursive: true });
    expect(page).toContain('did not answer');
    expect(cause).toContain('set NODE_EXTRA_CA_CERTS to the file of that authority');
  });
});

describe('Pending sign-ins of one browser', () => {
  test('fit into a cookie, however long the return URL is', async () => {
    const browser = new Visitor();
    const returnTo = `/mdsd/report?majorTitle=${'a'.repeat(1500)}`.slice(0, 1500);
    const begun = await browser.fetch(`${here.api}/auth/start?returnTo=${encodeURIComponent(returnTo)}`);
    const [cookie = ''] = begun.headers.getSetCookie();
    expect(cookie.split(';')[0]?.length).toBeLessThan(4096);
    const response = await browser.fetch(await callbackOf(browser, returnTo));
    expect(response.headers.get('location')).toBe(returnTo);
  });

  test('that are never finished do not fill it: the oldest are dropped', async () => {
    const returnTo = `/mdsd/report?majorTitle=${'a'.repeat(1400)}`;
    const browser = new Visitor();
    const callbacks: string[] = [];
    for (let attempt = 0; attempt < 12; attempt += 1) callbacks.push(await callbackOf(browser, returnTo));
    const statuses = [];
    for (const callback of callbacks) statuses.push((await browser.fetch(callback)).status);
    expect(statuses.slice(-2)).toEqual([302, 302]);
    expect(statuses.slice(0, 6)).toEqual([400, 400, 400, 400, 400, 400]);
  });

  test('with short return URLs are kept for many windows at once', async () => {
    const browser = new Visitor();
    const callbacks: string[] = [];
    for (let attempt = 0; attempt < 8; attempt += 1) callbacks.push(await callbackOf(browser));
    for (const callback of callbacks) expect((await browser.fetch(callback)).status).toBe(302);
  });
});
