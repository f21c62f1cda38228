import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { limits } from '../../../../server/runtime/limits.ts';
import { type TestApp, testApp } from '../../../support/app.ts';
import { openTransaction } from '../../../support/openTransaction.ts';

// Reports that wait while others run, and whose callers disconnect.

let mdd: TestApp;
let headers: Record<string, string>;
beforeAll(async () => {
  mdd = await testApp({ listens: true, faults: true });
  const viewer = mdd.as('viewer');
  headers = {
    'content-type': 'application/json',
    cookie: `SESSION=${await viewer.cookie('SESSION')}`,
    'x-xsrf-token': String(await viewer.cookie('XSRF-TOKEN')),
  };
});
afterAll(() => mdd.close());

interface PendingReport {
  request: ClientRequest;
  status: Promise<number | undefined>;
}

/** Requests a report with a filter that no other test has. */
function ask(majorTitle: string): PendingReport {
  const asked = request(`${mdd.config.publicUrl}/mdsd/api/reports`, {
    method: 'POST',
    headers,
    agent: false,
  });
  const { promise, resolve } = Promise.withResolvers<number | undefined>();
  asked.on('response', (response: IncomingMessage) => resolve(response.resume().statusCode));
  asked.on('error', () => resolve(undefined));
  asked.end(JSON.stringify({ majorTitle }));
  return { request: asked, status: promise };
}

const askMany = (name: string, many: number) =>
  Array.from({ length: many }, (_none, at) => ask(`${name} ${at}`));

/** Lets reports begin, but not end, until the returned function is called. */
const holdReports = () => openTransaction(mdd.db, sql`lock table major in access exclusive mode`);

/** The number of open connections of the server, one for each pending request. */
const openRequests = () => promisify(mdd.app.server.getConnections.bind(mdd.app.server))();

test('give their places in the queue to others', async () => {
  const release = await holdReports();
  const left = askMany('left', limits.requestsOfOne);
  await expect.poll(openRequests).toBe(left.length);
  // Long enough for all of them to be read and to wait.
  await wait(1_000);
  for (const { request } of left) request.destroy();
  await expect.poll(openRequests).toBe(0);
  const others = askMany('others', 10);
  setTimeout(() => void release(), 1_000);
  expect(await Promise.all(others.map(({ status }) => status))).toEqual(others.map(() => 200));
}, 120_000);

test('leave the report to other callers that wait for it', async () => {
  const release = await holdReports();
  const running = askMany('running', limits.reportsAtOnce);
  await wait(300);
  const first = ask('the same');
  await wait(300);
  const second = ask('the same');
  await wait(300);
  first.request.destroy();
  await wait(300);
  const third = ask('the same');
  await release();
  expect(await Promise.all([...running, second, third].map(({ status }) => status))).toEqual([
    200, 200, 200, 200,
  ]);
}, 120_000);
