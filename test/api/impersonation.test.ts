import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { relationshipKinds } from '../../contract/relationships.ts';
import { rememberDemonstrationUsers } from '../../server/auth/demonstration.ts';
import { rememberUser } from '../../server/auth/users.ts';
import { type TestApp, testApp } from '../support/app.ts';
import type { Client } from '../support/client.ts';
import { aRelationship } from '../support/factories.ts';
import { onFullDisk } from '../support/fullDisk.ts';
import { createItem, kinds, pathOf, pathOfRelationship } from '../support/kinds.ts';

let mdd: TestApp;
beforeAll(async () => {
  mdd = await testApp();
});
afterEach(() => rememberDemonstrationUsers(mdd.db));
afterAll(() => mdd.close());

const start = (client: Client, id: string) => client.get(`/impersonate/${id}`);
const stop = (client: Client) => client.get('/impersonate/logout');
const me = (client: Client) => client.get('/auth/me');
const admin = () => mdd.anotherAs('admin');
const setGroups = (uciNetId: string, groups: string[]) =>
  mdd.db
    .updateTable('appUser')
    .set({ groups: JSON.stringify(groups) })
    .where('uciNetId', '=', uciNetId)
    .execute();

const asRegistrar = {
  serviceResult: {
    uciNetId: 'registrar',
    firstName: 'Robin',
    lastName: 'Alvarez',
    email: 'registrar@example.edu',
    authorities: [{ authority: 'manage:data' }],
    isImpersonatedUser: true,
    impersonator: {
      uciNetId: 'admin',
      firstName: 'Alex',
      lastName: 'Chen',
      authorities: ['impersonate:user', 'manage:data', 'view:about'].map((authority) => ({ authority })),
    },
  },
};
const oneself = { serviceResult: { uciNetId: 'admin', isImpersonatedUser: false, impersonator: null } };

describe('An impersonation', () => {
  test('acts as the other user, and names the real one, until it is stopped', async () => {
    const client = admin();
    const started = await start(client, 'registrar');
    expect(started).toMatchObject({ status: 200, headers: { 'cache-control': 'no-store' } });
    expect(started.body).toEqual(asRegistrar);
    expect((await me(client)).body).toEqual(asRegistrar);
    const stopped = await stop(client);
    expect(stopped).toMatchObject({ status: 200, body: oneself });
    expect(await me(client)).toMatchObject({ body: oneself });
  });

  test('finds a user regardless of the case of the ID', async () => {
    expect((await start(admin(), 'REGISTRAR')).body).toEqual(asRegistrar);
  });

  test('finds a user with any kind of space in the ID', async () => {
    const user = { uciNetId: 'kim lee', firstName: null, lastName: null, email: null, groups: '[]' };
    await mdd.db.insertInto('appUser').values(user).execute();
    expect(await start(admin(), 'kim%C2%A0lee')).toMatchObject({
      status: 200,
      body: { serviceResult: { uciNetId: 'kim lee' } },
    });
  });

  test('has the permissions of the other user, and no more', async () => {
    const client = admin();
    await start(client, 'viewer');
    expect(await client.get('/schools')).toMatchObject({ status: 200 });
    expect(await client.get('/degrees')).toMatchObject({ status: 403 });
    expect(await client.get('/version')).toMatchObject({ status: 403 });
    await stop(client);
    expect(await client.get('/degrees')).toMatchObject({ status: 200 });
    await start(client, 'support');
    expect(await client.get('/version')).toMatchObject({ status: 200 });
    expect(await client.get('/degrees')).toMatchObject({ status: 403 });
  });

  test('changes the session ID at its start and its end, and revokes the old one', async () => {
    const client = admin();
    const sessions = [await client.cookie('SESSION')];
    await start(client, 'viewer');
    sessions.push(await client.cookie('SESSION'));
    await stop(client);
    sessions.push(await client.cookie('SESSION'));
    expect(new Set(sessions).size).toBe(3);
    for (const old of sessions.slice(0, 2))
      expect(await mdd.as(null).get('/auth/me', { cookie: `SESSION=${old}` })).toMatchObject({ status: 401 });
    expect(await me(client)).toMatchObject({ status: 200 });
  });

  test('issues a cross-site token for the new session', async () => {
    const client = admin();
    const old = await client.cookie('XSRF-TOKEN');
    await start(client, 'registrar');
    expect(await client.post('/reports', { schoolCode: '9Z' }, { 'x-xsrf-token': old })).toMatchObject({
      status: 403,
      body: { errors: [{ code: 'CSRF_TOKEN_INVALID' }] },
    });
    expect(await client.post('/reports', { schoolCode: '9Z' })).toMatchObject({ status: 200 });
  });

  test('cannot be nested', async () => {
    const client = admin();
    await start(client, 'registrar');
    for (const id of ['viewer', 'admin', 'registrar', 'nobody'])
      expect(await start(client, id)).toMatchObject({
        status: 409,
        body: { errors: [{ code: 'ALREADY_IMPERSONATING' }] },
      });
    expect((await me(client)).body).toEqual(asRegistrar);
  });

  test.for(['admin', 'ADMIN', 'Admin'])('of the same user, as %s, is rejected', async (id) => {
    const client = admin();
    const session = await client.cookie('SESSION');
    expect(await start(client, id)).toMatchObject({
      status: 409,
      body: { errors: [{ code: 'IMPERSONATION_OF_ONESELF' }] },
    });
    expect(await client.cookie('SESSION')).toBe(session);
    expect(await me(client)).toMatchObject({ body: oneself });
  });

  test('finds a user by any ID that the provider can issue', async () => {
    for (const uciNetId of ['peter anteater', 'zoë', '{x}', '😀'.repeat(100)]) {
      await rememberUser(mdd.db, {
        uciNetId,
        firstName: null,
        lastName: null,
        email: null,
        groups: [],
      });
      const client = admin();
      expect(await start(client, encodeURIComponent(uciNetId))).toMatchObject({
        status: 200,
        body: { serviceResult: { uciNetId } },
      });
    }
  });

  test.for(['nobody', 'admin%20', '%25', '_', 'a'.repeat(101), '%00', '%0a', 'é'])(
    'of %s, an unknown user, is not found',
    async (id) => {
      expect(await start(admin(), id)).toMatchObject({
        status: 404,
        body: { errors: [{ code: 'USER_NOT_FOUND' }] },
      });
    },
  );

  test.for(['registrar', 'support', 'admin'])('of %s, who has more permissions, is forbidden', async (id) => {
    const helper = mdd.anotherAs('helper');
    const session = await helper.cookie('SESSION');
    expect(await start(helper, id)).toMatchObject({
      status: 403,
      body: { errors: [{ code: 'IMPERSONATION_FORBIDDEN' }] },
    });
    expect(await helper.cookie('SESSION')).toBe(session);
    expect(await me(helper)).toMatchObject({ body: { serviceResult: { isImpersonatedUser: false } } });
  });

  test('of someone with fewer permissions is allowed', async () => {
    const helper = mdd.anotherAs('helper');
    expect(await start(helper, 'viewer')).toMatchObject({
      status: 200,
      body: { serviceResult: { uciNetId: 'viewer', authorities: [], impersonator: { uciNetId: 'helper' } } },
    });
  });

  test('that never started can be stopped without effect', async () => {
    for (const user of ['admin', 'viewer'] as const) {
      const client = mdd.anotherAs(user);
      const session = await client.cookie('SESSION');
      expect(await stop(client)).toMatchObject({
        status: 200,
        body: { serviceResult: { uciNetId: user } },
      });
      expect(await client.cookie('SESSION')).toBe(session);
    }
  });

  test('ends at a logout, together with the session', async () => {
    const client = admin();
    await start(client, 'viewer');
    const session = await client.cookie('SESSION');
    await client.post('/auth/logout');
    expect(await mdd.as(null).get('/auth/me', { cookie: `SESSION=${session}` })).toMatchObject({
      status: 401,
    });
  });

  test('ends after one hour', async () => {
    const client = admin();
    await start(client, 'viewer');
    const since = (minutes: number) =>
      sql`update session set acting_since = now() - make_interval(mins => ${minutes}) where acting_as is not null`.execute(
        mdd.db,
      );
    await since(59);
    expect(await me(client)).toMatchObject({ body: { serviceResult: { uciNetId: 'viewer' } } });
    await since(61);
    expect(await me(client)).toMatchObject({ status: 200, body: oneself });
    expect(await client.get('/degrees')).toMatchObject({ status: 200 });
  });

  test('ends on a full disk too, where its user can still read', async () => {
    const client = admin();
    await start(client, 'viewer');
    await sql`update session set acting_since = now() - interval '61 minutes' where acting_as is not null`.execute(
      mdd.db,
    );
    await onFullDisk(mdd.db, async () => {
      expect(await me(client)).toMatchObject({ status: 200, body: oneself });
      expect(await client.get('/degrees')).toMatchObject({ status: 200 });
    });
  });

  test('does not lengthen the 12 hours of the session', async () => {
    const client = admin();
    await client.cookie('SESSION');
    await mdd.db.deleteFrom('session').where('uciNetId', '!=', 'admin').execute();
    await sql`update session set created_at = now() - interval '719 minutes'`.execute(mdd.db);
    await start(client, 'viewer');
    await sql`update session set created_at = created_at - interval '2 minutes'`.execute(mdd.db);
    expect(await me(client)).toMatchObject({ status: 401 });
  });

  test('ends when the permission to impersonate is removed', async () => {
    const client = admin();
    await start(client, 'viewer');
    await setGroups('admin', ['ITSEC:RegAdm VPN User']);
    expect(await me(client)).toMatchObject({ body: oneself });
    expect(await start(client, 'viewer')).toMatchObject({
      status: 403,
      body: { errors: [{ code: 'FORBIDDEN' }] },
    });
  });

  test('that has ended does not resume when the permission is restored', async () => {
    const client = admin();
    await start(client, 'viewer');
    await setGroups('viewer', ['ITSEC:RegAdm Impersonation']);
    await setGroups('admin', []);
    expect(await me(client)).toMatchObject({ body: oneself });
    await rememberDemonstrationUsers(mdd.db);
    expect(await me(client)).toMatchObject({ body: oneself });
  });

  test('ends when the other user gains a permission that the impersonator lacks', async () => {
    const client = mdd.anotherAs('helper');
    await start(client, 'viewer');
    await setGroups('viewer', ['ITSEC:RegAdm VPN User']);
    expect(await me(client)).toMatchObject({
      body: { serviceResult: { uciNetId: 'helper', isImpersonatedUser: false } },
    });
    expect(await client.get('/degrees')).toMatchObject({ status: 403 });
  });
});

describe('A change while impersonating', () => {
  test.for(Object.values(kinds))(
    'to a $kind names the real user, and is recorded with both',
    async ({ kind, key, savedBy }) => {
      const client = admin();
      await start(client, 'registrar');
      const item = await createItem(client, kind);
      expect(item[savedBy]).toBe('admin');
      await client.put(pathOf(kind, item), item);
      await client.delete(pathOf(kind, item));
      const log = await mdd.db
        .selectFrom('derived.changeLog')
        .select(['actor', 'actingAs', 'action'])
        .where('kind', '=', kind)
        .where('key', '=', String(item[key]))
        .orderBy('setNumber')
        .execute();
      expect(log).toEqual(
        ['created', 'updated', 'deleted'].map((action) => ({
          actor: 'admin',
          actingAs: 'registrar',
          action,
        })),
      );
    },
  );

  test('to a relationship names the real user', async () => {
    const client = admin();
    await start(client, 'registrar');
    const { schoolMajor } = relationshipKinds;
    const path = pathOfRelationship(
      schoolMajor,
      await createItem(client, 'school'),
      await createItem(client, 'major'),
    );
    expect(await client.post(path, aRelationship())).toMatchObject({
      status: 201,
      body: { lastModifiedBy: 'admin' },
    });
  });
});
