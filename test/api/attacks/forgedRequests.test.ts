import type { OutgoingHttpHeaders } from 'node:http';
import { setOf } from '../../support/changeHistory.ts';
import { expectThat } from '../../support/expectThat.ts';
import { wholeFingerprintOf } from '../../support/fingerprint.ts';
import { scenarioTest } from '../../support/scenarioTest.ts';
import { start } from '../../support/serverProcess.ts';
import { signIn, TestUser } from '../../support/testUser.ts';
import { changingCalls, whoMay } from '../../support/whoMay.ts';

/** A request like one that another site could make a signed-in browser send. */
interface Forgery {
  name: string;
  headers: (user: TestUser, others: { sameUser: TestUser; another: TestUser }) => OutgoingHttpHeaders;
  method?: string;
  query?: (user: TestUser) => string;
  body?: string;
}

const token = (user: TestUser) => user.cookies['XSRF-TOKEN'] ?? '';

const ofChanges: Forgery[] = [
  { name: 'no token', headers: () => ({ 'x-xsrf-token': undefined }) },
  { name: 'an empty token', headers: () => ({ 'x-xsrf-token': ' ' }) },
  { name: 'a made-up token', headers: () => ({ 'x-xsrf-token': 'A'.repeat(43) }) },
  { name: 'a token in another case', headers: (user) => ({ 'x-xsrf-token': swapped(token(user)) }) },
  { name: 'a token cut off', headers: (user) => ({ 'x-xsrf-token': token(user).slice(0, -1) }) },
  { name: 'a duplicate token', headers: (user) => ({ 'x-xsrf-token': `${token(user)}, ${token(user)}` }) },
  {
    name: 'the token of another session of the same user',
    headers: (_, { sameUser }) => ({ 'x-xsrf-token': token(sameUser) }),
  },
  { name: 'the token of another user', headers: (_, { another }) => ({ 'x-xsrf-token': token(another) }) },
  {
    name: 'an equal cookie and header from the attacker',
    headers: (user) => ({
      'x-xsrf-token': 'mine',
      cookie: `SESSION=${user.cookies.SESSION}; XSRF-TOKEN=mine`,
    }),
  },
  {
    name: 'the token in the URL',
    headers: () => ({ 'x-xsrf-token': undefined }),
    query: (user) => `?_csrf=${token(user)}`,
  },
  {
    name: 'a form of another site',
    headers: () => ({ ...crossSite, 'content-type': 'application/x-www-form-urlencoded' }),
    body: 'title=x&_csrf=x',
  },
  {
    name: 'JSON sent as plain text from another site',
    headers: () => ({ ...crossSite, 'content-type': 'text/plain' }),
    body: '{"title":"x"}',
  },
  {
    name: 'a form with files of another site',
    headers: () => ({ ...crossSite, 'content-type': 'multipart/form-data; boundary=b' }),
    body: '--b\r\ncontent-disposition: form-data; name="title"\r\n\r\nx\r\n--b--\r\n',
  },
  { name: 'the right token from another host', headers: () => ({ origin: 'https://elsewhere.example' }) },
  { name: 'the right token from another site', headers: () => ({ 'sec-fetch-site': 'cross-site' }) },
  {
    name: 'a POST that claims another method',
    method: 'POST',
    headers: () => ({ ...crossSite, 'x-http-method-override': 'DELETE', 'x-method-override': 'DELETE' }),
    query: () => '?_method=DELETE',
  },
];

const ofImpersonation: Forgery[] = [
  {
    name: 'a link',
    headers: () => ({
      'x-requested-with': undefined,
      'sec-fetch-site': 'cross-site',
      'sec-fetch-mode': 'navigate',
    }),
  },
  {
    name: 'an image',
    headers: () => ({
      'x-requested-with': undefined,
      'sec-fetch-site': 'cross-site',
      'sec-fetch-dest': 'image',
    }),
  },
  {
    name: 'a page of the same site',
    headers: () => ({ 'x-requested-with': undefined, 'sec-fetch-site': 'same-site' }),
  },
  {
    name: 'a typed URL',
    headers: () => ({ 'x-requested-with': undefined, 'sec-fetch-site': 'none' }),
  },
  { name: 'an old browser', headers: () => ({ 'x-requested-with': undefined }) },
  { name: 'an empty mark', headers: () => ({ 'x-requested-with': ' ' }) },
  { name: 'another mark', headers: () => ({ 'x-requested-with': 'fetch' }) },
  { name: 'the mark in another case', headers: () => ({ 'x-requested-with': 'xmlhttprequest' }) },
  { name: 'a duplicate mark', headers: () => ({ 'x-requested-with': 'XMLHttpRequest, XMLHttpRequest' }) },
  { name: 'the mark from another site', headers: () => ({ 'sec-fetch-site': 'cross-site' }) },
  { name: 'HEAD', method: 'HEAD', headers: () => ({}) },
  {
    name: 'OPTIONS, as a browser asks before',
    method: 'OPTIONS',
    headers: () => ({ ...crossSite, 'access-control-request-headers': 'x-requested-with' }),
  },
  { name: 'POST', method: 'POST', headers: () => crossSite },
  {
    name: 'the mark in the URL',
    headers: () => ({ 'x-requested-with': undefined }),
    query: () => '?X-Requested-With=XMLHttpRequest',
  },
];

const crossSite = {
  origin: 'https://elsewhere.example',
  referer: 'https://elsewhere.example/',
  'sec-fetch-site': 'cross-site',
  'x-xsrf-token': undefined,
  'x-requested-with': undefined,
};

scenarioTest('No other site can make a signed-in browser change anything.', async ({ newPlace, atEnd }) => {
  const product = await start(await newPlace());
  atEnd(() => product.kill());
  const [admin, sameUser, another] = [
    await signIn(product, 'admin'),
    await signIn(product, 'admin'),
    await signIn(product, 'registrar'),
  ];
  const keys = await existing(admin);
  const before = await wholeFingerprintOf(admin);
  let tried = 0;
  const attempt = async (call: string, { name, headers, method, query, body }: Forgery) => {
    const [own = '', url = ''] = call.split(' ');
    const path =
      url.replace('/api', '').replace(/:(\w+)/g, (_, key: string) => String(keys[key])) +
      (query?.(admin) ?? '');
    const response = await admin.request(method ?? own, path, body, headers(admin, { sameUser, another }));
    const allows = response.headers['access-control-allow-origin'];
    // With another method there may be no route that rejects it.
    const refusals = (method ?? own) === own ? [403] : [403, 404, 405];
    expectThat(refusals.includes(response.status), `${call} with ${name} returns ${response.status}`);
    expectThat(!allows, `${call} with ${name} lets ${allows} read the response`);
    expectThat(
      !response.headers['set-cookie']?.some((line) => line.startsWith('SESSION=')),
      `${call} with ${name} issues a session`,
    );
    tried += 1;
  };
  for (const call of changingCalls) for (const forgery of ofChanges) await attempt(call, forgery);
  for (const call of Object.keys(whoMay).filter((one) => one.includes('/impersonate/')))
    for (const forgery of ofImpersonation) await attempt(call, forgery);
  const me = (await admin.get('/auth/me')).json() as {
    serviceResult: { uciNetId: string; isImpersonatedUser: boolean };
  };
  expectThat(
    me.serviceResult.uciNetId === 'admin' && !me.serviceResult.isImpersonatedUser,
    'The session has changed',
  );
  expectThat((await wholeFingerprintOf(admin)) === before, 'A forged request has changed the data');
  for (const user of [admin, sameUser, another]) user.close();
  return [
    `${ofChanges.length} forms on ${changingCalls.length} changing calls and ${ofImpersonation.length} on 2 that impersonate: ${tried} requests, all rejected, the data and the session unchanged`,
  ];
});

/** Keys of existing items and a change that can be undone, so that a forged request would find something. */
async function existing(admin: TestUser): Promise<Record<string, unknown>> {
  const first = async (path: string, key: string) =>
    ((await admin.get(path)).json() as Record<string, unknown>[])[0]?.[key];
  const made = await admin.post('/departments', { title7: 'FORGED', title: 'Not to be undone' });
  return {
    id: (await setOf(admin, made)).id,
    schoolCode: await first('/schools', 'schoolCode'),
    deptKey: await first('/departments', 'deptKey'),
    degreeKey: await first('/degrees', 'degreeKey'),
    majorKey: await first('/majors', 'majorKey'),
    impersonationId: 'viewer',
  };
}

const swapped = (text: string) =>
  [...text]
    .map((letter) => (letter === letter.toUpperCase() ? letter.toLowerCase() : letter.toUpperCase()))
    .join('');
