import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '../support/app.ts';
import { freePort } from '../support/ports.ts';

let mdd: TestApp;
let address: string;
beforeAll(async () => {
  const port = await freePort();
  address = `http://127.0.0.1:${port}`;
  mdd = await testApp({ listens: true, config: { metrics: { port, host: '127.0.0.1' } } });
});
afterAll(() => mdd.close());

test('response times are exposed to Prometheus on a separate port, by route and status', async () => {
  await mdd.as('registrar').get('/schools/9Z');
  const answer = await fetch(`${address}/metrics`);
  expect(answer.headers.get('content-type')).toContain('text/plain');
  const text = await answer.text();
  expect(text).toContain(
    'http_request_duration_seconds_count{method="GET",route="/mdsd/api/schools/:schoolCode",status="404"} 1',
  );
  expect(text).toContain('process_resident_memory_bytes');
});

test('the application port has no metrics, and the metrics port has nothing else', async () => {
  expect(await mdd.as('admin').send('GET', '/metrics')).toMatchObject({ status: 404 });
  expect((await fetch(`${address}/mdsd/api/schools`)).status).toBe(404);
  expect((await fetch(`${address}/metrics`, { method: 'POST' })).status).toBe(404);
});
