import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { crossSiteToken } from '../../../server/auth/sessions.ts';
import { type TestApp, testApp } from '../../support/app.ts';
import { aSchool } from '../../support/factories.ts';

// A browser sends all cookies with a name, also those of neighboring applications on the same host.

let mdd: TestApp;
let session: string;
beforeAll(async () => {
  mdd = await testApp();
  session = String(await mdd.as('registrar').cookie('SESSION'));
});
afterAll(() => mdd.close());

const another = 'x'.repeat(43);
const cookies: [name: string, header: () => string][] = [
  ['of a longer path, which comes first', () => `SESSION=${another}; SESSION=${session}`],
  ['that comes after ours', () => `SESSION=${session}; SESSION=${another}`],
  ['in quotation marks', () => `SESSION="0123"; SESSION=${session}`],
  ['that is no ID of ours', () => `SESSION=NWY%3D; SESSION=; SESSION; SESSION=${session}`],
  ['among many', () => `${'SESSION=abc; '.repeat(50)}SESSION=${session}`],
  ['whose name begins like ours', () => `SESSION-OLD=${another}; XSESSION=${another}; SESSION=${session}`],
];

describe.for(cookies)('With a session cookie of a neighbor %s', ([, header]) => {
  test('our own session is found', async () => {
    const { status, body } = await mdd
      .as(null)
      .get<{ serviceResult: { uciNetId: string } }>('/auth/me', { cookie: header() });
    expect(status).toBe(200);
    expect(body.serviceResult.uciNetId).toBe('registrar');
  });

  test('a save needs the token of our session', async () => {
    const save = (token: string) =>
      mdd.as(null).post('/schools', aSchool(), { cookie: header(), 'x-xsrf-token': crossSiteToken(token) });
    expect(await save(another)).toMatchObject({ status: 403 });
    expect(await save(session)).toMatchObject({ status: 201 });
  });
});

test('cookies of neighbors alone are not a session', async () => {
  expect(await mdd.as(null).get('/auth/me', { cookie: `SESSION=${another}; SESSION=1` })).toMatchObject({
    status: 401,
  });
});

test('the token is in a cookie of the specification, and in one that no neighbor sets', async () => {
  const { headers } = await mdd.as('registrar').get('/auth/me');
  const set = [headers['set-cookie'] ?? []].flat().map(String);
  const token = crossSiteToken(session);
  expect(set.map((one) => one.split(';')[0])).toEqual([`XSRF-TOKEN=${token}`, `MDD-XSRF-TOKEN=${token}`]);
  expect(set.every((one) => !/httponly/i.test(one))).toBe(true);
});
