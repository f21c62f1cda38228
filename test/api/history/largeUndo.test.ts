import { once } from 'node:events';
import { type ClientRequest, request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { ChangeSet, ChangeSets } from '../../../contract/history.ts';
import { type TestApp, testApp } from '../../support/app.ts';
import { aDepartment, aSchool } from '../../support/factories.ts';
import { slowDown, speedUp } from '../../support/slowDown.ts';

// A slow undo: the responses to other requests, and its end if its caller disconnects (contract 9).

let mdd: TestApp;
let id: string;
let path: string;
beforeAll(async () => {
  mdd = await testApp({ sample: true, listens: true, faults: true });
});
afterAll(() => mdd.close());

const registrar = () => mdd.as('registrar');
const newest = async () => {
  const { body } = await registrar().get<ChangeSets>('/changes?limit=1');
  return body.changeSets[0] as ChangeSet;
};

beforeEach(async () => {
  const { body } = await registrar().post<{ deptKey: number }>('/departments', aDepartment());
  path = `/departments/${body.deptKey}`;
  ({ id } = await newest());
});

afterEach(async () => void (await speedUp(mdd.db)));

test('Without a body it completes; a save that waits too long behind it gets an error, and the instance stays ready', async () => {
  await slowDown(mdd.db, 'delete', 12);
  const undoing = once(await sendUndo(), 'response');
  await wait(1_000);
  const [saved, ready] = await Promise.all([
    registrar().post('/schools', aSchool()),
    mdd.as(null).send('GET', '/mdsd/readyz'),
  ]);
  expect(ready).toMatchObject({ status: 200 });
  expect(saved).toMatchObject({
    status: 503,
    headers: { 'retry-after': '10' },
    body: {
      errors: [
        {
          code: 'LARGE_CHANGE',
          message: 'A large change is being saved, so this could not be done. Try again in a minute.',
        },
      ],
    },
  });
  const [response] = await undoing;
  expect(response.statusCode).toBe(201);
  response.resume();
  expect(await registrar().get(path)).toMatchObject({ status: 404 });
  expect(await registrar().post('/schools', aSchool())).toMatchObject({ status: 201 });
}, 120_000);

/** Sends an undo without a body over its own connection. */
async function sendUndo(): Promise<ClientRequest> {
  const client = mdd.anotherAs('registrar');
  const [session, token] = [await client.cookie('SESSION'), await client.cookie('XSRF-TOKEN')];
  const sent = request(`http://127.0.0.1:${mdd.config.port}/mdsd/api/changes/${id}/undo`, {
    method: 'POST',
    headers: { cookie: `SESSION=${session}; XSRF-TOKEN=${token}`, 'x-xsrf-token': token },
  });
  sent.on('error', () => {});
  sent.end();
  return sent;
}

test('It is rolled back if its caller closes the connection before the commit', async () => {
  await slowDown(mdd.db, 'delete', 3);
  const before = await newest();
  const sent = await sendUndo();
  await wait(1_500);
  sent.destroy();
  // The next writer runs after the undo has ended.
  expect(await registrar().post('/schools', aSchool())).toMatchObject({ status: 201 });
  expect(await registrar().get(path)).toMatchObject({ status: 200 });
  expect(await registrar().get(`/changes/${before.id}`)).toMatchObject({
    body: { changeSet: { undoneBy: null } },
  });
}, 120_000);
