import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod/mini';
import type { ListedRoute } from '../../../server/http/routeList.ts';
import { type TestApp, testApp } from '../../support/app.ts';

// The limits of database types, numbers and times, for every query parameter.

let mdd: TestApp;
let routes: readonly ListedRoute[];
beforeAll(async () => {
  mdd = await testApp({ sample: true });
  routes = mdd.app.routeList.routes.filter(({ url }) => /^\/mdsd\/api\/(?!docs|auth|impersonate)/.test(url));
});
afterAll(() => mdd.close());

const edges = [
  '',
  ' ',
  '0',
  '-1',
  '1',
  '200',
  '201',
  '1000',
  '1001',
  '01',
  '+1',
  '1.5',
  '1e3',
  '0x10',
  'NaN',
  'Infinity',
  'true',
  'null',
  '2147483647',
  '2147483648',
  '-2147483649',
  '4294967296',
  '9007199254740992',
  '999999999999999',
  '9223372036854775807',
  '9223372036854775808',
  '1'.repeat(400),
  '0000-01-01T00:00:00Z',
  '0001-01-01T00:00:00Z',
  '0001-01-01T00:00:00.001Z',
  '1582-10-10T00:00:00Z',
  '1969-12-31T23:59:59.999Z',
  '2024-02-30T00:00:00Z',
  '2026-13-01T00:00:00Z',
  '2026-01-01T24:00:00Z',
  '2016-12-31T23:59:60Z',
  '9999-12-31T23:59:59.999Z',
  '10000-01-01T00:00:00Z',
  '+275760-09-13T00:00:00Z',
  '2026-01-01T00:00:00+14:00',
  'infinity',
  'now',
  '000000',
  '202592',
  '999999',
  '2025S1',
  'school',
  'major',
  'undo',
  'created',
  '%',
  '_',
  '\\',
  "'",
  '"',
  '\0',
  '\u{1F600}',
  'a'.repeat(5_000),
  '\u00A0',
  '\u202E',
  'é',
  'e\u0301',
  '{}',
  '[]',
  '1,2',
  '../..',
];
/** Valid values for the other required parameters of a request. */
const right: Readonly<Record<string, string>> = {
  '/mdsd/api/differences': 'from=201892&to=202592',
  '/mdsd/api/differences/recorded': 'from=2020-01-01T00:00:00Z&to=2020-01-02T00:00:00Z',
};

test('no parameter value causes an internal error', async () => {
  const tried = new Set<string>();
  const failed: string[] = [];
  for (const { method, url, schema } of routes) {
    if (method !== 'GET' || !schema.querystring) continue;
    const { properties = {} } = z.toJSONSchema(schema.querystring as z.ZodMiniType, {
      io: 'input',
      unrepresentable: 'any',
    });
    const path = url.replace(':schoolCode', '75').replace(/:\w+/g, '1');
    for (const name of Object.keys(properties))
      for (const edge of edges) {
        const query = new URLSearchParams(right[url]);
        query.set(name, edge);
        const { status } = await mdd.as('registrar').send('GET', `${path}?${query}`);
        tried.add(`${url} ${name}`);
        if (status >= 500) failed.push(`${url}?${name}=${edge.slice(0, 40)}: ${status}`);
      }
  }
  expect(failed).toEqual([]);
  expect([...tried]).toEqual(
    expect.arrayContaining(['/mdsd/api/changes cursor', '/mdsd/api/differences/recorded from']),
  );
}, 120_000);

test('no path key causes an internal error', async () => {
  const failed: string[] = [];
  for (const { method, url } of routes) {
    if (method !== 'GET' || !url.includes(':')) continue;
    for (const edge of edges) {
      const path = url.replace(/:\w+/g, encodeURIComponent(edge));
      const { status } = await mdd
        .as('registrar')
        .send('GET', `${path}${right[url] ? `?${right[url]}` : ''}`);
      if (status >= 500) failed.push(`${path.slice(0, 80)}: ${status}`);
    }
  }
  expect(failed).toEqual([]);
}, 120_000);

test('no time of a report causes an internal error', async () => {
  for (const knownAt of edges) {
    const { status } = await mdd.as('viewer').post('/reports', { knownAt, schoolCode: '75' });
    expect({ knownAt, isServed: status < 500 }).toEqual({ knownAt, isServed: true });
  }
}, 120_000);
