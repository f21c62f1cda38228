import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestApp, testApp } from '../support/app.ts';
import type { Response_ } from '../support/client.ts';
import { aDepartment } from '../support/factories.ts';
import { createItem, pathOf } from '../support/kinds.ts';
import { changingCalls, whoMay } from '../support/whoMay.ts';

let mdd: TestApp;
beforeAll(async () => {
  mdd = await testApp();
});
afterAll(() => mdd.close());

const registrar = () => mdd.as('registrar');
const reasonHeader = (reason: string) => ({ 'x-change-reason': reason });
const create = (reason: string) => registrar().post('/departments', aDepartment(), reasonHeader(reason));
const setOf = ({ headers }: Response_<unknown>) =>
  mdd.db
    .selectFrom('changeSet')
    .selectAll()
    .where('requestId', '=', String(headers['x-request-id']))
    .executeTakeFirstOrThrow();

describe('The reason in X-Change-Reason', () => {
  test.for([
    ['Catalog%20of%202026', 'Catalog of 2026'],
    ['as decided', 'as decided'],
    ['%20%E6%BC%A2%20', '漢'],
    ['e%CC%81', 'é'],
    ['as%C2%A0decided%E3%80%80', 'as decided'],
    ['100%25', '100%'],
    [encodeURIComponent('😀'.repeat(500)), '😀'.repeat(500)],
    ['%20', null],
    ['%E2%80%8B', null],
    ['', null],
  ] as const)('is %s', async ([given, reason]) => {
    const created = await create(given);
    expect(created).toMatchObject({ status: 201 });
    expect(await setOf(created)).toMatchObject({ actor: 'registrar', origin: 'form', reason, created: 1 });
  });

  test('is optional', async () => {
    expect(await setOf(await registrar().post('/departments', aDepartment()))).toMatchObject({
      reason: null,
    });
  });

  test.for(['%', '100%', '%2', '%zz', '%E9', '%ED%A0%80', '%C0%80', 'caf\u00e9'])(
    'is rejected as %s, which is not percent-encoded UTF-8',
    async (given) => {
      expect(await create(given)).toMatchObject({
        status: 400,
        body: {
          errors: [
            {
              code: 'BAD_REQUEST',
              message: 'The header X-Change-Reason is not percent-encoded UTF-8.',
            },
          ],
        },
      });
    },
  );

  test.for(['x'.repeat(501), '%F0%9F%98%80'.repeat(501)])(
    'may have at most 500 characters',
    async (given) => {
      expect(await create(given)).toMatchObject({
        status: 422,
        body: {
          errors: [
            {
              code: 'CHANGE_REASON_TOO_LONG',
              field: 'reason',
              message: 'Reason must be at most 500 characters',
            },
          ],
        },
      });
    },
  );

  test.for(['a%0Ab', 'a%0D%0A', '%00', 'a%09b', 'a\tb', 'a%E2%80%AEb', 'a%C2%85b', '%E2%80%A8'])(
    'must not contain %s',
    async (given) => {
      expect(await create(given)).toMatchObject({
        status: 422,
        body: {
          errors: [
            {
              code: 'CHANGE_REASON_BAD_FORMAT',
              field: 'reason',
              message: 'Reason must not contain control or direction characters',
            },
          ],
        },
      });
    },
  );
});

const addressOf = (url: string) => `/mdsd${url.replace(':schoolCode', '9Z').replace(/:\w+/g, '987654')}`;

describe.for(changingCalls)('%s', (name) => {
  const [method = '', url = ''] = name.split(' ');
  const call = (user: 'admin' | 'viewer' | null, headers: Record<string, string>) =>
    (user ? mdd.anotherAs(user) : mdd.as(null)).send(method, addressOf(url), undefined, headers);

  test('accepts a reason', async () => {
    const { status, body } = await call('admin', reasonHeader('why'));
    expect(JSON.stringify(body)).not.toContain('CHANGE_REASON');
    expect([400, 401, 403]).not.toContain(status);
  });

  test('checks permissions before it rejects an invalid reason', async () => {
    expect(await call('admin', reasonHeader('%'))).toMatchObject({ status: 400 });
    expect(await call('admin', reasonHeader('%00'))).toMatchObject({
      status: 422,
      body: { errors: [{ code: 'CHANGE_REASON_BAD_FORMAT' }] },
    });
    expect(await call(null, reasonHeader('%'))).toMatchObject({ status: 401 });
    expect(await call('admin', { ...reasonHeader('%'), 'x-xsrf-token': 'another' })).toMatchObject({
      status: 403,
      body: { errors: [{ code: 'CSRF_TOKEN_INVALID' }] },
    });
    if (!whoMay[name]?.includes('viewer'))
      expect(await call('viewer', reasonHeader('%'))).toMatchObject({
        status: 403,
        body: { errors: [{ code: 'FORBIDDEN' }] },
      });
  });
});

test('a request that changes nothing ignores it', async () => {
  const department = await createItem(registrar(), 'department');
  for (const path of ['/departments', pathOf('department', department), '/auth/me'])
    expect(await registrar().get(path, reasonHeader('%'))).toMatchObject({ status: 200 });
});

test('a request with an invalid reason changes nothing', async () => {
  const department = await createItem(registrar(), 'department');
  const path = pathOf('department', department);
  expect(await registrar().delete(path, reasonHeader('%'))).toMatchObject({ status: 400 });
  expect(await registrar().put(path, { ...department, title: 'Other' }, reasonHeader('%00'))).toMatchObject({
    status: 422,
  });
  expect((await registrar().get<{ department: unknown }>(path)).body.department).toEqual(department);
});
