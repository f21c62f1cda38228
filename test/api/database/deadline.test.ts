import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { limits } from '../../../server/runtime/limits.ts';
import { type TestApp, testApp } from '../../support/app.ts';
import { createItem } from '../../support/kinds.ts';
import { openTransaction } from '../../support/openTransaction.ts';

// A request that timed out has no effect, neither before the response nor later.

let mdd: TestApp;
beforeAll(async () => {
  mdd = await testApp({ faults: true });
});
afterAll(() => mdd.close());

const registrar = () => mdd.as('registrar');
const MARGIN = 1_000;

test('changes that wait for a long transaction time out, and are not saved when it ends', async () => {
  const items = await Promise.all(Array.from({ length: 40 }, () => createItem(registrar(), 'department')));
  const paths = items.map(({ deptKey }) => `/departments/${String(deptKey)}`);
  const began = performance.now();
  const asked = paths.map((path, at) =>
    at % 2 === 0
      ? registrar().delete(path)
      : registrar().put(`${path}?overrideWarnings=true`, { title7: 'LATE', title: 'Later' }),
  );
  // By now some callers have been authenticated; their changes then wait for the lock.
  await wait(10);
  const release = await openTransaction(mdd.db, sql`lock table department, school in exclusive mode`);
  const responses = await Promise.all(asked);
  expect(performance.now() - began).toBeLessThan(limits.work + MARGIN);
  await release();
  // There is one writer at a time, so any pending change completes before this one.
  await createItem(registrar(), 'department');
  const refused = responses.filter(({ status }) => status === 503);
  expect(refused.length).toBeGreaterThan(0);
  for (const { headers } of refused) expect(headers['retry-after']).toBe('2');
  for (const [at, { status }] of responses.entries()) {
    const there = await registrar().get(paths[at] ?? '');
    if (status === 204) expect(there.status).toBe(404);
    else
      expect(there).toMatchObject({
        status: 200,
        body: { department: status === 200 ? { version: 2, title: 'Later' } : { version: 1 } },
      });
  }
}, 120_000);

test('a request that waits but is served in time takes full effect', async () => {
  const { deptKey } = await createItem(registrar(), 'department');
  const release = await openTransaction(mdd.db, sql`lock table department, school in exclusive mode`);
  const deletion = registrar().delete(`/departments/${String(deptKey)}`);
  setTimeout(() => void release(), 2_000);
  expect((await deletion).status).toBe(204);
  expect((await registrar().get(`/departments/${String(deptKey)}`)).status).toBe(404);
}, 120_000);

test('a list that took too long for one caller is ready for the next', async () => {
  const begun = Promise.withResolvers<void>();
  const openTransaction = mdd.db.transaction().execute(async (trx) => {
    await sql`set local idle_in_transaction_session_timeout = '60s'`.execute(trx);
    await sql`lock table department in access exclusive mode`.execute(trx);
    begun.resolve();
    await wait(limits.work + MARGIN);
  });
  await begun.promise;
  const first = registrar().get('/departments');
  expect(await first).toMatchObject({ status: 503 });
  await openTransaction;
  expect(await registrar().get('/departments')).toMatchObject({ status: 200 });
}, 120_000);
