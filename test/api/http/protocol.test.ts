import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type TestApp, testApp } from '../../support/app.ts';
import { aSchool } from '../../support/factories.ts';
import { createItem } from '../../support/kinds.ts';

let mdd: TestApp;
beforeAll(async () => {
  mdd = await testApp({ listens: true });
});
afterAll(() => mdd.close());

test('A server starts however slow the machine is', () => {
  expect(mdd.app.initialConfig).toMatchObject({ pluginTimeout: 0 });
});

const registrar = () => mdd.as('registrar');
const errorsOf = (code: string) => ({ errors: [{ code, message: expect.any(String) }] });

describe('A body', () => {
  test.for([
    ['cut off', '{"title":"A"'],
    ['two values', '{}{}'],
    ['no JSON', 'title=A'],
    ['a trailing comma', '{"title":"A",}'],
    ['a prototype', '{"__proto__":{"active":true}}'],
    ['not UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])],
    ['UTF-16', Buffer.from('{"title":"A"}', 'utf16le')],
  ] as const)('that is %s is malformed', async ([, body]) => {
    expect(await registrar().post('/schools', body)).toMatchObject({
      status: 400,
      body: errorsOf('MALFORMED_JSON'),
    });
  });

  test.for(['null', '[]', '5', '"x"', 'true'])(
    'that is %s instead of an object is rejected',
    async (body) => {
      for (const path of ['/schools', '/reports'])
        expect(await registrar().post(path, body)).toMatchObject({
          status: 422,
          body: { errors: [{ message: 'The body must be a JSON object' }] },
        });
    },
  );

  test.for([
    'text/plain',
    'application/x-www-form-urlencoded',
    'text/json',
    'multipart/form-data; boundary=x',
    'application/xml',
  ])('of the type %s is rejected', async (type) => {
    expect(await registrar().post('/schools', aSchool(), { 'content-type': type })).toMatchObject({
      status: 415,
      body: errorsOf('UNSUPPORTED_MEDIA_TYPE'),
    });
  });

  test('without a type is rejected', async () => {
    const response = await overHttp('POST', '/schools', new Blob([JSON.stringify(aSchool())]), {
      'content-type': '',
    });
    expect(response.status).toBe(415);
  });

  test('may declare its character set', async () => {
    const type = { 'content-type': 'application/json; charset=utf-8' };
    expect(await registrar().post('/schools', aSchool(), type)).toMatchObject({ status: 201 });
  });

  test('of 64 KB is accepted, one more byte is rejected', async () => {
    const json = JSON.stringify(aSchool());
    const whole = json.padEnd(64 * 1024);
    expect(await registrar().post('/schools', whole)).toMatchObject({ status: 201 });
    expect(await registrar().post('/schools', `${whole} `)).toMatchObject({
      status: 413,
      body: errorsOf('PAYLOAD_TOO_LARGE'),
    });
  });

  test('of more than 64 KB is rejected even without a declared length', async () => {
    const stream = new Blob([JSON.stringify(aSchool()).padEnd(64 * 1024 + 1)]).stream();
    const response = await overHttp('POST', '/schools', stream, { 'content-type': 'application/json' });
    expect(response.status).toBe(413);
    expect(await response.json()).toMatchObject(errorsOf('PAYLOAD_TOO_LARGE'));
  });

  test('of a DELETE may be empty', async () => {
    const { schoolCode } = await createItem(registrar(), 'school');
    const type = { 'content-type': 'application/json' };
    expect(await registrar().delete(`/schools/${String(schoolCode)}`, type)).toMatchObject({ status: 204 });
  });
});

test('a request with two conflicting lengths is rejected', async () => {
  const socket = connect(mdd.config.port, '127.0.0.1');
  await once(socket, 'connect');
  socket.write(
    'POST /mdsd/api/schools HTTP/1.1\r\nhost: here\r\ncontent-length: 4\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n',
  );
  expect(await text(socket)).toMatch(
    /^HTTP\/1\.1 400 [^]*frame-ancestors 'none'[^]*x-request-id: [0-9a-f-]{36}\r/,
  );
});

describe('A query', () => {
  test.for([
    ['GET', '/schools?title=A'],
    ['GET', '/schools/9Z?x'],
    ['GET', '/auth/me?x=1'],
    ['GET', '/lookups/terms?page=2'],
    ['POST', '/schools?override=true'],
    ['POST', '/schools?overrideWarnings=yes'],
    ['POST', '/schools?overrideWarnings='],
    ['POST', '/schools?overrideWarnings=true&overrideWarnings=true'],
    ['POST', '/reports?overrideWarnings=true'],
    ['DELETE', '/schools/9Z?force=true'],
    ['GET', '/impersonate/logout?x=1'],
  ] as const)('that an endpoint does not accept is rejected: %s %s', async ([method, path]) => {
    const body = path.startsWith('/reports') ? {} : method === 'POST' ? aSchool() : undefined;
    expect(await registrar().send(method, `/mdsd/api${path}`, body)).toMatchObject({
      status: 400,
      body: errorsOf('BAD_QUERY'),
    });
  });

  test.for([
    ['/schools?more=1', 'The query has unknown parameters: more.'],
    ['/changes?limit=0', 'The query has values that are not allowed: limit.'],
    ['/changes?kind=school&kind=major', 'The query has values that are not allowed: kind.'],
    ['/differences?from=202592', 'The query lacks required parameters: to.'],
    ['/changes/1?kind=school', 'The query lacks required parameters: key.'],
    [
      '/differences/recorded?to=now&limit=x&one=1&two=2',
      'The query has unknown parameters: one, two. The query lacks required parameters: from. The query has values that are not allowed: to, limit.',
    ],
  ] as const)('is refused with what is wrong with it: %s', async ([path, message]) => {
    const response = await registrar().get(path);
    expect(response).toMatchObject({ status: 400, body: { errors: [{ code: 'BAD_QUERY', message }] } });
  });

  test('names only short unknown names', async () => {
    const { body } = await registrar().get<{ errors: { message: string }[] }>(
      `/schools?${'x'.repeat(3000)}=1`,
    );
    expect(body.errors[0]?.message).toHaveLength('The query has unknown parameters: .'.length + 100);
  });
});

describe('A URL', () => {
  test.for([
    ['/mdsd/api/schools', 'GET, HEAD, POST'],
    ['/mdsd/api/schools/9Z', 'DELETE, GET, HEAD, PUT'],
    ['/mdsd/api/auth/logout', 'POST'],
    ['/mdsd/api/auth/me', 'GET, HEAD'],
    ['/mdsd/api/reports', 'GET, HEAD, POST'],
    ['/mdsd/api/lookups/terms', 'GET, HEAD'],
    ['/mdsd/api/impersonate/viewer', 'GET'],
    ['/mdsd/api/impersonate/logout', 'GET'],
    ['/mdsd/api/relationships/school/9Z/major/1', 'DELETE, POST'],
    ['/mdsd/healthz', 'GET, HEAD'],
    ['/mdsd/readyz', 'GET, HEAD'],
  ] as const)('%s accepts only %s', async ([url, allow]) => {
    for (const method of ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS'] as const) {
      if (allow.includes(method)) continue;
      const response = await registrar().send(method, url);
      expect(response, method).toMatchObject({ status: 405, headers: { allow } });
      if (method !== 'HEAD') expect(response.body).toMatchObject(errorsOf('METHOD_NOT_ALLOWED'));
    }
  });

  test.for(['healthz', 'readyz'])('/%s responds to HEAD as to GET, without a body', async (name) => {
    const [get, head] = await Promise.all(
      ['GET', 'HEAD'].map((method) => fetch(`${mdd.config.publicUrl}/mdsd/${name}`, { method })),
    );
    const headersOf = (response?: Response) => {
      // Node's client closes the connection after HEAD.
      const differ = new Set(['date', 'x-request-id', 'connection', 'keep-alive']);
      return Object.fromEntries([...(response?.headers ?? [])].filter(([header]) => !differ.has(header)));
    };
    expect(head?.status).toBe(200);
    expect(headersOf(head)).toEqual(headersOf(get));
    expect(headersOf(head)).toMatchObject({ 'content-length': '15', 'cache-control': 'no-store' });
    expect(await head?.text()).toBe('');
  });

  test('requested with HEAD has no effect: nobody is impersonated', async () => {
    const admin = mdd.anotherAs('admin');
    const session = await admin.cookie('SESSION');
    expect(await admin.send('HEAD', '/mdsd/api/impersonate/viewer')).toMatchObject({ status: 405 });
    expect(await admin.cookie('SESSION')).toBe(session);
    expect(await admin.get('/auth/me')).toMatchObject({
      body: { serviceResult: { isImpersonatedUser: false } },
    });
  });

  test.for([
    '/nothing',
    '/',
    '/schools/9Z/more',
    '/schools/',
    '/Schools',
    '/relationships/school/9Z',
    '/relationships/major/1/school/9Z',
    '/%zz',
    '/..%2f..',
  ])('of the API that is unknown gives a 404 in JSON: %s', async (path) => {
    for (const method of ['GET', 'POST', 'DELETE'] as const)
      expect(await registrar().send(method, `/mdsd/api${path}`)).toMatchObject({
        status: 404,
        headers: { 'content-type': 'application/json; charset=utf-8' },
        body: { errors: [{ code: expect.stringMatching(/NOT_FOUND$/) }] },
      });
  });

  test.for(['/mdsd/api', '/mdsd/api?x', '/mdsd/%61pi/nothing'])(
    'of the API in another spelling is not a page: %s',
    async (url) => {
      expect(await registrar().send('GET', url)).toMatchObject({ status: 404, body: errorsOf('NOT_FOUND') });
    },
  );

  test('of the API that is very long gives a 404', async () => {
    expect((await registrar().get(`/schools/${'a'.repeat(8000)}`)).status).toBe(404);
  });
});

test('a 401 comes before a 403, and both come before other errors', async () => {
  const wrong = ['/schools?x=1', 'no JSON', { 'content-type': 'text/plain' }] as const;
  expect(await mdd.as(null).post(...wrong)).toMatchObject({ status: 401 });
  expect(await mdd.as('viewer').post(...wrong)).toMatchObject({ status: 403 });
  expect(await registrar().post(...wrong)).toMatchObject({ status: 415 });
  expect(await mdd.as('viewer').get('/schools/%00')).toMatchObject({ status: 403 });
  expect(await registrar().get('/schools/%00')).toMatchObject({ status: 404 });
});

describe('Every response', () => {
  test.for([
    ['GET', '/mdsd/', 200, 'no-cache'],
    ['GET', '/mdsd/school/QX', 200, 'no-cache'],
    ['GET', '/', 302, undefined],
    ['GET', '/mdsd/healthz', 200, 'no-store'],
    ['GET', '/mdsd/readyz', 200, 'no-store'],
    ['GET', '/mdsd/api/auth/me', 200, 'no-store'],
    ['GET', '/mdsd/api/version', 200, 'no-store'],
    ['GET', '/mdsd/api/impersonate/logout', 200, 'no-store'],
    ['GET', '/mdsd/api/auth/login', 200, 'no-store'],
    ['GET', '/mdsd/api/schools', 200, 'private, no-cache'],
    ['GET', '/mdsd/api/lookups/terms', 200, expect.toBeOneOf(['no-store', 'private, no-cache'])],
    ['POST', '/mdsd/api/reports', 200, expect.toBeOneOf(['no-store', 'private, no-cache'])],
    ['GET', '/mdsd/api/schools/9Z', 404, 'no-store'],
    ['GET', '/mdsd/api/nothing', 404, 'no-store'],
    ['GET', '/mdsd/api/%zz', 404, 'no-store'],
    ['GET', '/elsewhere', 404, 'no-store'],
    ['POST', '/mdsd/report', 405, 'no-store'],
    ['GET', '/mdsd/assets/nothing.js', 404, 'no-store'],
    ['GET', '/mdsd/assets/', 404, 'no-store'],
    ['TRACE', '/mdsd/api/schools', 405, 'no-store'],
    ['PATCH', '/mdsd/api/schools', 405, 'no-store'],
    ['POST', '/mdsd/api/schools', 422, 'no-store'],
    ['POST', '/mdsd/api/auth/logout', 200, 'no-store'],
  ] as const)('to %s %s has the security headers', async ([method, url, status, cache]) => {
    const body = url.endsWith('/reports') ? { schoolCode: '9Z' } : undefined;
    const response = await mdd.anotherAs('admin').send(method, url, body);
    expect(response.status).toBe(status);
    expect(response.headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
      'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
      ...(response.body === '' ? {} : { 'content-type': expect.stringContaining('; charset=utf-8') }),
      ...(cache ? { 'cache-control': cache } : {}),
    });
    expect(response.headers).not.toHaveProperty('access-control-allow-origin');
    expect(response.headers).not.toHaveProperty('x-powered-by');
  });

  test.for([
    ['/mdsd/demo-sign-in/.well-known/openid-configuration', 200],
    ['/mdsd/demo-sign-in/auth', 400],
    ['/mdsd/demo-sign-in/nothing', 404],
  ] as const)('of the demonstration provider at %s has them too', async ([url, status]) => {
    const response = await mdd.as(null).send('GET', url);
    expect(response.status).toBe(status);
    expect(response.headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
      'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
    });
  });

  test('to a request without a sign-in has them too', async () => {
    expect(await mdd.as(null).get('/schools')).toMatchObject({
      status: 401,
      headers: { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' },
    });
  });

  test('has its own request ID', async () => {
    const ids = [await registrar().get('/schools'), await registrar().get('/schools')].map(
      ({ headers }) => headers['x-request-id'],
    );
    expect(new Set(ids).size).toBe(2);
  });
});

describe('A page', () => {
  test.for(['/mdsd/', '/mdsd/report', '/mdsd/school/QX', '/mdsd/no/such/page', '/mdsd/about?x=1'])(
    '%s is the application',
    async (url) => {
      const { status, headers, body } = await mdd.as(null).send<string>('GET', url);
      expect(status).toBe(200);
      expect(headers['content-type']).toBe('text/html; charset=utf-8');
      expect(body).toContain('<meta name="ctx" content="/mdsd"');
      const policy = String(headers['content-security-policy']);
      expect(headers['referrer-policy']).toBe('same-origin');
      expect(policy).toContain("script-src 'self'");
      expect(policy).not.toMatch(/script-src[^;]*unsafe/);
      for (const none of ['object-src', 'base-uri', 'frame-ancestors'])
        expect(policy).toContain(`${none} 'none'`);
      expect(policy).not.toContain('upgrade-insecure-requests');
    },
  );

  test('states the configured time zone, whose days and times the screens show', async () => {
    const { body } = await mdd.as(null).send<string>('GET', '/mdsd/');
    expect(body).toContain('<meta name="time-zone" content="America/Los_Angeles"');
  });

  test('states the running term at the time of the request, in the configured time zone', async () => {
    const messageAt = async (now: string) => {
      vi.setSystemTime(now);
      const { body } = await mdd.as(null).send<string>('GET', '/mdsd/');
      return /<meta name="running-term" content="([^"]*)"/.exec(body)?.[1];
    };
    vi.useFakeTimers({ toFake: ['Date'] });
    try {
      expect(await messageAt('2026-04-01T06:59:59Z')).toBe('202603');
      expect(await messageAt('2026-04-01T07:00:00Z')).toBe('202614');
    } finally {
      vi.useRealTimers();
    }
  });

  test.for(['/', '/mdsd'])('%s redirects to the start page', async (url) => {
    for (const [query, kept] of [
      ['', ''],
      ['?schoolCode=12&q=a%20b+%0d%0aset-cookie:x', '?schoolCode=12&q=a%20b+%0d%0aset-cookie:x'],
      ['?@evil.example/?//x', '?@evil.example/?//x'],
      ['?//evil.example', '?//evil.example'],
      ['?q="é<', '?q=%22%C3%A9%3C'],
    ] as const)
      expect(await mdd.as(null).send('GET', url + query), query).toMatchObject({
        status: 302,
        headers: { location: `/mdsd/${kept}` },
      });
  });
});

describe.for(['', '/other', '/deep/er'])('Under the base path %j', (basePath) => {
  let other: TestApp;
  beforeAll(async () => {
    other = await testApp({ config: { basePath } });
  });
  afterAll(() => other.close());

  test('pages, API and cookies use the base path', async () => {
    const page = await other.as(null).send<string>('GET', `${basePath}/school/QX`);
    expect(page).toMatchObject({ status: 200, headers: { 'content-type': 'text/html; charset=utf-8' } });
    expect(page.body).toContain(`<meta name="ctx" content="${basePath}"`);
    expect(page.body).not.toContain('"./');
    expect(await other.as('registrar').get('/schools')).toMatchObject({ status: 200, body: [] });
    expect(await other.as(null).get('/nothing')).toMatchObject({ status: 404, body: errorsOf('NOT_FOUND') });
    expect(await other.as(null).send('GET', `${basePath}/healthz`)).toMatchObject({ status: 200 });
    const me = await other.as('viewer').get('/auth/me');
    expect(String(me.headers['set-cookie'])).toContain(`Path=${basePath || '/'};`);
    expect(await other.as(null).get('/auth/login')).toMatchObject({
      body: { loginUrl: expect.stringMatching(`^http://127.0.0.1:8080${basePath}/api/auth/start`) },
    });
  });

  test('the root redirects to the start page, and other paths are not found', async () => {
    const root = await other.as(null).send('GET', '/');
    if (basePath === '') expect(root.status).toBe(200);
    else {
      expect(root).toMatchObject({ status: 302, headers: { location: `${basePath}/` } });
      expect(await other.as(null).send('GET', '/mdsd/')).toMatchObject({ status: 404 });
    }
  });
});

describe('Behind https', () => {
  let secure: TestApp;
  beforeAll(async () => {
    secure = await testApp({ config: { publicUrl: 'https://mdsd.example.edu' } });
  });
  afterAll(() => secure.close());

  test('a session is accepted only from a cookie that was set over https', async () => {
    const session = String(await secure.as('viewer').cookie('__Secure-SESSION'));
    const statusOf = async (cookie: string) => (await secure.as(null).get('/auth/me', { cookie })).status;
    expect(await statusOf(`__Secure-SESSION=${session}`)).toBe(200);
    expect(await statusOf(`SESSION=${session}`)).toBe(401);
  });

  test('cookies are for https only, and browsers are told to keep using https', async () => {
    const response = await secure.as('viewer').get('/auth/me');
    expect(String(response.headers['set-cookie'])).toContain('; Secure');
    expect(response.headers['strict-transport-security']).toBe('max-age=31536000');
    expect((await mdd.as('viewer').get('/auth/me')).headers).not.toHaveProperty('strict-transport-security');
  });
});

describe('An internal error', () => {
  let broken: TestApp;
  beforeAll(async () => {
    broken = await testApp({ faults: true });
  });
  afterAll(() => broken.app.close());

  test('is reported as unknown, with its request ID and no details', async () => {
    // The first two read this view, and the commit of the third calls this function.
    await sql`drop view derived.school_answer cascade`.execute(broken.db);
    await sql`drop function derived.record_states`.execute(broken.db);
    const client = broken.as('registrar');
    for (const response of [
      await client.get<{ requestId: string }>('/schools'),
      await client.get<{ requestId: string }>('/schools/9Z'),
      await client.post<{ requestId: string }>('/schools', aSchool()),
    ]) {
      expect(response.status).toBe(500);
      expect(response.body).toEqual({
        errors: [{ code: 'UNKNOWN_ERROR', message: 'An unknown error occurred' }],
        requestId: response.headers['x-request-id'],
      });
      expect(response.headers['cache-control']).toBe('no-store');
    }
    const { rows } = await sql`select 1 from school`.execute(broken.db);
    expect(rows).toEqual([]);
  });

  test('caused by a lost database leaves the server alive, but not ready', async () => {
    const client = broken.as('registrar');
    await client.get('/auth/me');
    await broken.database.close();
    const response = await client.get<{ requestId: string }>('/majors');
    expect(response.status).toBeOneOf([500, 503]);
    expect(response.body).toMatchObject({
      errors: [{ code: 'UNKNOWN_ERROR' }],
      requestId: response.headers['x-request-id'],
    });
    expect(JSON.stringify(response.body)).not.toMatch(/select|closed|destroyed|\.ts/i);
    expect(await client.send('GET', '/mdsd/readyz')).toMatchObject({ status: 503 });
    expect(await client.send('GET', '/mdsd/healthz')).toMatchObject({ status: 200 });
  });
});

describe('A server that is shutting down', () => {
  let stopping: TestApp;
  beforeAll(async () => {
    stopping = await testApp({ faults: true });
  });
  afterAll(() => stopping.close());

  test('is alive, but no longer ready', async () => {
    const ready = () => stopping.as(null).send('GET', '/mdsd/readyz');
    expect(await ready()).toMatchObject({ status: 200, body: { status: 'ok' } });
    stopping.app.beginToStop();
    expect(await ready()).toMatchObject({ status: 503, body: { status: 'stopping' } });
    expect(await stopping.as(null).send('HEAD', '/mdsd/readyz')).toMatchObject({ status: 503, text: '' });
    expect(await stopping.as(null).send('GET', '/mdsd/healthz')).toMatchObject({ status: 200 });
  });
});

async function overHttp(
  method: string,
  path: string,
  body: Blob | ReadableStream,
  headers: Record<string, string>,
) {
  return await fetch(`${mdd.config.publicUrl}/mdsd/api${path}`, {
    method,
    body,
    duplex: 'half',
    headers: {
      ...headers,
      cookie: `SESSION=${await registrar().cookie('SESSION')}`,
      'x-xsrf-token': String(await registrar().cookie('XSRF-TOKEN')),
    },
  } as RequestInit);
}
