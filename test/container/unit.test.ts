import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest';
import { freePort } from '../../scripts/ports.mjs';
import { rememberDemonstrationUsers } from '../../server/auth/demonstration.ts';
import { crossSiteToken, openSession } from '../../server/auth/sessions.ts';
import { migrate, schema } from '../../server/db/migrate.ts';
import { loadSample } from '../../server/db/sampleData.ts';
import { Clients } from '../chaos/support/clients.ts';
import { Visitors } from '../chaos/support/visitors.ts';
import { addressOf } from '../support/cluster.ts';
import { openDirectly } from '../support/openDatabase.ts';
import { type Cluster, ownCluster, query } from '../support/ownCluster.ts';
import { Proxy, proxiesAreThere, proxyNames } from '../support/proxies.ts';
import { randomFrom } from '../support/random.ts';
import { Releases } from '../support/releases.ts';
import { required } from '../support/required.ts';
import { TestUser } from '../support/testUser.ts';
import { runs } from './runs.ts';

// The unit and the scripts of deploy/, under a systemd that has booted in a container, as docs/upgrading.md describes them.

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

const HOME = '/opt/major-degree-database';
const SCRIPTS = `${HOME}/current/deploy`;

let cluster: Cluster;
let releases: Releases;
let ports: readonly [number, number];
let machine: ChildProcess | undefined;
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
/** Runs deploy/release.sh of the clone. */
const release = (...given: string[]) => inside(`${HOME}/source/deploy/release.sh`, ...given);
/** The release that an instance runs. */
const releaseOf = (port: number) =>
  inside('readlink', `/proc/${shown('MainPID', port)}/cwd`).replace(`${HOME}/releases/`, '');
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
    releases = new Releases();
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
    const secrets = {
      DATABASE_URL: cluster.url,
      OWNER_DATABASE_URL: cluster.url,
      SESSION_SECRET,
      OIDC_CLIENT_SECRET,
    };
    mkdirSync(join(folder, 'secrets'), { mode: 0o700 });
    for (const [name, value] of Object.entries(secrets))
      writeFileSync(join(folder, 'secrets', name), `${value}\n`, { mode: 0o600 });
    const bound = {
      [process.execPath]: '/usr/bin/node',
      [join(folder, 'settings')]: '/etc/major-degree-database.env',
      [join(folder, 'secrets')]: '/etc/major-degree-database',
    };
    machine = spawn(
      'systemd-nspawn',
      [
        ...machineOptions,
        '--boot',
        `--bind=${releases.home}:${HOME}`,
        ...Object.entries(bound).map(([from, to]) => `--bind-ro=${from}:${to}`),
      ],
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
    release('use', releases.older);
    inside('install', '-m', '644', `${SCRIPTS}/major-degree-database@.service`, '/etc/systemd/system/');
    inside('systemctl', 'daemon-reload');
  });
  afterAll(async () => {
    if (machine?.exitCode === null) {
      machine.kill('SIGTERM');
      await once(machine, 'exit');
    }
    rmSync(folder, { recursive: true });
    releases.delete();
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

    // systemd does not start it without a secret.
    const drop = `/run/systemd/system/${unitOf(port)}.service.d`;
    inside(
      'sh',
      '-c',
      `mkdir -p ${drop}; printf '[Service]\\nLoadCredential=other:/nothing\\n' > ${drop}/other.conf`,
    );
    inside('systemctl', 'daemon-reload');
    expect((await startInside('systemctl', 'start', unitOf(port))).status).not.toBe(0);
    await wait(3_000);
    expect([shown('ActiveState', port), shown('NRestarts', port)]).toEqual(['failed', '0']);
    inside('sh', '-c', `rm -r ${drop}; systemctl daemon-reload`);

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

  // Without them the test is skipped on a developer's machine, and fails in CI.
  test.skipIf(!proxiesAreThere() && !process.env.CI).for([
    ['nginx', 'a newer release', () => releases.newer],
    ['HAProxy', 'the older release, the way back', () => releases.older],
  ] as const)(
    'behind %s, deploy/release.sh replaces the instances by %s under load: no request fails, no page lacks a file',
    async ([name, , nextOf], { onTestFinished }) => {
      const next = nextOf();
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
      const visitors = new Visitors(proxy);
      inside('sh', '-c', `cat > /tmp/authority <<'END'\n${proxy.authority}\nEND`);
      clients.begin();
      visitors.begin();
      await wait(2_000);
      const rolled = await startInside(
        'env',
        'CURL_CA_BUNDLE=/tmp/authority',
        `${HOME}/source/deploy/release.sh`,
        'use',
        next,
        ...(name === 'nginx' ? [proxy.origin + proxy.base] : []),
        ...ports.map(String),
      );
      await wait(7_000);
      console.log(await visitors.end());
      await clients.end();
      expect(rolled).toEqual({
        status: 0,
        output: expect.stringContaining(
          `${ports.map((port) => `Restarting ${unitOf(port)}…\n`).join('')}Restarted and ready: ${ports.join(' ')}.\nThe release ${next} is in use.\n`,
        ),
        errors: '',
      });
      expect(rolled.output).toContain(
        name === 'nginx'
          ? 'The schema is up to date.'
          : `The schema is of step ${releases.newerStep}. This program, of step ${schema.step}, works with it: there is nothing to upgrade.`,
      );
      expect(await Promise.all(ports.map(ready))).toEqual([200, 200]);
      expect(ports.map(releaseOf)).toEqual([next, next]);
      console.log(await clients.check(place));
      registrar.close();
    },
  );

  test('a backup of the newer release is restored and verified by it, and rejected by the older one', async () => {
    await query(cluster.url, 'create database elsewhere');
    const url = addressOf(cluster.url, 'elsewhere');
    const command = (of: string, name: string, database: string, ...given: string[]) =>
      startInside(
        'env',
        '-C',
        `${HOME}/releases/${of}`,
        `DATABASE_URL=${database}`,
        'npm',
        'run',
        '-s',
        name,
        '--',
        ...given,
      );
    const [version, commit] = releases.newer.split('-');
    const maker = `${version} (step ${releases.newerStep}, commit ${commit})`;
    expect(await command(releases.newer, 'backup', cluster.url, '/tmp/backup.gz')).toMatchObject({
      status: 0,
      output: expect.stringContaining(`made by version ${maker}.`),
    });
    expect(await command(releases.older, 'restore', url, '/tmp/backup.gz')).toMatchObject({
      status: 1,
      errors: `/tmp/backup.gz was made by a newer version, ${maker}: restore it with that version.\n`,
    });
    expect(await command(releases.newer, 'restore', url, '/tmp/backup.gz')).toMatchObject({
      status: 0,
      errors: '',
    });
    expect(await command(releases.newer, 'verify', url)).toMatchObject({ status: 0, errors: '' });
  });

  test('a release whose instances do not become ready is replaced by the release before', async () => {
    for (const port of ports) systemctl('start', port);
    const broken = '9.9.9-broken';
    const packages = join(releases.folderOf(releases.older), 'node_modules');
    cpSync(releases.folderOf(releases.older), releases.folderOf(broken), {
      recursive: true,
      filter: (file) => file !== packages,
    });
    symlinkSync(`../${releases.older}/node_modules`, join(releases.folderOf(broken), 'node_modules'));
    // Only the first instance starts.
    writeFileSync(
      join(releases.folderOf(broken), 'server/main.ts'),
      `if (process.env.PORT === '${ports[1]}') process.exit(3);
${readFileSync(join(releases.folderOf(releases.older), 'server/main.ts'), 'utf8')}`,
    );
    const used = await startInside(`${HOME}/source/deploy/release.sh`, 'use', broken, ...ports.map(String));
    expect(used).toMatchObject({
      status: 1,
      errors: expect.stringContaining(
        `The release ${broken} could not be used: the release ${releases.older} is in use again. The schema is not changed back.\n`,
      ),
    });
    expect(await Promise.all(ports.map(ready))).toEqual([200, 200]);
    expect(ports.map(releaseOf)).toEqual([releases.older, releases.older]);
    expect(inside('readlink', `${HOME}/current`)).toBe(`releases/${releases.older}`);
  });

  test('deploy/release.sh explains its use, and changes nothing if a release or a port does not exist', async () => {
    const uses = (...given: string[]) => startInside(`${HOME}/source/deploy/release.sh`, ...given);
    for (const given of [['--help'], ['add', '--help'], ['use', '--help']])
      expect(await uses(...given)).toMatchObject({ status: 0, output: expect.stringMatching(/^Usage: /) });
    for (const given of [[], ['install'], ['use'], ['add', 'one', 'two']])
      expect(await uses(...given)).toMatchObject({
        status: 2,
        errors: expect.stringMatching(/^Usage: /),
      });
    expect(await uses('use', '0.0.1-nothing', String(ports[0]))).toMatchObject({
      status: 1,
      errors: expect.stringMatching(
        new RegExp(`^There is no release 0.0.1-nothing in ${HOME}/releases, only: .*${releases.older}`),
      ),
    });
    const pid = shown('MainPID', ports[0]);
    expect(await uses('use', releases.newer, String(ports[0]), '1')).toMatchObject({
      status: 1,
      errors: `major-degree-database@1 is not running: nothing was restarted.\nThe release ${releases.older} is still in use.\n`,
    });
    expect(shown('MainPID', ports[0])).toBe(pid);
    expect(inside('readlink', `${HOME}/current`)).toBe(`releases/${releases.older}`);
    expect(shown('ActiveState', 1)).toBe('inactive');
  });

  test('deploy/roll.sh stops at the first instance that does not become ready, and does not start others', async () => {
    const [one, two] = ports;
    for (const port of ports) systemctl('start', port);
    const rolls = (...given: (string | number)[]) => startInside(`${SCRIPTS}/roll.sh`, ...given.map(String));
    const pid = shown('MainPID', two);
    for (const given of [[], ['https://127.0.0.1:1/mdsd'], [one, '--fast']])
      expect(await rolls(...given)).toMatchObject({
        status: 2,
        errors: expect.stringContaining('Usage: deploy/roll.sh [URL] PORT…\n'),
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
