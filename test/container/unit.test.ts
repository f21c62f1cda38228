import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest';
import { freePort } from '../../scripts/ports.mjs';
import { root } from '../../scripts/toolchain.mjs';
import { rememberDemonstrationUsers } from '../../server/auth/demonstration.ts';
import { crossSiteToken, openSession } from '../../server/auth/sessions.ts';
import { migrate, schema } from '../../server/db/migrate.ts';
import { loadSample } from '../../server/db/sampleData.ts';
import { Clients } from '../chaos/support/clients.ts';
import { openDirectly } from '../support/openDatabase.ts';
import { type Cluster, ownCluster } from '../support/ownCluster.ts';
import { Proxy, proxiesAreThere, proxyNames } from '../support/proxies.ts';
import { randomFrom } from '../support/random.ts';
import { required } from '../support/required.ts';
import { TestUser } from '../support/testUser.ts';
import { runs } from './runs.ts';

// The unit and the script of deploy/, under a systemd that has booted in a container.

const folder = mkdtempSync(join(tmpdir(), 'unit-'));

const machineOptions = [
  '--quiet',
  `--directory=${inject('base')}`,
  // Its files are deleted with it.
  '--volatile=overlay',
  `--machine=unit-${process.pid}`,
  // It needs no systemd outside.
  '--register=no',
  '--keep-unit',
  '--link-journal=no',
  '--console=pipe',
];
// Inside some containers, root may not create containers.
const canBoot = spawnSync('systemd-nspawn', [...machineOptions, '/bin/true']).status === 0;
if (!canBoot) console.log('Root may not boot a container here: the unit is not started.');

let cluster: Cluster;
let ports: readonly [number, number];
let machine: ChildProcess;
let init: string;
const entering = (command: readonly string[]) => [
  '--target',
  init,
  '--mount',
  '--uts',
  '--ipc',
  '--pid',
  ...command,
];
/** Runs a program in the container. */
const inside = (...command: string[]) => runs('nsenter', ...entering(command));
/** Starts a program in the container, and returns how it ended. */
async function startInside(...command: string[]) {
  const program = spawn('nsenter', entering(command), { stdio: ['ignore', 'pipe', 'pipe'] });
  const [output, errors, [status]] = await Promise.all([
    text(program.stdout),
    text(program.stderr),
    once(program, 'exit'),
  ]);
  return { status: status as number | null, output, errors };
}
const unitOf = (port: number) => `major-degree-database@${port}`;
const systemctl = (verb: string, port: number, ...more: string[]) =>
  inside('systemctl', verb, unitOf(port), ...more);
const shown = (property: string, port: number) => systemctl('show', port, '--value', '--property', property);
const ready = (port: number) =>
  fetch(`http://127.0.0.1:${port}/mdsd/readyz`).then(
    ({ status }) => status,
    () => 'no response',
  );
/** Writes the settings of a single instance. */
const set = (port: number, lines: string) =>
  inside('sh', '-c', `echo '${lines}' > /etc/major-degree-database-${port}.env`);
const journalOf = (port: number, ...filter: string[]) =>
  inside(
    'journalctl',
    '--unit',
    unitOf(port),
    '--identifier=major-degree-database',
    '--output=cat',
    ...filter,
  );

describe.runIf(canBoot)('Under a running systemd', () => {
  beforeAll(async () => {
    cluster = await ownCluster();
    const { db, close } = await openDirectly({ DATABASE_URL: cluster.url });
    await migrate(db);
    await loadSample(db);
    await rememberDemonstrationUsers(db);
    await close();
    ports = [await freePort(), await freePort()];
    const { SESSION_SECRET, OIDC_CLIENT_SECRET, ...settings } = required;
    const lines = Object.entries({ ...settings, TRUST_PROXY: 'true' });
    writeFileSync(join(folder, 'settings'), lines.map(([name, value]) => `${name}=${value}\n`).join(''));
    const secrets = { DATABASE_URL: cluster.url, SESSION_SECRET, OIDC_CLIENT_SECRET };
    mkdirSync(join(folder, 'secrets'), { mode: 0o700 });
    for (const [name, value] of Object.entries(secrets))
      writeFileSync(join(folder, 'secrets', name), `${value}\n`, { mode: 0o600 });
    const bound = {
      [root]: '/opt/major-degree-database',
      [process.execPath]: '/usr/bin/node',
      [join(folder, 'settings')]: '/etc/major-degree-database.env',
      [join(folder, 'secrets')]: '/etc/major-degree-database',
      [join(root, 'deploy/major-degree-database@.service')]:
        '/etc/systemd/system/major-degree-database@.service',
    };
    machine = spawn(
      'systemd-nspawn',
      [...machineOptions, '--boot', ...Object.entries(bound).map(([from, to]) => `--bind-ro=${from}:${to}`)],
      { stdio: 'ignore' },
    );
    // Its only child is the first process of the container.
    const children = `/proc/${machine.pid}/task/${machine.pid}/children`;
    await vi.waitFor(
      () => {
        init = readFileSync(children, 'utf8').trim();
        expect(inside('systemctl', 'is-active', 'multi-user.target')).toBe('active');
      },
      { timeout: 60_000, interval: 500 },
    );
  });
  afterAll(async () => {
    if (machine.exitCode === null) {
      machine.kill('SIGTERM');
      await once(machine, 'exit');
    }
    rmSync(folder, { recursive: true });
    cluster.stop();
  });

  test('a start returns when the instance is ready, at the port in its name', async () => {
    const [port] = ports;
    systemctl('start', port);
    expect(await ready(port)).toBe(200);
    expect(shown('StatusText', port)).toMatch(/^Serving PostgreSQL postgres at /);
    systemctl('restart', port);
    expect(await ready(port)).toBe(200);
  });

  test('an instance runs as another user than root, who alone reads its secrets, which it does not show', () => {
    const [port] = ports;
    const pid = shown('MainPID', port);
    expect(inside('stat', '--format=%u', `/proc/${pid}`)).not.toBe('0');
    const secrets = `/run/credentials/${unitOf(port)}.service`;
    expect(inside('stat', '--format=%a', `${secrets}/DATABASE_URL`)).toBe('400');
    const visible = inside('sh', '-c', `cat /proc/${pid}/environ /proc/${pid}/cmdline | tr '\\0' '\\n'`);
    expect(visible).toContain(`DATABASE_URL_FILE=${secrets}/DATABASE_URL`);
    for (const secret of [cluster.url, required.SESSION_SECRET, required.OIDC_CLIENT_SECRET])
      expect(visible).not.toContain(secret);
  });

  test('its journal has one line with version, commit, schema step and database, and priorities', () => {
    const [port] = ports;
    const pid = shown('MainPID', port);
    const lines = journalOf(port, `_PID=${pid}`).split('\n');
    const { host } = new URL(cluster.url);
    const about = new RegExp(
      `"Major/Degree Database [\\d.]+, commit \\S+, schema step ${schema.step}, PostgreSQL postgres at ${host}"`,
    );
    expect(lines.filter((line) => about.test(line))).toHaveLength(1);
    for (const line of lines) JSON.parse(line);
    expect(journalOf(port, `_PID=${pid}`, '--priority=info')).toBe(lines.join('\n'));
    expect(journalOf(port, `_PID=${pid}`, '--priority=notice')).toBe('');
  });

  test('it restarts when it is killed, and stops in order', async () => {
    const [port] = ports;
    const first = shown('MainPID', port);
    systemctl('kill', port, '--signal=KILL');
    await expect.poll(() => shown('NRestarts', port), { timeout: 10_000 }).toBe('1');
    await expect.poll(() => ready(port), { timeout: 30_000 }).toBe(200);
    expect(shown('MainPID', port)).not.toBe(first);

    systemctl('stop', port);
    expect(await ready(port)).toBe('no response');
    expect([shown('Result', port), shown('ExecMainStatus', port)]).toEqual(['success', '0']);
  });

  test('wrong settings end it once, with an error in the journal; other failures are tried again without a limit', async () => {
    const [port] = ports;
    set(port, 'LOG_LEVEL=debugg');
    expect((await startInside('systemctl', 'start', unitOf(port))).status).not.toBe(0);
    await wait(3_000);
    expect([shown('ActiveState', port), shown('NRestarts', port), shown('ExecMainStatus', port)]).toEqual([
      'failed',
      '0',
      '3',
    ]);
    expect(journalOf(port, '--priority=err')).toMatch(/LOG_LEVEL is "debugg"; set it to one of/);

    // The other port is in use.
    set(port, `METRICS_PORT=${new URL(cluster.url).port}`);
    expect((await startInside('systemctl', 'start', unitOf(port))).status).not.toBe(0);
    await expect.poll(() => Number(shown('NRestarts', port)), { timeout: 120_000 }).toBeGreaterThan(6);
    systemctl('stop', port);
    set(port, '');
  });

  test('without its database an instance waits, and becomes ready by itself', async () => {
    const [port] = ports;
    await cluster.halt('fast');
    const starting = startInside('systemctl', 'start', unitOf(port));
    await expect.poll(() => ready(port), { timeout: 60_000 }).toBe(503);
    await wait(5_000);
    expect([shown('ActiveState', port), shown('SubState', port)]).toEqual(['activating', 'start']);
    expect(shown('StatusText', port)).toMatch(/^Waiting for PostgreSQL postgres at /);
    await cluster.resume();
    expect((await starting).status).toBe(0);
    expect(await ready(port)).toBe(200);
    expect(shown('NRestarts', port)).toBe('0');
    expect(journalOf(port, '--priority=warning', '--grep=Waiting for PostgreSQL').split('\n')).toHaveLength(
      1,
    );
    systemctl('stop', port);
  });

  // Without it the test is skipped on a developer's machine, and fails in CI.
  test.skipIf(!proxiesAreThere() && !process.env.CI).for(proxyNames)(
    'deploy/roll.sh restarts the instances behind %s under load, and no request fails',
    async (name, { onTestFinished }) => {
      for (const port of ports) systemctl('start', port);
      const proxy = await Proxy.open(name, ports);
      onTestFinished(() => proxy.close());
      const place = { DATABASE_URL: cluster.url };
      const { db, close } = await openDirectly(place);
      const id = await openSession(db, { uciNetId: 'registrar' });
      await close();
      const registrar = new TestUser(proxy, { '__Secure-SESSION': id, 'XSRF-TOKEN': crossSiteToken(id) });
      const clients = new Clients(
        { random: randomFrom(proxyNames.indexOf(name)), short: true },
        registrar,
        proxy,
      );
      inside('sh', '-c', `cat > /tmp/authority <<'END'\n${proxy.authority}\nEND`);
      const before = ports.map((port) => shown('MainPID', port));
      clients.begin();
      await wait(2_000);
      const rolled = await startInside(
        'env',
        'CURL_CA_BUNDLE=/tmp/authority',
        '/opt/major-degree-database/deploy/roll.sh',
        ...(name === 'nginx' ? [proxy.origin + proxy.base] : []),
        ...ports.map(String),
      );
      await wait(7_000);
      await clients.end();
      expect(rolled).toEqual({
        status: 0,
        output: `${ports.map((port) => `Restarting ${unitOf(port)}…\n`).join('')}All instances are restarted and ready.\n`,
        errors: '',
      });
      expect(await Promise.all(ports.map(ready))).toEqual([200, 200]);
      for (const [at, port] of ports.entries()) expect(shown('MainPID', port)).not.toBe(before[at]);
      console.log(await clients.check(place));
      registrar.close();
    },
  );

  test('deploy/roll.sh stops at the first instance that does not become ready, and does not start others', async () => {
    const [one, two] = ports;
    for (const port of ports) systemctl('start', port);
    const rolls = (...given: (string | number)[]) =>
      startInside('/opt/major-degree-database/deploy/roll.sh', ...given.map(String));
    const pid = shown('MainPID', two);
    for (const given of [[], ['https://127.0.0.1:1/mdsd'], [one, '--fast']])
      expect(await rolls(...given)).toMatchObject({
        status: 2,
        errors: 'Usage: deploy/roll.sh [URL] PORT…\n',
      });
    expect(await rolls('--help')).toMatchObject({ status: 0, output: 'Usage: deploy/roll.sh [URL] PORT…\n' });
    expect(await rolls(one, 1)).toMatchObject({
      status: 1,
      errors: 'major-degree-database@1 is not running: nothing was restarted.\n',
    });
    expect(await rolls('https://127.0.0.1:1/mdsd', one, two)).toMatchObject({
      status: 1,
      errors: expect.stringContaining('https://127.0.0.1:1/mdsd/readyz does not respond'),
    });
    set(one, 'LOG_LEVEL=debugg');
    const rolled = await rolls(one, two);
    expect(rolled).toMatchObject({
      status: 1,
      errors: expect.stringContaining(`${unitOf(one)} is not ready: see journalctl -u ${unitOf(one)}.`),
    });
    expect([await ready(one), await ready(two)]).toEqual(['no response', 200]);
    expect(shown('MainPID', two)).toBe(pid);
  });
});
