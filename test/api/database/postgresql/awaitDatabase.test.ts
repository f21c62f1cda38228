import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { freePort } from '../../../../scripts/ports.mjs';
import { addressOf } from '../../../support/cluster.ts';
import { type Cluster, ownCluster, query } from '../../../support/ownCluster.ts';
import { ownEnvironment } from '../../../support/ownEnvironment.ts';
import { required } from '../../../support/required.ts';
import { launch, type ServerProcess, start } from '../../../support/serverProcess.ts';
import { signIn } from '../../../support/testUser.ts';
import { until } from '../../../support/until.ts';

// A server that starts while PostgreSQL does not respond.

let cluster: Cluster;
let isHalted = false;
const servers: ServerProcess[] = [];
beforeAll(async () => {
  cluster = await ownCluster();
});
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.kill()));
  if (isHalted) await resume();
});
afterAll(() => cluster.stop());

async function halt(): Promise<void> {
  await cluster.halt('fast');
  isHalted = true;
}
async function resume(): Promise<void> {
  await cluster.resume();
  isHalted = false;
}

async function starts(settings: NodeJS.ProcessEnv = {}, DATABASE_URL = cluster.url): Promise<ServerProcess> {
  const server = await launch({ DATABASE_URL }, { SAMPLE_DATA: 'false', ...settings });
  servers.push(server);
  return server;
}
const waiting = (server: ServerProcess) =>
  until('the server waits', () => server.log().includes('Waiting for PostgreSQL'));
const linesWith = (server: ServerProcess, words: string) =>
  server
    .log()
    .split('\n')
    .filter((line) => line.includes(words));
const statusOf = async (server: ServerProcess, path: string) =>
  (await fetch(`${server.origin}${server.base}${path}`)).status;

/** The responses to requests of all sorts, as far as they do not differ each time. */
async function responses({ origin, base }: ServerProcess, cookie: string): Promise<unknown[]> {
  const requests: [string, string, RequestInit?][] = [
    ['a health check', '/readyz'],
    ['the process', '/healthz'],
    ['a page', '/school'],
    ['the page of the API', '/api/docs'],
    ['a read', '/api/schools', { headers: { cookie } }],
    ['a read without a session', '/api/schools'],
    ['a save', '/api/schools', { method: 'POST', headers: { cookie }, body: '{}' }],
    ['the user', '/api/auth/me', { headers: { cookie } }],
    ['a sign-in', '/api/auth/start', { redirect: 'manual' }],
    ['a return from the provider', '/api/auth/callback?code=x&state=y', { redirect: 'manual' }],
    ['no request', '/api/nothing'],
  ];
  return await Promise.all(
    requests.map(async ([what, path, init]) => {
      const { status, headers, ...response } = await fetch(origin + base + path, init).then(
        async (reply) => ({ status: reply.status, headers: reply.headers, body: await reply.text() }),
      );
      const sent = ['content-type', 'retry-after', 'cache-control'].map((name) => headers.get(name));
      const body = response.body.replaceAll(/[\da-f]{8}-[\da-f-]{27}|\d{4}-\d\d-\d\dT[\d:.]+Z/g, '…');
      return { what, status, sent, body: status === 302 ? '' : body };
    }),
  );
}

test('it listens, responds as when the database is lost, and serves as soon as the database is there', {
  timeout: 300_000,
}, async () => {
  const running = await start({ DATABASE_URL: cluster.url }, { SAMPLE_DATA: 'false' });
  servers.push(running);
  const registrar = await signIn(running, 'registrar');
  const cookie = `SESSION=${registrar.cookies.SESSION}`;
  registrar.close();
  await halt();
  await expect.poll(() => statusOf(running, '/readyz')).toBe(503);
  const lost = await responses(running, cookie);
  await running.kill();

  const server = await starts({ METRICS_PORT: String(await freePort()), PORT: String(running.port) });
  await waiting(server);
  expect(await responses(server, cookie)).toEqual(lost);
  expect(lost).toContainEqual(
    expect.objectContaining({ what: 'a read', status: 503, sent: expect.arrayContaining(['2']) }),
  );
  expect(lost).toContainEqual(expect.objectContaining({ what: 'a page', status: 200 }));

  // It tries every two seconds, and logs that once.
  await new Promise((resolve) => setTimeout(resolve, 5_000));
  const { host } = new URL(cluster.url);
  expect(linesWith(server, 'Waiting for')).toEqual([
    `Waiting for PostgreSQL postgres at ${host}. The database at DATABASE_URL cannot be reached (connect ECONNREFUSED ${host}): start it, or correct DATABASE_URL.`,
  ]);
  const since = performance.now();
  await resume();
  await server.ready();
  expect(performance.now() - since).toBeLessThan(15_000);
  expect(linesWith(server, ', schema step ')).toHaveLength(1);
  const again = await signIn(server, 'registrar');
  expect(await again.get('/schools')).toMatchObject({ status: 200 });
  again.close();
  expect(await server.stop()).toBe(0);
});

test('in production, the log has one line about it', { timeout: 120_000 }, async () => {
  await halt();
  const server = await starts({ NODE_ENV: 'production', ...required, LOG_LEVEL: undefined });
  await waiting(server);
  const [line = ''] = linesWith(server, 'Waiting for');
  expect(JSON.parse(line)).toMatchObject({
    level: 40,
    msg: expect.stringMatching(/^Waiting for PostgreSQL/),
  });
});

test('a rejection that comes later ends it with the code for wrong settings', {
  timeout: 120_000,
}, async () => {
  await query(cluster.url, 'create database later');
  await halt();
  const server = await starts({}, addressOf(cluster.url, 'missing'));
  await waiting(server);
  const ended = once(server.process, 'exit');
  await resume();
  expect(await ended).toEqual([3, null]);
  expect(
    linesWith(server, 'The database rejected the login (database "missing" does not exist)'),
  ).toHaveLength(1);
});

test.for([
  [
    'a role that does not exist',
    (url: string) => url.replace('postgres@', 'nobody:secret@'),
    /role "nobody" does not exist/,
  ],
  [
    'a database that does not exist',
    (url: string) => addressOf(url, 'missing'),
    /database "missing" does not exist/,
  ],
] as const)(
  '%s ends the start at once with the code for wrong settings',
  { timeout: 60_000 },
  async ([, change, why]) => {
    const server = await starts({}, change(cluster.url));
    expect(await once(server.process, 'exit')).toEqual([3, null]);
    expect(server.log()).toMatch(why);
    expect(server.log()).not.toContain('secret');
  },
);

test('it can be stopped while it waits, also by the end of npm', { timeout: 120_000 }, async () => {
  await halt();
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    const server = await starts();
    await waiting(server);
    server.process.kill(signal);
    expect(await once(server.process, 'exit')).toEqual([0, null]);
  }
  const child = spawn(process.execPath, ['server/main.ts'], {
    env: { ...ownEnvironment(), PORT: String(await freePort()), DATABASE_URL: cluster.url },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  let output = '';
  child.stdout?.on('data', (part: Buffer) => {
    output += part.toString();
  });
  await until('it waits', () => output.includes('Waiting for PostgreSQL'));
  child.disconnect();
  expect(await once(child, 'exit')).toEqual([0, null]);
});
