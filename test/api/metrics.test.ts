import { mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '../../scripts/ports.mjs';
import { change } from '../../server/db/changeTransaction.ts';
import { schema } from '../../server/db/migrate.ts';
import { type TestApp, testApp } from '../support/app.ts';

// The pool size of the tests' databases (test/support/database.ts).
const POOL = 4;

let mdd: TestApp;
let address: string;
const backupDirectory = mkdtempSync(join(tmpdir(), 'metrics-backups-'));
beforeAll(async () => {
  const port = await freePort();
  address = `http://127.0.0.1:${port}`;
  const config = { metrics: { port, host: '127.0.0.1' }, backupDirectory, buildCommit: '4f2a9c1' };
  mdd = await testApp({ listens: true, config, faults: true });
});
afterAll(async () => {
  await mdd.close();
  rmSync(backupDirectory, { recursive: true, force: true });
});

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

test('version, commit and schema step are exposed, so that instances can be compared', async () => {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
  expect(await samplesOf('build_info')).toEqual([`{version="${version}",commit="4f2a9c1"} 1`]);
  expect(await samplesOf('database_schema_step')).toEqual([String(schema.step)]);
});

test('the time of the last good backup is that of the newest finished file, 0 without one', async () => {
  const time = () => samplesOf('backup_last_success_timestamp_seconds');
  expect(await time()).toEqual(['0']);
  const backup = (name: string, at: number) => {
    writeFileSync(join(backupDirectory, name), '');
    utimesSync(join(backupDirectory, name), at, at);
  };
  backup('monday.gz', 1_796_000_000);
  backup('tuesday.gz', 1_796_086_400);
  backup('wednesday.gz.new', 1_796_172_800);
  expect(await time()).toEqual(['1796086400']);
  rmSync(backupDirectory, { recursive: true });
  expect(await time()).toEqual(['0']);
});

test('every metric that an alert of deploy/alerts.yml names exists, with its labels', async () => {
  const text = await (await fetch(`${address}/metrics`)).text();
  const expressions = [...readFileSync('deploy/alerts.yml', 'utf8').matchAll(/^ +expr: (.+)$/gm)].map(
    ([, expression = '']) => expression,
  );
  expect(expressions.length).toBeGreaterThan(10);
  for (const expression of expressions) {
    const selectors = [...expression.matchAll(/([a-z_0-9]+)\{([^}]*)\}/g)];
    expect(selectors, expression).not.toEqual([]);
    for (const [, name = '', labels = ''] of selectors) {
      // Prometheus adds these.
      if (name === 'up') continue;
      const own = [...labels.matchAll(/([a-z]+)[=!]/g)].flatMap(([, label]) =>
        label === 'job' ? [] : [label],
      );
      const samples = text.split('\n').filter((line) => new RegExp(`^${name}[{ ]`).test(line));
      expect(samples, expression).not.toEqual([]);
      for (const label of own) expect(samples[0], expression).toContain(`${label}="`);
      for (const [, cause = ''] of labels.matchAll(/(?:cause|reason)[!=]~"([^"]+)"/g))
        for (const value of cause.split('|')) expect(samples.join('\n'), expression).toContain(`="${value}"`);
    }
  }
});

test('the application port has no metrics, and the metrics port has nothing else', async () => {
  expect(await mdd.as('admin').send('GET', '/metrics')).toMatchObject({ status: 404 });
  expect((await fetch(`${address}/mdsd/api/schools`)).status).toBe(404);
  expect((await fetch(`${address}/metrics`, { method: 'POST' })).status).toBe(404);
});
