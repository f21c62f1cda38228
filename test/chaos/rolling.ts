import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { freePort } from '../../scripts/ports.mjs';
import { expectThat } from '../support/expectThat.ts';
import { query } from '../support/ownCluster.ts';
import { Proxy, proxiesAreThere, proxyNames } from '../support/proxies.ts';
import { Releases } from '../support/releases.ts';
import { launch, type Place, type ServerProcess } from '../support/serverProcess.ts';
import { signIn, TestUser } from '../support/testUser.ts';
import { until } from '../support/until.ts';
import type { Run, Scenario } from './scenario.ts';
import { Clients } from './support/clients.ts';
import { Visitors } from './support/visitors.ts';

// docs/OPERATION.md says so under Replacing instances: both proxies use an instance again this long after it is ready.
const PAUSE = 6_000;

/** Instances are replaced one after the other by those of another release, as the documents say, while users work. */
export const rolling: Scenario = {
  name: 'rolling',
  promise:
    'Instances behind nginx and HAProxy are replaced by those of another release under load: no request fails, and no page lacks a file.',
  engines: ['postgresql'],
  async run(run) {
    if (!proxiesAreThere()) {
      expectThat(
        !process.env.CI,
        'nginx and HAProxy are missing: install the packages nginx-light and haproxy',
      );
      return ['skipped, because nginx and HAProxy are missing'];
    }
    const releases = new Releases();
    run.atEnd(() => releases.delete());
    const place = await run.newPlace();
    const ports = [await freePort(), await freePort()] as const;
    const instances = await Promise.all(
      ports.map((port) => instance(run, place, port, releases, releases.older)),
    );
    const [first] = instances as [ServerProcess];
    // The demonstration provider keeps a pending sign-in in memory, so signing in must stay at one server.
    const registrar = await signIn(first, 'registrar');
    run.atEnd(() => registrar.close());
    const proxies = await Promise.all(proxyNames.map((name) => Proxy.open(name, ports)));
    run.atEnd(async () => void (await Promise.all(proxies.map((proxy) => proxy.close()))));
    for (const proxy of proxies) await followsItsExample(proxy, registrar);
    const savesBefore = await savesIn(place);
    const groups = proxies.map((proxy) => new Clients(run, registrar, proxy));
    const visitors = proxies.map((proxy) => new Visitors(proxy));
    for (const group of [...groups, ...visitors]) group.begin();
    await upgrade(place, releases);
    const rounds = run.short ? 1 : 5;
    for (let round = 0; round < rounds; round += 1) {
      // In each other round the way back.
      const release = round % 2 === 0 ? releases.newer : releases.older;
      for (const [at, port] of ports.entries()) {
        if (round + at > 0) await wait(PAUSE);
        await end(instances[at] as ServerProcess, proxies);
        instances[at] = await instance(run, place, port, releases, release);
      }
    }
    await Promise.all(groups.map((group) => group.end()));
    const saves = (await savesIn(place)) - savesBefore;
    const acknowledged = groups.reduce((sum, { saved }) => sum + saved, 0);
    expectThat(
      saves === acknowledged,
      `${acknowledged} saves were acknowledged, and ${saves} are in the log`,
    );
    const figures: string[] = [];
    for (const group of visitors) figures.push(await group.end());
    for (const group of groups) figures.push(await group.check(place));
    await Promise.all(instances.map((one) => one.stop()));
    return figures;
  },
};

/**
 * Over http, pages are redirected to the name of the example, whatever the request says, and calls are refused in each form
 * that the application reads as one. The access log has our request IDs.
 */
async function followsItsExample(proxy: Proxy, registrar: TestUser): Promise<void> {
  // Exactly as written: `fetch` would correct the path.
  const plainly = async (path: string) => {
    const sent = request({
      port: proxy.plainPort,
      host: '127.0.0.1',
      path,
      headers: { host: 'evil.example' },
    });
    const [response] = (await once(sent.end(), 'response')) as [IncomingMessage];
    response.resume();
    return `${response.statusCode} ${response.headers.location ?? ''}`;
  };
  for (const page of ['/mdsd/', '/mdsd/school/%2F?asOf=202592', '/other']) {
    const result = await plainly(page);
    const wanted = `301 https://mdsd.example.edu${page}`;
    expectThat(result === wanted, `${proxy.name} returns ${page} over http with ${result}`);
  }
  for (const call of [
    '/mdsd/api/auth/me',
    '/mdsd/%61pi/auth/me',
    '/%6ddsd/api/auth/me',
    '//mdsd/api/auth/me',
    '/mdsd//api/auth/me',
    '/mdsd/./api/auth/me',
    '/mdsd/%2e/api/auth/me',
    '/mdsd/x/../api/auth/me',
    '/mdsd/x/%2e%2e/api/auth/me',
  ]) {
    const result = await plainly(call);
    expectThat(result === '403 ', `${proxy.name} returns ${call} over http with ${result}`);
  }
  const user = registrar.through(proxy);
  const { headers } = await user.get('/auth/me');
  await until(`${proxy.name} logs the request ID`, () =>
    proxy.log().includes(String(headers['x-request-id'])),
  );
  user.close();
}

async function instance(
  run: Run,
  place: Place,
  port: number,
  releases: Releases,
  release: string,
): Promise<ServerProcess> {
  const settings = {
    PORT: String(port),
    TRUST_PROXY: 'true',
    SESSION_SECRET: 'the same on each, the same on each',
    DRAIN_SECONDS: undefined,
    ...releases.settings,
  };
  const product = await launch(place, settings, releases.folderOf(release));
  run.atEnd(() => product.kill());
  await product.ready();
  return product;
}

/** Stops an instance, and lets nginx notice. */
async function end(product: ServerProcess, proxies: readonly Proxy[]): Promise<void> {
  const stopped = product.stop();
  const nginx = new TestUser(proxies.find(({ name }) => name === 'nginx') as Proxy);
  for (let times = 0; times < 10; times += 1) {
    const { status } = await nginx.send('GET', `${nginx.at.base}/readyz`);
    expectThat(status === 200, `nginx returned ${status} for /readyz`);
  }
  nginx.close();
  const exitCode = await stopped;
  expectThat(exitCode === 0, `A replaced instance ended with ${exitCode}: ${product.log().slice(-500)}`);
}

/** `npm run upgrade` of the newer release, while the instances of the older one run. */
async function upgrade(place: Place, releases: Releases): Promise<void> {
  const { stdout } = await promisify(execFile)(process.execPath, ['server/cli/upgrade.ts'], {
    cwd: releases.folderOf(releases.newer),
    env: { ...process.env, ...place },
  });
  expectThat(stdout.includes('The schema is up to date.'), `The upgrade printed ${stdout}`);
}

async function savesIn(place: Place): Promise<number> {
  expectThat('DATABASE_URL' in place, 'Several instances need PostgreSQL');
  const [row] = await query<{ sets: number }>(
    place.DATABASE_URL,
    `select count(*)::int as sets from change_set where origin = 'form'`,
  );
  return row?.sets ?? 0;
}
