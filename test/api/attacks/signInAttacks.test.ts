import { Browser } from '../../support/browser.ts';
import { expectThat } from '../../support/expectThat.ts';
import { scenarioTest } from '../../support/scenarioTest.ts';
import { type ServerProcess, start } from '../../support/serverProcess.ts';
import { type Misbehavior, SECRET, University } from '../../support/university.ts';
import { until } from '../../support/until.ts';

const now = () => Math.floor(Date.now() / 1000);

/** Faulty responses of the provider, none of which may sign a user in. */
const misbehaviors: Record<string, () => Misbehavior> = {
  'the nonce of another attempt': () => ({ claims: { nonce: 'another' } }),
  'no nonce': () => ({ claims: { nonce: undefined } }),
  'another issuer': () => ({ claims: { iss: 'https://elsewhere.example' } }),
  'another audience': () => ({ claims: { aud: 'another-client' } }),
  'several audiences and no authorized party': () => ({ claims: { aud: ['major-degree', 'another'] } }),
  'another authorized party': () => ({ claims: { aud: ['major-degree', 'another'], azp: 'another' } }),
  'another authorized party for our audience': () => ({ claims: { azp: 'another' } }),
  'a token that has expired': () => ({ claims: { iat: now() - 7200, exp: now() - 3600 } }),
  'a token without an expiry': () => ({ claims: { exp: undefined } }),
  'a token that is not yet valid': () => ({ claims: { nbf: now() + 3600 } }),
  'a token without a subject': () => ({ claims: { sub: undefined } }),
  'a token that is not signed': () => ({ signed: 'not at all' }),
  'a token signed with the shared secret': () => ({ signed: 'with the secret' }),
  'a token signed with an unknown key': () => ({ signed: 'with another key' }),
  'no network ID': () => ({ claims: { ucinetid: undefined } }),
  'a blank network ID': () => ({ claims: { ucinetid: '   ' } }),
  'a network ID that is not a string': () => ({ claims: { ucinetid: ['someone'] } }),
  'an invisible network ID': () => ({ claims: { ucinetid: '\u200b' } }),
  'a network ID with a lone surrogate': () => ({ claims: { ucinetid: 'some\ud800one' } }),
  'another state': () => ({ callback: { state: 'another' } }),
  'no state': () => ({ callback: { state: undefined } }),
  'no code': () => ({ callback: { code: undefined } }),
  'a code that it did not issue': () => ({ callback: { code: 'made up' } }),
  'an error': () => ({ callback: { code: undefined, error: 'access_denied' } }),
  'another issuer in the callback': () => ({ callback: { iss: 'https://elsewhere.example' } }),
  'no tokens': () => ({ token: { status: 400, body: '{"error":"invalid_grant"}' } }),
  'a malformed response': () => ({ token: { status: 200, body: '<html>' } }),
  'tokens without an ID': () => ({
    token: { status: 200, body: '{"access_token":"x","token_type":"Bearer"}' },
  }),
};

const ways = [
  'https://elsewhere.example/',
  '//elsewhere.example/mdsd/',
  '/\\elsewhere.example',
  '/mdsd/..//elsewhere.example',
  '/mdsd/%2e%2e/elsewhere',
  '/mdsd/\t/elsewhere.example',
  'javascript:alert(1)',
  '/mdsd/\r\nset-cookie: SESSION=x',
  '/mdsd/api/auth/logout',
  'data:text/html,x',
];

/** Sign-ins with an untrustworthy provider, network or browser. */
scenarioTest(
  'Only the provider’s genuine response to this browser’s own attempt signs anyone in.',
  async ({ newPlace, atEnd }) => {
    const university = await University.open();
    atEnd(() => university.stop());
    const product = await start(await newPlace(), {
      OIDC_ISSUER: university.issuer,
      OIDC_CLIENT_ID: 'major-degree',
      OIDC_CLIENT_SECRET: SECRET,
      // Attempts are limited per IP address, so each browser has its own.
      TRUST_PROXY: 'true',
    });
    atEnd(() => product.kill());

    expectThat(await isSignedIn(product, await signedIn(product)), 'A correct sign-in does not work');
    for (const [name, misbehavior] of Object.entries(misbehaviors)) {
      university.misbehavior = misbehavior();
      const browser = await signedIn(product);
      expectThat(!browser.cookie('SESSION'), `${name}: a session is issued`);
      expectThat(!(await isSignedIn(product, browser)), `${name}: a user is signed in`);
    }
    university.misbehavior = {};
    expectThat(
      await isSignedIn(product, await signedIn(product)),
      'A correct sign-in no longer works after the attacks',
    );
    await sessionsStayOnesOwn(product);
    await landsAtHome(product);
    const outage = await whileTheProviderIsAway(product, university);
    return [
      `${Object.keys(misbehaviors).length} wrong responses of the provider`,
      'fixated, replayed, foreign and reused sessions, states and cookies',
      `${ways.length} return addresses outside the application`,
      outage,
    ];
  },
);

let visitors = 0;

/** A browser with its own IP address. */
class Visitor extends Browser {
  readonly #from = `10.0.${Math.floor(visitors / 250)}.${(visitors++ % 250) + 1}`;

  override fetch(address: string, init: RequestInit = {}): Promise<Response> {
    return super.fetch(address, {
      ...init,
      headers: { ...(init.headers as Record<string, string>), 'x-forwarded-for': this.#from },
    });
  }
}

const api = ({ origin, base }: ServerProcess) => `${origin}${base}/api`;
const startOf = (product: ServerProcess, returnTo = '/mdsd/') =>
  `${api(product)}/auth/start?returnTo=${encodeURIComponent(returnTo)}`;

/** The URL to which the provider redirects the browser. */
async function callbackOf(product: ServerProcess, browser: Browser, returnTo?: string): Promise<string> {
  const begun = await browser.fetch(startOf(product, returnTo));
  const response = await browser.fetch(String(begun.headers.get('location')));
  return String(response.headers.get('location'));
}

/** A browser after the whole sign-in, with any outcome. */
async function signedIn(product: ServerProcess, browser: Browser = new Visitor()): Promise<Browser> {
  await browser.fetch(await callbackOf(product, browser));
  return browser;
}

const me = async (product: ServerProcess, cookie: string) =>
  (await fetch(`${api(product)}/auth/me`, { headers: { cookie } })).status;

async function isSignedIn(product: ServerProcess, browser: Browser): Promise<boolean> {
  const session = browser.cookie('SESSION');
  return session !== undefined && (await me(product, `SESSION=${session}`)) === 200;
}

async function sessionsStayOnesOwn(product: ServerProcess): Promise<void> {
  const fixed = 'A'.repeat(43);
  const victim = await signedIn(product);
  expectThat((await me(product, `SESSION=${fixed}`)) === 401, 'An invented session is signed in');

  const first = victim.cookie('SESSION');
  await signedIn(product, victim);
  expectThat(victim.cookie('SESSION') !== first, 'A second sign-in keeps the session ID');
  expectThat(
    (await me(product, `SESSION=${first}`)) === 401,
    'The session from before a sign-in is still valid',
  );

  const last = victim.cookie('SESSION');
  const token = victim.cookie('XSRF-TOKEN') ?? '';
  await victim.fetch(`${api(product)}/auth/logout`, { method: 'POST', headers: { 'x-xsrf-token': token } });
  expectThat((await me(product, `SESSION=${last}`)) === 401, 'A session can be replayed after its logout');

  const [attacker, other] = [new Visitor(), new Visitor()];
  const callback = await callbackOf(product, attacker);
  await other.fetch(callback);
  expectThat(
    !(await isSignedIn(product, other)),
    'A sign-in started in one browser can be completed in another',
  );
  await attacker.fetch(callback);
  expectThat(await isSignedIn(product, attacker), 'The browser that started it cannot complete it');
  const again = await attacker.fetch(callback);
  expectThat(again.status === 400, `A completed sign-in returns ${again.status} the second time`);

  const mixed = new Visitor();
  const [one, two] = [await callbackOf(product, mixed), await callbackOf(product, mixed)];
  const swapped = new URL(one);
  swapped.searchParams.set('state', new URL(two).searchParams.get('state') ?? '');
  expectThat(
    (await mixed.fetch(swapped.href)).status === 400,
    'The code of one attempt is accepted with the state of another',
  );

  const forger = new Visitor();
  const { searchParams } = new URL(await callbackOf(product, forger));
  const sealed = await fetch(`${api(product)}/auth/callback?${searchParams}`, {
    headers: { cookie: `SIGN-IN-${'0'.repeat(16)}=eyJhbGciOiJub25lIn0.e30.; SIGN-IN=x` },
  });
  expectThat(sealed.status === 400, `A sign-in with a forged cookie returns ${sealed.status}`);
}

async function landsAtHome(product: ServerProcess): Promise<void> {
  for (const returnTo of ways) {
    const browser = new Visitor();
    const landed = await browser.fetch(await callbackOf(product, browser, returnTo));
    const location = landed.headers.get('location');
    expectThat(
      location === '/mdsd/',
      `A sign-in that should return to ${JSON.stringify(returnTo)} lands at ${location}`,
    );
  }
}

/** A provider that is unreachable, is slow, or has changed its keys. Signed-in users do not notice. */
async function whileTheProviderIsAway(product: ServerProcess, university: University): Promise<string> {
  const inside = await signedIn(product);
  const stays = async (when: string) =>
    expectThat(await isSignedIn(product, inside), `${when}, a signed-in user is signed out`);

  await university.changeKeys();
  const letsIn = async () => await isSignedIn(product, await signedIn(product));
  await until('a sign-in works after a change of keys', letsIn, 20_000);
  await stays('After a change of keys');

  const waiting = new Visitor();
  const callback = await callbackOf(product, waiting);
  await university.stop();
  const lost = await waiting.fetch(callback);
  expectThat(
    lost.status === 503 && !waiting.cookie('SESSION'),
    `With an unreachable provider the callback returns ${lost.status}`,
  );
  const begun = await waiting.fetch(startOf(product));
  expectThat(begun.status === 503, `With an unreachable provider the start returns ${begun.status}`);
  await stays('While the provider is unreachable');

  await university.listen();
  university.slowness = 60_000;
  const since = performance.now();
  const slow = await waiting.fetch(startOf(product));
  const seconds = ((performance.now() - since) / 1000).toFixed(1);
  expectThat(slow.status === 503, `With a slow provider the response is ${slow.status}`);
  expectThat(Number(seconds) < 5, `A slow provider delays the response by ${seconds} s`);
  await stays('While the provider is slow');
  university.slowness = 0;
  expectThat(
    await isSignedIn(product, await signedIn(product)),
    'Nobody can sign in after the provider is back',
  );
  return `a provider that changed its keys, was unreachable or slow (given up after ${seconds} s), and recovered`;
}
