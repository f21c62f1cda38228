import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32, gunzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { scopes, type Token } from '../../contract/tokens.ts';
import { writeBackup } from '../../server/db/backup/writeBackup.ts';
import { type TestApp, testApp } from '../support/app.ts';
import { build } from '../support/build.ts';
import { sendBytes } from '../support/socket.ts';
import { everyone, tokenMay, whoMay } from '../support/whoMay.ts';

// Contract 13, Tokens.

type WithSecret = Token & { token: string };

let mdd: TestApp;
let other: TestApp;
let number = 0;
beforeAll(async () => {
  mdd = await testApp({ sample: true });
  other = await testApp({ beside: mdd });
});
afterAll(async () => {
  await other.close();
  await mdd.close();
});

const registrar = () => mdd.as('registrar');
/** The day of the university in so many days. */
function inDays(days: number): string {
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: mdd.config.timeZone }).format(new Date());
  return new Date(Date.parse(today) + days * 86_400_000).toISOString().slice(0, 10);
}
const aToken = (changes: object = {}) => ({
  name: `Planner ${(number += 1)}`,
  contact: 'planner@example.edu',
  scopes: [...scopes],
  expiresOn: inDays(100),
  ...changes,
});
async function create(changes: object = {}): Promise<WithSecret> {
  const { status, body } = await registrar().post<WithSecret>('/tokens', aToken(changes));
  expect(status).toBe(201);
  return body;
}
const listed = async (id: string) =>
  (await registrar().get<Token[]>('/tokens')).body.find((one) => one.id === id);
const bearer = (secret: string) => ({ authorization: `Bearer ${secret}` });
/** A call of another system: no cookies, and no header of our pages. */
const call = (path: string, authorization: string, app = mdd, method: 'GET' | 'POST' = 'GET') =>
  app.as(null).send(method, `/mdsd/api${path}`, undefined, {
    authorization,
    'x-requested-with': undefined,
  });
const statusOf = async (secret: string, path = '/schools') => (await call(path, `Bearer ${secret}`)).status;
const setDay = (id: string, days: number) =>
  sql`update token_secret set expires_on = ${inDays(days)}::date where token_id = ${id}`
    .execute(mdd.db)
    .then(() => sql`update token set expires_on = ${inDays(days)}::date where id = ${id}`.execute(mdd.db));

describe('A new token', () => {
  test('is returned with its secret this once, and listed without it', async () => {
    const sent = aToken();
    const { status, body } = await registrar().post<WithSecret>('/tokens', sent);
    expect(status).toBe(201);
    const { token: _secret, ...rest } = body;
    expect(rest).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      ...sent,
      createdAt: expect.stringMatching(/^\d{4}-.*Z$/),
      createdBy: { uciNetId: 'registrar', name: 'Robin Alvarez' },
      lastUsedOn: null,
      state: 'valid',
    });
    expect(await listed(body.id)).toEqual(rest);
    const later = await create();
    const ids = (await registrar().get<Token[]>('/tokens')).body.map(({ id }) => id);
    expect(ids.indexOf(later.id)).toBeLessThan(ids.indexOf(body.id));
  });

  test('ends with the CRC-32 of the 41 characters before, in base 62', async () => {
    const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
    for (let times = 0; times < 5; times += 1) {
      const { token } = await create();
      expect(token).toMatch(/^mdd_[0-9A-Za-z]{43}$/);
      const sum = Array.from(token.slice(41), (digit) => digits.indexOf(digit)).reduce(
        (value, digit) => value * 62 + digit,
        0,
      );
      expect(sum).toBe(crc32(token.slice(0, 41)));
    }
  });

  test('is stored as SHA-256 only, so neither the database nor a backup has a usable secret', async () => {
    const { token } = await create();
    const { rows } = await sql<{ hash: string }>`select hash from token_secret`.execute(mdd.db);
    expect(rows.map(({ hash }) => hash)).toContain(createHash('sha256').update(token).digest('base64url'));
    const folder = mkdtempSync(join(tmpdir(), 'tokens-'));
    await writeBackup(mdd.database, join(folder, 'backup.gz'), build);
    const backup = gunzipSync(readFileSync(join(folder, 'backup.gz'))).toString();
    rmSync(folder, { recursive: true });
    expect(backup).toContain('planner@example.edu');
    expect(backup).not.toContain(token);
    expect(backup).not.toContain(token.slice(4, 41));
  });

  test('has each scope once, in one order', async () => {
    const { scopes: stored } = await create({ scopes: ['read:report', 'read:catalog', 'read:report'] });
    expect(stored).toEqual(['read:catalog', 'read:report']);
  });

  test.for([
    [{ name: '' }, 'TOKEN_NAME_REQUIRED'],
    [{ name: null }, 'TOKEN_NAME_REQUIRED'],
    [{ name: 'x'.repeat(101) }, 'TOKEN_NAME_TOO_LONG'],
    [{ name: 5 }, 'TOKEN_NAME_BAD_TYPE'],
    [{ contact: ' ' }, 'TOKEN_CONTACT_REQUIRED'],
    [{ contact: 'x'.repeat(101) }, 'TOKEN_CONTACT_TOO_LONG'],
    [{ scopes: [] }, 'TOKEN_SCOPES_REQUIRED'],
    [{ scopes: null }, 'TOKEN_SCOPES_REQUIRED'],
    [{ scopes: 'read:catalog' }, 'TOKEN_SCOPES_BAD_TYPE'],
    [{ scopes: ['read:catalog', 1] }, 'TOKEN_SCOPES_BAD_TYPE'],
    [{ scopes: ['read:everything'] }, 'TOKEN_SCOPES_UNKNOWN_VALUE'],
    [{ expiresOn: null }, 'TOKEN_EXPIRES_ON_REQUIRED'],
    [{ expiresOn: 20270630 }, 'TOKEN_EXPIRES_ON_BAD_TYPE'],
    [{ expiresOn: '2027-02-30' }, 'TOKEN_EXPIRES_ON_BAD_FORMAT'],
    [{ expiresOn: '30.6.2027' }, 'TOKEN_EXPIRES_ON_BAD_FORMAT'],
    [{ color: 'red' }, 'TOKEN_COLOR_UNKNOWN_FIELD'],
  ] as const)('with %j is rejected: %s', async ([changes, code]) => {
    expect(await registrar().post('/tokens', aToken(changes))).toMatchObject({
      status: 422,
      body: { errors: [{ code, field: Object.keys(changes)[0] }] },
    });
  });

  test('expires from tomorrow to 366 days ahead', async () => {
    for (const days of [1, 366]) await create({ expiresOn: inDays(days) });
    for (const days of [-1, 0, 367])
      expect(await registrar().post('/tokens', aToken({ expiresOn: inDays(days) }))).toMatchObject({
        status: 422,
        body: { errors: [{ code: 'TOKEN_EXPIRES_ON_OUT_OF_RANGE', field: 'expiresOn' }] },
      });
  });

  test('reports all errors at once, those of the day too', async () => {
    const sent = aToken({ name: '', scopes: [], expiresOn: inDays(0) });
    const { body } = await registrar().post<{ errors: { code: string }[] }>('/tokens', sent);
    expect(body.errors.map(({ code }) => code)).toEqual([
      'TOKEN_NAME_REQUIRED',
      'TOKEN_SCOPES_REQUIRED',
      'TOKEN_EXPIRES_ON_OUT_OF_RANGE',
    ]);
  });

  test('cannot have the name of a token that works, after trim and NFC', async () => {
    const first = await create({ name: 'Café' });
    for (const name of ['Café', ' Cafe\u0301 '])
      expect(await registrar().post('/tokens', aToken({ name }))).toMatchObject({
        status: 409,
        body: { errors: [{ code: 'DUPLICATE_KEY', field: 'name' }] },
      });
    await registrar().delete(`/tokens/${first.id}`);
    const second = await create({ name: 'Café' });
    await setDay(second.id, -1);
    await create({ name: 'Café' });
    // The expired one cannot come back under a name that another one has by now.
    expect(await registrar().post(`/tokens/${second.id}/renew`, { expiresOn: inDays(9) })).toMatchObject({
      status: 409,
      body: { errors: [{ code: 'DUPLICATE_KEY', field: 'name' }] },
    });
  });
});

test.for([
  [31, 'valid'],
  [30, 'expiring'],
  [0, 'expiring'],
  [-1, 'expired'],
] as const)('A token whose last day is in %i days is %s', async ([days, state]) => {
  const { id, token } = await create();
  await setDay(id, days);
  expect(await listed(id)).toMatchObject({ state, expiresOn: inDays(days) });
  expect(await statusOf(token)).toBe(days < 0 ? 401 : 200);
});

describe('A renewed token', () => {
  const renew = (id: string, expiresOn = inDays(200)) =>
    registrar().post<WithSecret>(`/tokens/${id}/renew`, { expiresOn });

  test('keeps its ID, name and creator, and has a new secret', async () => {
    const { token: first, ...created } = await create();
    const { status, body } = await mdd.as('admin').post<WithSecret>(`/tokens/${created.id}/renew`, {
      expiresOn: inDays(200),
    });
    expect(status).toBe(201);
    const { token: second, ...renewed } = body;
    expect(renewed).toEqual({ ...created, expiresOn: inDays(200) });
    expect(second).not.toBe(first);
    expect([await statusOf(first), await statusOf(second)]).toEqual([200, 200]);
  });

  test('lets each earlier secret work for 7 more days, never beyond its own last day', async () => {
    const long = await create({ expiresOn: inDays(100) });
    const short = await create({ expiresOn: inDays(3) });
    for (const { id } of [long, short]) await renew(id);
    await renew(long.id);
    const daysOf = async (id: string) =>
      (
        await sql<{ day: string }>`
        select expires_on::text as day from token_secret where token_id = ${id} order by created_at`.execute(
          mdd.db,
        )
      ).rows.map(({ day }) => day);
    expect(await daysOf(long.id)).toEqual([inDays(7), inDays(7), inDays(200)]);
    expect(await daysOf(short.id)).toEqual([inDays(3), inDays(200)]);
  });

  test('by two at once has two secrets that work, one of them for 7 more days', async () => {
    const { id, token: first } = await create();
    const sent = [inDays(150), inDays(200)].map((expiresOn) => renew(id, expiresOn));
    const renewed = await Promise.all(sent);
    expect(renewed.map(({ status }) => status)).toEqual([201, 201]);
    for (const secret of [first, ...renewed.map(({ body }) => body.token)])
      expect(await statusOf(secret)).toBe(200);
    const { rows } = await sql<{ day: string }>`
      select expires_on::text as day from token_secret where token_id = ${id} order by expires_on`.execute(
      mdd.db,
    );
    const last = rows.at(-1)?.day;
    expect(rows.map(({ day }) => day)).toEqual([inDays(7), inDays(7), last]);
    expect(await listed(id)).toMatchObject({ expiresOn: last });
  });

  test('may have expired before', async () => {
    const { id, token } = await create();
    await setDay(id, -1);
    const { body } = await renew(id);
    expect(body.state).toBe('valid');
    expect([await statusOf(token), await statusOf(body.token)]).toEqual([401, 200]);
  });

  test('must not be revoked or unknown, and its day is checked', async () => {
    const { id } = await create();
    expect(await renew(id, inDays(367))).toMatchObject({
      status: 422,
      body: { errors: [{ code: 'TOKEN_EXPIRES_ON_OUT_OF_RANGE' }] },
    });
    await registrar().delete(`/tokens/${id}`);
    expect(await renew(id)).toMatchObject({ status: 409, body: { errors: [{ code: 'TOKEN_REVOKED' }] } });
    for (const unknown of ['00000000-0000-4000-8000-000000000000', 'x'])
      expect(await renew(unknown)).toMatchObject({
        status: 404,
        body: { errors: [{ code: 'TOKEN_NOT_FOUND' }] },
      });
  });
});

describe('A revoked token', () => {
  test('ends with all its secrets at once on every instance, also a second time', async () => {
    const { id, token: first } = await create();
    const { body } = await registrar().post<WithSecret>(`/tokens/${id}/renew`, { expiresOn: inDays(9) });
    expect((await call('/schools', `Bearer ${first}`, other)).status).toBe(200);
    for (let times = 0; times < 2; times += 1)
      expect(await mdd.as('admin').delete(`/tokens/${id}`)).toMatchObject({ status: 204 });
    for (const app of [mdd, other])
      for (const secret of [first, body.token])
        expect((await call('/schools', `Bearer ${secret}`, app)).status).toBe(401);
    expect(await listed(id)).toMatchObject({ state: 'revoked' });
    const { rows } = await sql`select revoked_by from token where id = ${id}`.execute(mdd.db);
    expect(rows).toEqual([{ revokedBy: 'admin' }]);
  });

  test('is refused at the end of a wait for changes, too', async () => {
    const { id, token } = await create();
    const { next } = (await call('/feed/snapshot', `Bearer ${token}`)).text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { next: string })
      .at(-1) as { next: string };
    const waiting = call(`/feed?after=${next}&wait=2`, `Bearer ${token}`, other);
    await registrar().delete(`/tokens/${id}`);
    expect((await waiting).status).toBe(401);
  });

  test('is listed for 90 days', async () => {
    const { id } = await create();
    await registrar().delete(`/tokens/${id}`);
    const age = (days: number) =>
      sql`update token set revoked_at = now() - make_interval(days => ${sql.lit(days)}) where id = ${id}`.execute(
        mdd.db,
      );
    await age(89);
    expect(await listed(id)).toBeDefined();
    await age(91);
    expect(await listed(id)).toBeUndefined();
  });

  test('must be known', async () => {
    for (const unknown of ['00000000-0000-4000-8000-000000000000', 'x', '%00'])
      expect(await registrar().delete(`/tokens/${unknown}`)).toMatchObject({
        status: 404,
        body: { errors: [{ code: 'TOKEN_NOT_FOUND' }] },
      });
  });
});

test('Calls of tokens are no change sets, and keep who made them', async () => {
  const sets = async () => (await registrar().get<{ total: number }>('/changes')).body;
  const before = await sets();
  const { id } = await create();
  await mdd.as('admin').post(`/tokens/${id}/renew`, { expiresOn: inDays(9) });
  await mdd.as('admin').delete(`/tokens/${id}`);
  expect(await sets()).toEqual(before);
  const { rows } = await sql`
    select created_by from token_secret where token_id = ${id} order by created_at`.execute(mdd.db);
  expect(rows).toEqual([{ createdBy: 'registrar' }, { createdBy: 'admin' }]);
});

test('Calls of tokens are forbidden while impersonating', async () => {
  const { id } = await create();
  const admin = mdd.anotherAs('admin');
  await admin.get('/impersonate/registrar');
  for (const response of [
    await admin.get('/tokens'),
    await admin.post('/tokens', aToken()),
    await admin.post(`/tokens/${id}/renew`, { expiresOn: inDays(9) }),
    await admin.delete(`/tokens/${id}`),
  ])
    expect(response).toMatchObject({ status: 403, body: { errors: [{ code: 'FORBIDDEN' }] } });
});

describe('With a token', () => {
  const secrets = new Map<string, string>();
  beforeAll(async () => {
    for (const scope of scopes) secrets.set(scope, (await create({ scopes: [scope] })).token);
  });
  const addressOf = (url: string) =>
    url
      .replace('/api', '')
      .replace(':schoolCode', '52')
      .replace(':impersonationId', 'viewer')
      .replace(/:(majorKey|degreeKey|deptKey)/g, '1')
      .replace(/:\w+/g, 'x');
  const calls = Object.entries(whoMay).filter(
    ([name]) => name.includes('/api/') && !name.endsWith('openapi.json'),
  );

  test.for(calls)('%s reads what its scopes name, and nothing else', async ([name]) => {
    const [method, url] = name.split(' ') as ['GET' | 'POST', string];
    for (const scope of scopes) {
      const { status, body, headers } = await mdd
        .as(null)
        .send(method, `/mdsd/api${addressOf(url)}`, undefined, bearer(secrets.get(scope) ?? ''));
      expect(headers).not.toHaveProperty('set-cookie');
      if (tokenMay[name] === scope) expect(status, scope).toBe(200);
      else
        expect({ status, body }).toMatchObject({ status: 403, body: { errors: [{ code: 'TOKEN_SCOPE' }] } });
    }
  });

  test.for(['GET', 'POST', 'PUT', 'DELETE', 'PATCH'] as const)(
    '%s of an address that does not exist is outside its scopes too',
    async (method) => {
      for (const path of ['/nothing', '/schools/52/nothing', '/'])
        expect(
          await mdd
            .as(null)
            .send(method as 'GET', `/mdsd/api${path}`, undefined, bearer(secrets.get('read:catalog') ?? '')),
        ).toMatchObject({ status: 403, body: { errors: [{ code: 'TOKEN_SCOPE' }] } });
    },
  );

  test('the response equals that of a session, and is revalidated like it', async () => {
    const secret = secrets.get('read:catalog') ?? '';
    const bySession = await registrar().get('/majors');
    const byToken = await call('/majors', `Bearer ${secret}`);
    expect(byToken.body).toEqual(bySession.body);
    expect(byToken.headers.etag).toBe(bySession.headers.etag);
    const again = await mdd
      .as(null)
      .get('/majors', { ...bearer(secret), 'if-none-match': String(byToken.headers.etag) });
    expect(again.status).toBe(304);
  });

  test('the day of its last use is listed', async () => {
    const { id, token } = await create();
    await statusOf(token);
    expect(await listed(id)).toMatchObject({ lastUsedOn: inDays(0) });
  });

  test('cookies are ignored: neither does a session help, nor is it renewed or ended', async () => {
    const client = mdd.anotherAs('registrar');
    const { token } = await create({ scopes: ['read:report'] });
    expect(await client.get('/schools', bearer(token))).toMatchObject({ status: 403 });
    expect(await client.get('/schools', bearer('mdd_x'))).toMatchObject({ status: 401 });
    expect(await client.get('/schools')).toMatchObject({ status: 200 });
  });
});

describe('The header Authorization', () => {
  let secret: string;
  beforeAll(async () => {
    ({ token: secret } = await create());
  });
  const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`;

  test('has a token after Bearer, or as the password of Basic with any user name, in either case', async () => {
    for (const header of [
      `Bearer ${secret}`,
      `bearer ${secret}`,
      `BEARER   ${secret}`,
      basic(`:${secret}`),
      basic(`token:${secret}`),
      basic(`Zoë “the” planner:${secret}`),
      basic(`${'x'.repeat(500)}:${secret}`),
      basic(`x:${secret}`).replace('Basic', 'bAsIc'),
    ])
      expect((await call('/schools', header)).status, header).toBe(200);
  });

  test('is refused with anything else: 401 with WWW-Authenticate, without a loginUrl', async () => {
    for (const header of [
      '',
      'Bearer',
      secret,
      `Token ${secret}`,
      `Bearer ${secret} x`,
      `Bearer ${secret}x`,
      `Bearer ${secret.slice(0, -1)}`,
      `Bearer mdd_${'0'.repeat(43)}`,
      `Bearer ${secret.slice(0, 10)}${secret[10] === 'a' ? 'b' : 'a'}${secret.slice(11)}`,
      basic(secret),
      basic(`${secret}:`),
      basic(`a:b:${secret}`),
    ]) {
      const { status, body, headers } = await call('/schools', header, other);
      expect({ status, body }, header).toEqual({
        status: 401,
        body: { errors: [{ code: 'TOKEN_INVALID', message: expect.any(String) }] },
      });
      expect(headers['www-authenticate']).toMatch(/^Bearer, Basic realm=/);
    }
  });

  test('must be there once: with a second one, even a valid one, the request is refused', async () => {
    const listening = await testApp({ beside: mdd, listens: true });
    const header = `authorization: Bearer ${secret}\r\n`;
    const send = (headers: string) =>
      sendBytes(
        listening.config.port,
        Buffer.from(`GET /mdsd/api/schools HTTP/1.1\r\nhost: here\r\nconnection: close\r\n${headers}\r\n`),
      );
    expect((await send(header)).status).toBe(200);
    expect((await send(header + header)).status).toBe(401);
    expect((await send(`authorization: Basic eDp5\r\n${header}`)).status).toBe(401);
    await listening.close();
  });

  test('is needed: a token in the query is ignored, and a 401 without the header has no WWW-Authenticate', async () => {
    for (const path of ['/schools', `/schools?access_token=${secret}`, `/schools?token=${secret}`]) {
      const { status, headers, body } = await mdd.as(null).get(path);
      expect(status).toBe(401);
      expect(headers).not.toHaveProperty('www-authenticate');
      expect(body).toHaveProperty('loginUrl');
    }
  });
});

describe('Refused tokens', () => {
  let limited: TestApp;
  beforeEach(async () => {
    limited = await testApp({ beside: mdd, config: { trustProxy: true } });
    return () => limited.close();
  });
  const from = (client: string, authorization: string) =>
    limited.as(null).get('/schools', { authorization, 'x-forwarded-for': client });

  test('are limited by client address: after 60 within a minute they get a 429, for sessions nothing changes', async () => {
    const { token } = await create();
    for (let times = 0; times < 60; times += 1)
      expect((await from('203.0.113.1', 'Bearer mdd_x')).status).toBe(401);
    for (const header of ['Bearer mdd_x', `Bearer ${token}`]) {
      const { status, headers } = await from('203.0.113.1', header);
      expect(status).toBe(429);
      expect(Number(headers['retry-after'])).toBeGreaterThan(50);
      expect(Number(headers['retry-after'])).toBeLessThanOrEqual(60);
    }
    expect((await from('203.0.113.2', `Bearer ${token}`)).status).toBe(200);
    expect(await limited.as('registrar').get('/schools', { 'x-forwarded-for': '203.0.113.1' })).toMatchObject(
      { status: 200 },
    );
  });

  test('that are valid but outside their scopes are not counted', async () => {
    const { token } = await create({ scopes: ['read:report'] });
    for (let times = 0; times < 70; times += 1)
      expect((await from('203.0.113.3', `Bearer ${token}`)).status).toBe(403);
  });
});

test('everyone with manage:data sees and ends the tokens, and nobody else', () => {
  for (const name of ['GET /api/tokens', 'DELETE /api/tokens/:id'])
    expect(everyone.filter((user) => whoMay[name]?.includes(user))).toEqual(['registrar', 'admin']);
});
