import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../support/app.ts';
import { aSchool } from '../../support/factories.ts';
import { type Received, sendBytes } from '../../support/socket.ts';

// How the libraries below handle odd requests, over a real connection, so that nothing normalizes them on the way.

let mdd: TestApp;
beforeAll(async () => {
  const source = Buffer.from('export const release = "another";');
  for (const [ending, bytes] of Object.entries({
    '': source,
    '.br': brotliCompressSync(source),
    '.gz': gzipSync(source),
  }))
    writeFileSync(join(otherAssets, `other-Bw0MxCcP.js${ending}`), bytes);
  mdd = await testApp({ listens: true, config: { assetsDirectory: otherAssets } });
});
afterAll(async () => {
  await mdd.close();
  rmSync(otherAssets, { recursive: true });
});

// The files of another build, which the server serves too.
const otherAssets = mkdtempSync(join(tmpdir(), 'assets-'));
const ofAnotherBuild = '/mdsd/assets/other-Bw0MxCcP.js';

const assets = readdirSync('dist/web/assets');
const asset = `/mdsd/assets/${assets.find((name) => name.endsWith('.js'))}`;
const long = 'a'.repeat(256);

function ask(method: string, path: string, headers: readonly string[] = [], body: string | Buffer = '') {
  const length = body.length > 0 || method === 'POST' ? [`content-length: ${body.length}`] : [];
  const lines = [`${method} ${path} HTTP/1.1`, 'host: here', 'connection: close', ...length, ...headers];
  const head = Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1');
  return sendBytes(mdd.config.port, Buffer.concat([head, Buffer.from(body)]));
}

/** The rules for every response, and those for errors: the API's errors as JSON, or a page. */
function holdToRules({ status, headers, body }: Received, isHead = false): void {
  expect(status).toBeLessThan(500);
  expect(headers).toMatchObject({
    'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
    'x-content-type-options': 'nosniff',
    'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
    'referrer-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
  });
  if (status < 400) return;
  expect(headers['cache-control']).toBe('no-store');
  expect(headers).not.toHaveProperty('etag');
  if (isHead) return;
  if (headers['content-type'] === 'text/html; charset=utf-8')
    expect(body.toString()).toContain('<header>Major/Degree Database</header>');
  else
    expect(JSON.parse(body.toString())).toMatchObject({
      errors: [{ code: expect.stringMatching(/^[A-Z_]+$/), message: expect.stringMatching(/^[A-Z]/) }],
    });
}

const names = [
  '.',
  '..',
  '../',
  '../../package.json',
  '%2e%2e',
  '..%2f..%2fpackage.json',
  '..%5c..%5cpackage.json',
  '\\',
  '%5c',
  '/',
  '//',
  '%2f',
  '%00',
  'a%00.js',
  '%zz',
  '%',
  '%c0%af',
  '.env',
  'con',
  `${long}.js`,
  long,
  'a/'.repeat(2000),
];

describe.for(['/mdsd/assets/', '/mdsd/api/docs/'])('Below %s', (folder) => {
  test.for(names)('there is no %j', async (name) => {
    const response = await ask('GET', folder + name);
    holdToRules(response);
    expect(response.status).toBe(404);
  });
});

describe('A URL with arbitrary content', () => {
  test.for(names.flatMap((name) => [`/mdsd/${name}`, `/mdsd/api/${name}`, `/mdsd/demo-sign-in/${name}`]))(
    'is a page or not found: %s',
    async (path) => {
      const response = await ask('GET', path);
      holdToRules(response);
      expect(response.status).toBeOneOf([200, 404]);
    },
  );

  test.for([
    ['GET http://elsewhere.example/mdsd/healthz', 'an address with a host'],
    ['OPTIONS *', 'no path'],
    ['GET *', 'an asterisk'],
    ['GET /mdsd/healthz#x', 'a fragment'],
    ['GET /mdsd/healthz;x', 'a parameter'],
    ['GET /mdsd/api/schools/%F0%9F%98%80', 'an emoji'],
    ['GET /mdsd/api/auth/login?returnTo=%', 'a malformed query'],
    ['GET /mdsd/api/auth/login?__proto__=x', 'a query named like a prototype'],
    ['GET /mdsd/api/auth/login?returnTo[a]=x', 'a query with brackets'],
  ] as const)('may be %s: %s', async ([line]) => {
    const [method = '', path = ''] = line.split(' ');
    holdToRules(await ask(method, path));
  });
});

describe.for([asset, ofAnotherBuild])('The file %s', (file) => {
  test.for([
    [416, ['range: bytes=99999999-'], 'a range beyond its end'],
    [416, ['range: bytes=5-2'], 'a range that ends before it starts'],
    [416, ['range: bytes=-0'], 'an empty range'],
    [206, ['range: bytes=0-1'], 'a range'],
    [206, ['range: bytes=0-1', 'accept-encoding: br'], 'a range of a compressed file'],
    [200, ['range: bytes=0-1,3-4'], 'several ranges'],
    [200, ['range: bytes=0-1', 'range: bytes=2-3'], 'two range headers'],
    [200, ['range: lines=1'], 'a range in another unit'],
    [200, ['range: bytes=0-1', 'if-range: x'], 'a range of another version'],
    [412, ['if-match: "x"'], 'another version'],
    [412, ['if-unmodified-since: Mon, 01 Jan 1990 00:00:00 GMT'], 'an older version'],
    [304, ['if-none-match: *'], 'any other version'],
    [304, ['if-modified-since: Fri, 01 Jan 2100 00:00:00 GMT'], 'a future version'],
    [200, ['if-modified-since: yesterday'], 'an invalid time'],
    [200, ['if-none-match: "x'], 'an invalid ETag'],
    [200, ['accept-encoding: identity;q=0, *;q=0'], 'no encoding at all'],
    [200, ['accept-encoding: gzip;q=x, br;q='], 'invalid encodings'],
    [200, ['accept-encoding: zstd, deflate'], 'unavailable encodings'],
  ] as const)('is returned with %i for %j: %s', async ([status, headers]) => {
    const response = await ask('GET', file, headers);
    holdToRules(response);
    expect(response.status).toBe(status);
    if (status === 416) expect(response.headers['content-range']).toMatch(/^bytes \*\/\d+$/);
  });

  test.for(['range: bytes=99999999-', 'if-match: "x"'])('has %s for HEAD too', async (header) => {
    const response = await ask('HEAD', file, [header]);
    holdToRules(response, true);
    expect(response.status).toBeOneOf([412, 416]);
  });

  test.for(['br', 'gzip', 'identity'])('is returned in the encoding %s, for a year', async (encoding) => {
    const { status, headers } = await ask('GET', file, [`accept-encoding: ${encoding}`]);
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-type': 'application/javascript; charset=utf-8',
      ...(encoding === 'identity' ? {} : { 'content-encoding': encoding }),
    });
  });
});

const methods = [
  'QUERY',
  'PROPFIND',
  'SEARCH',
  'TRACE',
  'OPTIONS',
  'LINK',
  'M-SEARCH',
  'PURGE',
  'PATCH',
  'HEAD',
];
const addresses = [
  asset,
  '/mdsd/',
  '/mdsd/report',
  '/mdsd/healthz',
  '/mdsd/api/schools',
  '/mdsd/api/auth/start',
  '/mdsd/api/openapi.json',
  '/mdsd/api/docs',
  '/mdsd/api/docs/',
  '/mdsd/demo-sign-in/auth',
  '/mdsd/demo-sign-in/token',
  '/mdsd/demo-sign-in/choose/x',
  '/mdsd/demo-sign-in/choose/x/admin',
];

describe.for(methods)('The method %s', (method) => {
  test.for(addresses)('is not allowed at %s', async (path) => {
    for (const headers of [[], ['content-type: application/json']]) {
      const response = await ask(method, path, headers);
      holdToRules(response, method === 'HEAD');
      if (method === 'HEAD' && [200, 302, 401].includes(response.status)) return;
      expect(response.status).toBe(405);
      expect(response.headers.allow).toMatch(/GET|POST/);
    }
  });

  test.for(['/elsewhere', '/mdsd/api/nothing', '/mdsd/demo-sign-in/nothing'])(
    'is not found at %s',
    async (path) => {
      const response = await ask(method, path);
      holdToRules(response, method === 'HEAD');
      expect(response.status).toBeOneOf([404, 405]);
    },
  );
});

describe('A choice in the demonstration sign-in', () => {
  test.for([
    ['GET', 'x', 400],
    ['POST', 'x/admin', 400],
    ['POST', 'x/nobody', 404],
    ['POST', 'x/%00', 404],
    ['GET', '%2e%2e', 400],
    ['GET', long, 400],
    ['POST', 'x', 405],
    ['GET', 'x/admin', 405],
  ] as const)('that is not pending is reported: %s %s', async ([method, choice, status]) => {
    const response = await ask(method, `/mdsd/demo-sign-in/choose/${choice}`);
    holdToRules(response);
    expect(response.status).toBe(status);
  });

  test('with invented cookies is reported', async () => {
    const cookies = 'cookie: _interaction=x; _interaction.sig=y; _session=z; _session.sig=%';
    for (const path of ['choose/x', 'auth', 'session/end', 'auth/x']) {
      const response = await ask('GET', `/mdsd/demo-sign-in/${path}`, [cookies]);
      holdToRules(response);
      expect(response.status).toBe(path === 'session/end' ? 200 : 400);
    }
  });

  test.for([
    'client_id=x&client_id=y',
    'client_id[]=x',
    'client_id=major-degree-database&redirect_uri=javascript:x',
    '%',
  ])('is not offered for %s', async (query) => {
    const response = await ask('GET', `/mdsd/demo-sign-in/auth?${query}`);
    holdToRules(response);
    expect(response.status).toBe(400);
  });
});

describe('A body', () => {
  const json = JSON.stringify(aSchool());
  const post = async (headers: string[], body: string | Buffer) => {
    const registrar = mdd.as('registrar');
    const [session, token] = [await registrar.cookie('SESSION'), await registrar.cookie('XSRF-TOKEN')];
    const own = [`cookie: SESSION=${session}`, `x-xsrf-token: ${token}`, 'content-type: application/json'];
    return await ask('POST', '/mdsd/api/schools', [...own, ...headers], body);
  };

  test.for([
    ['gzip', gzipSync(json)],
    ['x-gzip', gzipSync(json)],
    ['GZIP', gzipSync(json)],
    ['deflate', deflateSync(json)],
    ['br', brotliCompressSync(json)],
    ['zstd', json],
    ['gzip', json],
    ['gzip', 'not at all'],
    ['gzip, gzip', json],
    ['identity, gzip', json],
    ['x', json],
    ['gzip', gzipSync('a'.repeat(1_000_000))],
  ] as const)('in the encoding %s is rejected', async ([encoding, body]) => {
    const response = await post([`content-encoding: ${encoding}`], body);
    holdToRules(response);
    expect(response.status).toBe(415);
  });

  test('without compression is accepted', async () => {
    expect((await post(['content-encoding: identity'], json)).status).toBe(201);
    expect((await post(['content-encoding: Identity'], JSON.stringify(aSchool()))).status).toBe(201);
  });

  test('sent to an unknown URL is not parsed', async () => {
    for (const [headers, body] of [
      [['content-type: text/plain'], 'x'],
      [['content-type: application/json'], '{'],
      [[], 'x'.repeat(100_000)],
    ] as const) {
      const response = await ask('POST', '/mdsd/api/nothing', headers, body);
      holdToRules(response);
      expect(response.status).toBe(404);
    }
  });
});

describe('A response', () => {
  test.for([
    ['accept-encoding: identity;q=0, *;q=0'],
    ['accept-encoding: gzip;q=x'],
    ['accept-encoding: gzip', 'accept-encoding: br'],
    ['if-none-match: "x", W/"y", *x'],
    ['range: bytes=0-1'],
    ['accept: x/y;q=2'],
    ['cookie: a=%E0%A4%A; =b; ;;; __proto__=x'],
    ['x-forwarded-for: nobody, , %'],
    ['x-forwarded-host: elsewhere.example', 'x-forwarded-proto: javascript'],
    ['upgrade: websocket'],
    ['expect: miracles'],
    ['te: trailers, gzip'],
    ['x-http-method-override: DELETE'],
  ])('is correct for %j', async (headers) => {
    const session = `cookie: SESSION=${await mdd.as('registrar').cookie('SESSION')}`;
    for (const path of ['/mdsd/', '/mdsd/api/openapi.json', '/mdsd/api/schools', '/mdsd/api/docs']) {
      const response = await ask('GET', path, [session, ...headers]);
      holdToRules(response);
      expect(response.status, path).toBe(200);
    }
  });
});
