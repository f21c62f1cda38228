import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestApp, testApp } from '../support/app.ts';
import type { Client } from '../support/client.ts';
import { aDepartment } from '../support/factories.ts';
import { createItem, pathOf } from '../support/kinds.ts';
import { everyone, whoMay } from '../support/whoMay.ts';

let mdd: TestApp;
beforeAll(async () => {
  mdd = await testApp();
});
afterAll(() => mdd.close());

const sentAs = (user: string) => ({ 'x-signed-in-as': user });
const create = (client: Client, user: string) => client.post('/departments', aDepartment(), sentAs(user));
const another = { status: 409, body: { errors: [{ code: 'SIGNED_IN_AS_ANOTHER' }] } };

/** A browser in which another tab has started an impersonation of the registrar. */
async function impersonating(): Promise<Client> {
  const client = mdd.anotherAs('admin');
  await client.get('/impersonate/registrar');
  return client;
}

describe('A change sent with X-Signed-In-As', () => {
  test.for(['registrar', 'REGISTRAR', 'registra%72', ' registrar ', '', ' ', '%20', '%E2%80%8B'])(
    'as %j is made for the registrar',
    async (user) => {
      expect(await create(mdd.as('registrar'), user)).toMatchObject({ status: 201 });
    },
  );

  test.for(['admin', 'registrar2', 'registra', 'registrar%20as%20registrar', 'r%C3%A9gistrar'])(
    'as %j is rejected for the registrar',
    async (user) => {
      expect(await create(mdd.as('registrar'), user)).toMatchObject(another);
    },
  );

  test('is optional', async () => {
    expect(await mdd.as('registrar').post('/departments', aDepartment())).toMatchObject({ status: 201 });
  });

  test.for(['%', '100%', '%zz', '%E9', '%ED%A0%80', '%C0%80', 'caf\u00e9'])(
    'as %s, which is not percent-encoded UTF-8, is rejected',
    async (user) => {
      expect(await create(mdd.as('registrar'), user)).toMatchObject({
        status: 400,
        body: {
          errors: [
            { code: 'BAD_REQUEST', message: 'The header X-Signed-In-As is not percent-encoded UTF-8.' },
          ],
        },
      });
    },
  );

  test('is rejected after another user has signed in, naming both, and nothing changes', async () => {
    const department = await createItem(mdd.as('registrar'), 'department');
    const path = pathOf('department', department);
    const other = mdd.anotherAs('admin');
    for (const refused of [
      await other.put(path, { ...department, title: 'Other' }, sentAs('registrar')),
      await other.delete(`${path}?overrideWarnings=true`, sentAs('registrar')),
    ])
      expect(refused).toMatchObject({
        status: 409,
        body: {
          errors: [
            {
              code: 'SIGNED_IN_AS_ANOTHER',
              message:
                'This page belongs to registrar, but you are now signed in as Alex Chen (admin). Nothing was changed.',
            },
          ],
        },
      });
    expect((await other.get<{ department: unknown }>(path)).body.department).toEqual(department);
  });

  test('is rejected after an impersonation has started, under either name', async () => {
    const client = await impersonating();
    for (const user of ['admin', 'registrar', 'registrar%20as%20admin', 'viewer%20as%20registrar'])
      expect(await create(client, user), user).toMatchObject(another);
    expect(await create(client, 'admin')).toMatchObject({
      body: {
        errors: [
          {
            message:
              'This page belongs to admin, but you are now signed in as Alex Chen (admin) as Robin Alvarez (registrar). Nothing was changed.',
          },
        ],
      },
    });
    for (const user of ['admin%20as%20registrar', 'Admin%20As%20Registrar'])
      expect(await create(client, user), user).toMatchObject({ status: 201 });
  });

  test('is rejected after an impersonation has ended', async () => {
    const client = await impersonating();
    await client.get('/impersonate/logout');
    expect(await create(client, 'admin%20as%20registrar')).toMatchObject({
      ...another,
      body: { errors: [{ message: expect.stringMatching(/admin as registrar.*Alex Chen \(admin\)/) }] },
    });
    expect(await create(client, 'admin')).toMatchObject({ status: 201 });
  });

  test('is rejected without repeating a long header', async () => {
    const { text } = await create(mdd.as('registrar'), 'x'.repeat(5_000));
    expect(text.length).toBeLessThan(500);
  });

  test('is rejected before its body is read', async () => {
    const other = mdd.anotherAs('admin');
    for (const [body, type] of [
      ['{', 'application/json'],
      ['x', 'text/plain'],
      ['x'.repeat(70_000), 'application/json'],
    ])
      expect(
        await other.post('/departments', body, { ...sentAs('registrar'), 'content-type': type }),
      ).toMatchObject(another);
  });
});

/** Requests other than GET that save nothing (contract 6). */
const savesNothing = [
  'POST /api/auth/logout',
  'POST /api/reports',
  'POST /api/reports/exclusions/:majorKey',
  'POST /api/proposals/preview',
  'POST /api/quality/:rule/fix',
];
const addressOf = (url: string) =>
  `/mdsd${url.replace(':schoolCode', '9Z').replace(':impersonationId', 'stranger').replace(/:\w+/g, '987654')}`;

const guarded = Object.keys(whoMay).filter((name) => whoMay[name] !== everyone);

describe.for(guarded)('%s', (name) => {
  const [method = '', url = ''] = name.split(' ');
  const call = (client: Client, user: string, headers = {}) =>
    client.send(method, addressOf(url), undefined, { ...sentAs(user), ...headers });

  if (method === 'GET' || savesNothing.includes(name))
    test('ignores X-Signed-In-As', async () => {
      for (const user of ['viewer', '%']) {
        const { status, text } = await call(mdd.anotherAs('admin'), user);
        expect(text).not.toMatch(/SIGNED_IN_AS_ANOTHER|X-Signed-In-As/);
        expect([401, 403, 409]).not.toContain(status);
      }
    });
  else
    test('is rejected for another user after 401 and the cross-site token, and before everything else', async () => {
      expect(await call(mdd.anotherAs('admin'), 'viewer')).toMatchObject(another);
      expect(await call(mdd.anotherAs('admin'), '%', { 'x-change-reason': '%00' })).toMatchObject({
        status: 400,
        body: { errors: [{ message: expect.stringContaining('X-Signed-In-As') }] },
      });
      expect(await call(mdd.anotherAs('viewer'), 'admin')).toMatchObject(another);
      if (!whoMay[name]?.includes('viewer'))
        expect(await call(mdd.anotherAs('viewer'), 'viewer')).toMatchObject({ status: 403 });
      expect(await call(mdd.as(null), 'viewer')).toMatchObject({ status: 401 });
      expect(await call(mdd.anotherAs('admin'), 'viewer', { 'x-xsrf-token': 'another' })).toMatchObject({
        status: 403,
        body: { errors: [{ code: 'CSRF_TOKEN_INVALID' }] },
      });
    });
});
