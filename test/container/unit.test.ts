import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest';
import { freePort } from '../../scripts/ports.mjs';
import { root } from '../../scripts/toolchain.mjs';
import { addressOf, createFrom, drop } from '../support/cluster.ts';
import { required } from '../support/required.ts';
import { runs } from './runs.ts';

// The unit of deploy/, under a systemd that has booted in a container.

const cluster = process.env.TEST_DATABASE_URL as string;
const name = `test_unit_${process.pid}`;
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

let port: number;
let machine: ChildProcess;
let init: string;
/** Runs a program in the container. */
const inside = (...command: string[]) =>
  runs('nsenter', '--target', init, '--mount', '--uts', '--ipc', '--pid', ...command);
const systemctl = (verb: string, ...more: string[]) =>
  inside('systemctl', verb, `major-degree-database@${port}`, ...more);
const shown = (property: string) => systemctl('show', '--value', '--property', property);
const ready = () =>
  fetch(`http://127.0.0.1:${port}/mdsd/readyz`).then(
    ({ status }) => status,
    () => 'no response',
  );

describe.runIf(canBoot)('Under a running systemd', () => {
  beforeAll(async () => {
    await createFrom(cluster, 'template0', name);
    runs('env', `DATABASE_URL=${addressOf(cluster, name)}`, process.execPath, 'server/cli/upgrade.ts');
    port = await freePort();
    const settings = {
      DATABASE_URL: addressOf(cluster, name),
      ...required,
    };
    const lines = Object.entries(settings).map(([setting, value]) => `${setting}=${value}\n`);
    writeFileSync(join(folder, 'settings'), lines.join(''), { mode: 0o600 });
    const bound = {
      [root]: '/opt/major-degree-database',
      [process.execPath]: '/usr/bin/node',
      [join(folder, 'settings')]: '/etc/major-degree-database.env',
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
    await drop(cluster, [name]);
  });

  test('an instance starts at the port in its name, restarts when it is killed, and stops in order', async () => {
    systemctl('start');
    await expect.poll(ready, { timeout: 30_000 }).toBe(200);
    const first = shown('MainPID');
    expect(inside('stat', '--format=%u', `/proc/${first}`)).not.toBe('0');

    systemctl('kill', '--signal=KILL');
    await expect.poll(() => shown('NRestarts'), { timeout: 10_000 }).toBe('1');
    await expect.poll(ready, { timeout: 30_000 }).toBe(200);
    expect(shown('MainPID')).not.toBe(first);

    systemctl('stop');
    expect(await ready()).toBe('no response');
    expect([shown('Result'), shown('ExecMainStatus')]).toEqual(['success', '0']);
  });
});
