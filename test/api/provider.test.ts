import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { type Misbehaviour, SECRET, University } from '../prove/support/university.ts';
import { type TestApp, testApp } from '../support/app.ts';
import { Browser } from '../support/browser.ts';

// Signing in with a university's provider that sends odd responses, or none.

/** A university's provider, and an application that signs in there. */
interface Setup {
  university: University;
  mdd: TestApp;
  api: string;
}

async function open(): Promise<Setup> {
  const university = await University.open();
  const oidc = {
    issuer: university.issuer,
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
  const mdd = await testApp({ listens: true, config: { oidc, trustProxy: true }, faults: true });
  return { university, mdd, api: `${mdd.config.publicUrl}/mdsd/api` };
}

async function close({ university, mdd }: Setup): Promise<void> {
  await mdd.close();
  await university.stop();
}

let visitors = 0;
let here: Setup;
beforeAll(async () => {
  here = await open();
});
afterEach(() => {
  here.university.misbehaviour = {};
});
afterAll(() => close(here));

/** A browser with its own address, because attempts are counted per address. */
class Visitor extends Browser {
  readonly #from = `10.1.${Math.floor(++visitors / 250)}.${(visitors % 250) + 1}`;
  override fetch(address: string, init: RequestInit = {}): Promise<Response> {
    const headers = { ...(init.headers as Record<string, string>), 'x-forwarded-for': this.#from };
    return super.fetch(address, { ...init, headers });
  }
}

/** The address to which the provider redirects the browser. */
async function callbackOf(browser: Browser, returnTo = '/mdsd/', { api } = here): Promise<string> {
  const begun = await browser.fetch(`${api}/auth/start?returnTo=${encodeURIComponent(returnTo)}`);
  const answered = await browser.fetch(String(begun.headers.get('location')));
  return String(answered.headers.get('location'));
}

async function signIn(misbehaviour: Misbehaviour = {}, setup = here) {
  const browser = new Visitor();
  setup.university.misbehaviour = misbehaviour;
  const callback = await callbackOf(browser, '/mdsd/report?schoolCode=00', setup);
  const response = await browser.fetch(callback);
  return { browser, response, page: await response.text() };
}

async function personOf(browser: Browser, { api } = here) {
  const answer = await browser.fetch(`${api}/auth/me`);
  expect(answer.status).toBe(200);
  return ((await answer.json()) as { serviceResult: Record<string, unknown> }).serviceResult;
}

const claims = (given: Record<string, unknown>) => ({ claims: given });

describe('A network ID', () => {
  test('in another case is the same account and keeps its first spelling', async () => {
    const first = await signIn(claims({ ucinetid: 'PAnteater' }));
    const second = await signIn(claims({ ucinetid: 'panteater', given_name: 'Peter' }));
    for (const { browser } of [first, second])
      expect(await personOf(browser)).toMatchObject({ uciNetId: 'PAnteater', firstName: 'Peter' });
    const people = await here.mdd.db
      .selectFrom('appUser')
      .select('uciNetId')
      .where('uciNetId', 'ilike', 'panteater')
      .execute();
    expect(people).toEqual([{ uciNetId: 'PAnteater' }]);
  });

  test('in two spellings at once is one account', async () => {
    here.university.misbehaviour = claims({ ucinetid: 'twice' });
    const browsers = Array.from({ length: 6 }, () => new Visitor());
    const callbacks: string[] = [];
    for (const browser of browsers) callbacks.push(await callbackOf(browser));
    const answers = await Promise.all(
      browsers.map((browser, at) => {
        here.university.misbehaviour = claims({ ucinetid: at % 2 ? 'twice' : 'TWICE' });
        return browser.fetch(String(callbacks[at]));
      }),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 6 }, () => 302));
    expect(new Set(await Promise.all(browsers.map(async (one) => (await personOf(one)).uciNetId))).size).toBe(
      1,
    );
  });

  test('cannot be stored twice in the database', async () => {
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
    expect(browser.cookie('SESSION')).toBeUndefined();
  });

  test.for(['a'.repeat(100), 'a b', 'é', '😀'.repeat(100)])('may be %s', async (ucinetid) => {
    expect(await personOf((await signIn(claims({ ucinetid }))).browser)).toMatchObject({
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
    expect(await personOf(browser)).toMatchObject(kept);
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

describe('An error page says', () => {
  test.for([
    [
      'that the provider refused',
      { callback: { code: undefined, error: 'access_denied' } },
      403,
      'Sign-in was refused',
    ],
    [
      'that the provider had a problem',
      { callback: { code: undefined, error: 'server_error' } },
      400,
      'reported a problem',
    ],
    [
      'that the provider rejected the request',
      { token: { status: 400, body: '{"error":"invalid_grant"}' } },
      400,
      'reported a problem',
    ],
    [
      'that the provider is broken',
      { token: { status: 502, body: '<html>' } },
      503,
      'Sign-in is not available',
    ],
    [
      'that the response could not be verified',
      { claims: { nonce: 'another' } },
      400,
      'could not be verified',
    ],
    [
      'that the signature could not be verified',
      { signed: 'with another key' },
      400,
      'could not be verified',
    ],
  ] as const)('%s', async ([, misbehaviour, status, text]) => {
    const { response, page } = await signIn(misbehaviour);
    expect(response.status).toBe(status);
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(page).toContain(text);
    expect(page).toContain('/auth/start?returnTo=%2Fmdsd%2Freport%3FschoolCode%3D00');
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

  test('that it was started elsewhere', async () => {
    const callback = await callbackOf(new Visitor());
    const response = await new Visitor().fetch(callback);
    expect(response.status).toBe(400);
    expect(await response.text()).toContain('another window');
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

  test('that an address does not belong to the application', async () => {
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
    setup.university.misbehaviour = { silent: path, userInfo: {} };
  };

  test('does not prevent a logout', { timeout: 20_000 }, async () => {
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
    { timeout: 20_000 },
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

  test('is asked for claims missing from the token, and the token takes precedence', async () => {
    const { browser } = await signIn(
      {
        claims: { ucinetid: undefined, email: undefined, given_name: 'Token' },
        userInfo: { ucinetid: 'panteater', email: 'p@example.edu', given_name: 'Info' },
      },
      setup,
    );
    expect(await personOf(browser, setup)).toMatchObject({
      uciNetId: 'panteater',
      email: 'p@example.edu',
      firstName: 'Token',
    });
  });
});

describe('The provider metadata is fetched', () => {
  let setup: Setup;
  beforeAll(async () => {
    setup = await open();
  });
  afterAll(() => close(setup));
  const discoveries = () => setup.university.asked.filter((path) => path.includes('well-known')).length;

  test('once, even if sign-ins fail', async () => {
    const failures: Misbehaviour[] = [
      { claims: { nonce: 'another' } },
      { claims: { ucinetid: undefined } },
      { callback: { code: undefined, error: 'access_denied' } },
      { token: { status: 400, body: '{"error":"invalid_grant"}' } },
    ];
    for (const misbehaviour of [...failures, ...failures])
      expect((await signIn(misbehaviour, setup)).response.status).toBeOneOf([400, 403]);
    expect(discoveries()).toBe(1);
  });

  test('again if the keys may have changed, but not each time', async () => {
    await setup.university.changeKeys();
    expect((await signIn({}, setup)).response.status).toBe(400);
    expect((await signIn({}, setup)).response.status).toBe(302);
    for (let attempt = 0; attempt < 3; attempt += 1) await signIn({ signed: 'with another key' }, setup);
    expect(discoveries()).toBe(2);
  });
});

describe('Pending sign-ins of one browser', () => {
  test('fit into a cookie, however long the return address is', async () => {
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

  test('with short return addresses are kept for many windows at once', async () => {
    const browser = new Visitor();
    const callbacks: string[] = [];
    for (let attempt = 0; attempt < 8; attempt += 1) callbacks.push(await callbackOf(browser));
    for (const callback of callbacks) expect((await browser.fetch(callback)).status).toBe(302);
  });
});
