import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '../../scripts/ports.mjs';
import { change } from '../../server/db/changeTransaction.ts';
import { type TestApp, testApp } from '../support/app.ts';

// The pool size of the tests' databases (test/support/database.ts).
const POOL = 4;

let mdd: TestApp;
let address: string;
beforeAll(async () => {
  const port = await freePort();
  address = `http://127.0.0.1:${port}`;
  mdd = await testApp({ listens: true, config: { metrics: { port, host: '127.0.0.1' } }, faults: true });
});
afterAll(() => mdd.close());

test('response times are exposed to Prometheus on a separate port, by route and status', async () => {
  await mdd.as('registrar').get('/schools/9Z');
  const response = await fetch(`${address}/metrics`);
  expect(response.headers.get('content-type')).toContain('text/plain');
  const text = await response.text();
  expect(text).toContain(
    'http_request_duration_seconds_count{method="GET",route="/mdsd/api/schools/:schoolCode",status="404"} 1',
  );
  expect(text).toContain('process_resident_memory_bytes');
});

/** The samples of a metric, each as its labels and value. */
async function samplesOf(name: string): Promise<string[]> {
  const text = await (await fetch(`${address}/metrics`)).text();
  expect(text).toMatch(new RegExp(`^# TYPE ${name} (gauge|counter)$`, 'm'));
  return text
    .split('\n')
    .filter((line) => line.startsWith(`${name}{`) || line.startsWith(`${name} `))
    .map((line) => line.slice(name.length).trim());
}

test('the connections of the database are counted: used, idle, and requests that wait', async () => {
  await mdd.as('registrar').get('/schools');
  const open = mdd.database.engine.name === 'embedded' ? 1 : POOL;
  expect(await samplesOf('database_connections_used')).toEqual(['0']);
  const ended = Promise.withResolvers<void>();
  const holding = Array.from({ length: open + 2 }, () => mdd.db.connection().execute(() => ended.promise));
  await expect.poll(() => samplesOf('database_connections_used')).toEqual([String(open)]);
  expect(await samplesOf('database_connections_waiting')).toEqual(['2']);
  expect(await samplesOf('database_connections_idle')).toEqual(['0']);
  ended.resolve();
  await Promise.all(holding);
  expect(await samplesOf('database_connections_waiting')).toEqual(['0']);
  expect(await samplesOf('database_connections_idle')).toEqual([String(open)]);
});

test('the changes that wait for the writer lock or hold it are counted', async () => {
  const ended = Promise.withResolvers<void>();
  const changing = ['one', 'two'].map((requestId) =>
    change(mdd.db, { uciNetId: 'registrar', actingAs: null, requestId }, () => ended.promise),
  );
  expect(await samplesOf('database_changes')).toEqual(['2']);
  ended.resolve();
  await Promise.all(changing);
  expect(await samplesOf('database_changes')).toEqual(['0']);
});

test('rejected sign-ins are counted by reason', async () => {
  expect(await samplesOf('sign_ins_refused_total')).toContain('{reason="cookieless"} 0');
  await mdd.as(null).get('/auth/callback?state=x&code=y');
  await mdd.as(null).get('/auth/callback?state=x&code=y');
  expect(await samplesOf('sign_ins_refused_total')).toContain('{reason="cookieless"} 2');
});

test('failed requests are counted by cause, and the database is up until it is gone', async () => {
  const failures = () => samplesOf('http_requests_failed_total');
  expect(await failures()).toContain('{cause="fault"} 0');
  await mdd.db.schema.alterTable('term').renameTo('term_away').execute();
  await mdd.as('registrar').get('/lookups/terms');
  await mdd.db.schema.alterTable('term_away').renameTo('term').execute();
  expect(await failures()).toContain('{cause="fault"} 1');
  expect(await failures()).toContain('{cause="database"} 0');
  expect(await samplesOf('database_up')).toEqual(['1']);
});

test('the application port has no metrics, and the metrics port has nothing else', async () => {
  expect(await mdd.as('admin').send('GET', '/metrics')).toMatchObject({ status: 404 });
  expect((await fetch(`${address}/mdsd/api/schools`)).status).toBe(404);
  expect((await fetch(`${address}/metrics`, { method: 'POST' })).status).toBe(404);
});
