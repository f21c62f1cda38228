import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { chromium } from '@playwright/test';
import { installedBrowser } from '../../scripts/browser.mjs';
import { freePort } from '../../scripts/ports.mjs';
import { SAMPLE_PAUSE } from '../chaos/support/clients.ts';
import { Writers } from '../chaos/support/writers.ts';
import { trusting } from '../support/authority.ts';
import { addressOf } from '../support/cluster.ts';
import { expectThat } from '../support/expectThat.ts';
import { LemonLdap } from '../support/lemonldap.ts';
import { type Cluster, ownCluster } from '../support/ownCluster.ts';
import { ownEnvironment } from '../support/ownEnvironment.ts';
import { Proxy, proxiesAreThere } from '../support/proxies.ts';
import { type Scenario, scenarioTest } from '../support/scenarioTest.ts';
import { launch, type Place, type ServerProcess, start } from '../support/serverProcess.ts';
import { signIn, TestUser } from '../support/testUser.ts';
import { until } from '../support/until.ts';

// The databases and roles that deploy/roles.sql creates.
const DATABASE = 'major_degree';
const ELSEWHERE = 'major_degree_restored';
// From docs/OPERATION.md, Upgrade: nginx uses an instance again this long after it is ready.
const PAUSE = 6_000;

/** Follows the documents like an operator, from a trial to production, with the needed programs. */
scenarioTest(
  'From a trial to two instances behind nginx with TLS and a real identity provider, by the documents: all of it works.',
  async (run) => {
    if (!proxiesAreThere() || !LemonLdap.isThere()) {
      expectThat(!process.env.CI, 'nginx, HAProxy or LemonLDAP::NG cannot be installed');
      return ['skipped, because nginx, HAProxy or LemonLDAP::NG is missing'];
    }
    const folder = mkdtempSync(join(tmpdir(), 'installation-'));
    run.atEnd(() => rmSync(folder, { recursive: true, force: true }));
    const cluster = await ownCluster();
    run.atEnd(() => cluster.stop());
    const urlOf = (role: string, name: string) => {
      const url = new URL(addressOf(cluster.url, name));
      url.username = role;
      return url.href;
    };
    const owner = urlOf('major_degree_owner', DATABASE);
    const application = urlOf('major_degree', DATABASE);
    const figures: string[] = [];

    const trial = await backupOfTrial(run, join(folder, 'trial'), join(folder, 'trial.gz'));
    figures.push('a trial with the embedded database, backed up while in use');

    makeDatabase(cluster);
    await command('restore', owner, join(folder, 'trial.gz'));
    await command('upgrade', owner);
    await command('verify', owner, trial);
    figures.push('deploy/roles.sql, restored into PostgreSQL by the owner, upgraded, verified');

    const ports = [await freePort(), await freePort()] as const;
    const proxy = await Proxy.open('nginx', ports);
    run.atEnd(() => proxy.close());
    const provider = await LemonLdap.open(
      { origin: proxy.origin, basePath: proxy.base },
      { groups: { regadm: "$uid eq 'dwho'" }, netId: '$uid' },
    );
    run.atEnd(() => provider.close());
    const settings = {
      NODE_ENV: 'production',
      PUBLIC_URL: proxy.origin,
      TRUST_PROXY: 'true',
      SESSION_SECRET: run.random.code(40),
      OIDC_ISSUER: provider.issuer,
      OIDC_CLIENT_ID: provider.clientId,
      OIDC_CLIENT_SECRET: provider.clientSecret,
      NODE_EXTRA_CA_CERTS: provider.authority,
      GROUP_PERMISSIONS: JSON.stringify({ regadm: ['manage:data'] }),
      DRAIN_SECONDS: undefined,
    };
    const place = { DATABASE_URL: application };
    const instances = await Promise.all(ports.map((port) => begin(run, place, port, settings)));
    figures.push('two instances in production behind deploy/nginx.conf with TLS');

    const registrar = await signInByBrowser(run, proxy, provider, instances);
    figures.push(
      'signed in at LemonLDAP::NG by browser, name and permissions from UserInfo, found in the log',
    );

    const writers = new Writers(registrar, run.random.fork(), SAMPLE_PAUSE);
    writers.begin(proxy);
    await writers.served();
    await command('backup', application, join(folder, 'production.gz'));
    makeDatabase(cluster, '-v', `database=${ELSEWHERE}`);
    const restored = urlOf('major_degree_owner', ELSEWHERE);
    await command('restore', restored, join(folder, 'production.gz'));
    await command('verify', restored);
    await startsAt(run, { DATABASE_URL: urlOf('major_degree', ELSEWHERE) }, settings);
    figures.push('backed up while users save, restored into a second database, verified, started there');

    for (const [at, port] of ports.entries()) {
      if (at > 0) await wait(PAUSE);
      await stopped(instances[at] as ServerProcess, proxy);
      instances[at] = await begin(run, place, port, settings);
    }
    await writers.end();
    const { acknowledged, unavailable, broken } = writers.tally;
    expectThat(
      unavailable + broken === 0,
      `${unavailable} saves got a 503, ${broken} no response: ${proxy.problems()}`,
    );
    await writers.check(proxy);
    await writers.audit(place);
    registrar.close();
    figures.push(`both instances replaced in turn during ${acknowledged} saves, 0 failed, 0 lost`);

    for (const instance of instances) {
      expectThat(
        (await instance.stop()) === 0,
        `An instance did not stop in order: ${instance.log().slice(-500)}`,
      );
      everyLineIsJson(instance);
    }
    figures.push('every line of both logs is JSON');
    return figures;
  },
);

/** A trial by the README. Returns the head of the change log that its backup prints. */
async function backupOfTrial(run: Scenario, directory: string, file: string): Promise<string> {
  const trial = await start({ DATA_DIR: directory });
  run.atEnd(() => trial.kill());
  const registrar = await signIn(trial, 'registrar');
  const saved = await registrar.post('/departments', { title7: 'TRIAL', title: 'Tried out' });
  expectThat(saved.status === 201, `A save returns ${saved.status}: ${saved.text}`);
  registrar.close();
  const { stdout } = await operate('backup', { DATA_DIR: directory }, file);
  await trial.stop();
  return /npm run verify -- (\S+)/.exec(stdout)?.[1] ?? '';
}

/** Runs deploy/roles.sql by OPERATION.md. */
function makeDatabase(cluster: Cluster, ...given: string[]): void {
  const psql = ['-X', '-q', ...given, '-f', 'deploy/roles.sql', cluster.url];
  const env = { ...ownEnvironment(), OWNER_PASSWORD: 'one', APPLICATION_PASSWORD: 'two' };
  const { status, stderr } = spawnSync('psql', psql, { encoding: 'utf8', env });
  expectThat(status === 0, `deploy/roles.sql fails: ${stderr}`);
}

const command = (name: string, url: string, ...given: string[]) =>
  operate(name, { DATABASE_URL: url }, ...given);

/** Runs a command as an operator does. Throws if it fails. */
function operate(name: string, place: Place, ...given: string[]) {
  return promisify(execFile)(process.execPath, [`server/cli/${name}.ts`, ...given], {
    env: { ...ownEnvironment(), ...place },
  });
}

async function begin(
  run: Scenario,
  place: Place,
  port: number,
  settings: NodeJS.ProcessEnv,
): Promise<ServerProcess> {
  const product = await launch(place, { ...settings, PORT: String(port) });
  run.atEnd(() => product.kill());
  await product.ready();
  return product;
}

async function startsAt(run: Scenario, place: Place, settings: NodeJS.ProcessEnv): Promise<void> {
  const product = await begin(run, place, await freePort(), { ...settings, DRAIN_SECONDS: '0' });
  await product.stop();
}

/** Signs in as a user of the office and as another user, and returns the first. */
async function signInByBrowser(
  run: Scenario,
  proxy: Proxy,
  provider: LemonLdap,
  instances: readonly ServerProcess[],
): Promise<TestUser> {
  const executablePath = installedBrowser();
  const browser = await chromium.launch({
    ...(executablePath ? { executablePath } : {}),
    args: ['--no-sandbox', '--disable-gpu', trusting(proxy.authority, provider.certificate)],
  });
  run.atEnd(() => browser.close());
  const visit = async (name: string, welcome: string) => {
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.goto(`${proxy.origin}${proxy.base}/`);
    await page.getByPlaceholder('Login').fill(name);
    await page.getByPlaceholder('Password').fill(name);
    await page.getByRole('button', { name: 'Connect' }).click();
    await page.getByText(`Welcome ${welcome}`).waitFor();
    const menu = await page.getByRole('navigation', { name: 'Main' }).getByRole('link').allInnerTexts();
    const cookies = (await context.cookies()).map((cookie) => [cookie.name, cookie.value]);
    await page.reload();
    await page.getByText(`Welcome ${welcome}`).waitFor();
    await context.close();
    return { menu, cookies: Object.fromEntries(cookies) as Record<string, string> };
  };
  const { menu, cookies } = await visit('dwho', 'Doctor Who');
  expectThat(menu.includes('Schools'), `The office's menu is ${menu.join(', ')}`);
  const other = await visit('rtyler', 'Rose Tyler');
  expectThat(other.menu.join() === 'Report', `The menu without a group is ${other.menu.join(', ')}`);
  await until('both sign-ins are in the log', () => {
    const log = instances.map((instance) => instance.log()).join('\n');
    return ['dwho', 'rtyler'].every((name) => log.includes(`"who":"${name}"`));
  });
  return new TestUser(proxy, cookies);
}

/** Stops an instance and lets nginx notice, by OPERATION.md. */
async function stopped(product: ServerProcess, proxy: Proxy): Promise<void> {
  const ended = product.stop();
  const nobody = new TestUser(proxy);
  for (let times = 0; times < 10; times += 1) await nobody.send('GET', `${proxy.base}/readyz`);
  nobody.close();
  expectThat((await ended) === 0, `A replaced instance did not stop in order: ${product.log().slice(-500)}`);
}

function everyLineIsJson(product: ServerProcess): void {
  const lines = readLines(product);
  for (const line of lines) expectThat(line.startsWith('{'), `The log has the line ${line}`);
  expectThat(lines.length > 0, 'The log is empty');
}

const readLines = (product: ServerProcess) =>
  product
    .log()
    .split('\n')
    .filter((line) => line !== '');
