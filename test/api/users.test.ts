import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Someone } from '../../contract/history.ts';
import { rememberUser } from '../../server/auth/users.ts';
import { type Actor, change } from '../../server/db/changeTransaction.ts';
import { type TestApp, testApp } from '../support/app.ts';
import type { Client } from '../support/client.ts';
import { aSchool } from '../support/factories.ts';
import { demoUsers } from '../support/whoMay.ts';

// The users whom the screens show by name, and those whom one may act as.

let mdd: TestApp;
beforeAll(async () => {
  mdd = await testApp();
});
afterAll(() => mdd.close());

const listOf = async (client: Client, path: string) => {
  const { status, body } = await client.get<Someone[]>(path);
  expect(status).toBe(200);
  return body;
};
const users = () => listOf(mdd.as('registrar'), '/users');
const named = async (uciNetId: string) => (await users()).filter((user) => user.uciNetId === uciNetId);

let year = 2090;
/** Creates a term as a user, without the API. */
const changeAs = async (uciNetId: string, actor: Partial<Actor> = {}) => {
  year += 1;
  const term = { termYyyyst: `${year}92`, termLetterYear: `F${year}` };
  await change(mdd.db, { uciNetId, actingAs: null, requestId: uciNetId, ...actor }, async (trx) => {
    await trx.insertInto('term').values(term).execute();
  });
};

describe('The users', () => {
  test('are those who may change data, with their names, by ID', async () => {
    expect(await users()).toEqual([
      { uciNetId: 'admin', name: 'Alex Chen' },
      { uciNetId: 'registrar', name: 'Robin Alvarez' },
    ]);
  });

  test('include everyone who has changed data, real and impersonated, also without the permission today', async () => {
    await changeAs('support', { actingAs: 'helper' });
    expect((await users()).map(({ name }) => name)).toEqual([
      'Alex Chen',
      'Hana Okoye',
      'Robin Alvarez',
      'Sam Okafor',
    ]);
  });

  test('have the name of their last sign-in, and without one their ID alone', async () => {
    const user = { uciNetId: 'newest', email: null, groups: ['ITSEC:RegAdm VPN User'] };
    await rememberUser(mdd.db, { ...user, firstName: null, lastName: null });
    expect(await named('newest')).toEqual([{ uciNetId: 'newest', name: 'newest' }]);
    await rememberUser(mdd.db, { ...user, firstName: 'Noa', lastName: 'Levi' });
    expect(await named('newest')).toEqual([{ uciNetId: 'newest', name: 'Noa Levi' }]);
    await changeAs('ghost');
    expect(await named('ghost')).toEqual([{ uciNetId: 'ghost', name: 'ghost' }]);
  });

  test('include the accounts of commands, named as in their changes', async () => {
    await changeAs('operate', { origin: 'command' });
    expect(await named('operate')).toEqual([{ uciNetId: 'operate', name: 'Command' }]);
    await rememberUser(mdd.db, {
      uciNetId: 'operate',
      firstName: 'Olu',
      lastName: null,
      email: null,
      groups: [],
    });
    expect(await named('operate')).toEqual([{ uciNetId: 'operate', name: 'Olu' }]);
  });

  test('are all who filter the changes, and only they have a name there', async () => {
    await mdd.as('registrar').post('/schools', aSchool());
    const { body } = await mdd.as('registrar').get<{ changeSets: { actor: Someone | null }[] }>('/changes');
    const actors = body.changeSets.flatMap(({ actor }) => actor ?? []);
    expect(actors).toContainEqual({ uciNetId: 'registrar', name: 'Robin Alvarez' });
    const known = await users();
    for (const actor of actors) expect(known.map(({ uciNetId }) => uciNetId)).toContain(actor.uciNetId);
  });
});

describe.for(['admin', 'helper'] as const)('The users whom %s may act as', (real) => {
  test('are exactly those whom the server lets them act as', async () => {
    const listed = (await listOf(mdd.as(real), '/impersonate')).map(({ uciNetId }) => uciNetId);
    for (const uciNetId of [...demoUsers, 'newest', 'ghost']) {
      const client = mdd.anotherAs(real);
      const { status } = await client.get(`/impersonate/${uciNetId}`);
      expect(status === 200, uciNetId).toBe(listed.includes(uciNetId));
    }
    expect(listed).toContain('viewer');
    expect(listed).not.toContain(real);
  });

  test('are the same while they act as another one', async () => {
    const client = mdd.anotherAs(real);
    const before = await listOf(client, '/impersonate');
    await client.get('/impersonate/viewer');
    expect(await listOf(client, '/impersonate')).toEqual(before);
  });
});

test('a name is shown with each user whom one may act as', async () => {
  expect(await listOf(mdd.as('helper'), '/impersonate')).toContainEqual({
    uciNetId: 'viewer',
    name: 'Vic Moreno',
  });
});
