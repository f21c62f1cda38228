// Starts a PostgreSQL cluster for one run of the tests, from Debian's packages.
import { execFile, spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from './ports.mjs';

/**
 * Starts a cluster in a folder below `parent`, installing the server first if needed. Returns null if there is no
 * server and it cannot be installed. `standbyOf` is the URL of a primary that the cluster follows.
 * @param {{ parent?: string; port?: number | undefined; standbyOf?: string }} options
 */
export async function startCluster({ parent = tmpdir(), port, standbyOf } = {}) {
  const bin = findOrInstall(findServer, 'PostgreSQL', 'postgresql');
  if (!bin) return null;
  const directory = mkdtempSync(join(parent, 'postgresql-'));
  const user = unprivileged();
  if (user) chownSync(directory, user.uid, user.gid);
  const data = join(directory, 'data');
  const options = { ...user, cwd: directory, encoding: 'utf8' };
  const run = (program, ...given) => {
    const { status, stdout, stderr } = spawnSync(join(bin, program), given, options);
    if (status !== 0) throw new Error(`${program} failed: ${stdout} ${stderr}`);
  };
  const host = '127.0.0.1';
  const at = port ?? (await freePort());
  // The data is deleted at the end, so it does not need to reach the disk.
  if (standbyOf) run('pg_basebackup', '-D', data, '-d', standbyOf, '-R', '-c', 'fast', '--no-sync');
  else {
    const making = ['-U', 'postgres', '--auth=trust', '--encoding=UTF8', '--locale=C.UTF-8', '--no-sync'];
    run('initdb', '-D', data, ...making);
  }
  const settings = `-p ${at} -k ${directory} -c listen_addresses=${host} -c fsync=off -c full_page_writes=off`;
  const log = join(directory, 'log');
  const inData = ['-w', '-D', data, '-l', log];
  run('pg_ctl', 'start', ...inData, '-o', settings);
  // Asynchronous, so that the caller can continue.
  const control = async (...given) =>
    void (await promisify(execFile)(join(bin, 'pg_ctl'), [...given, ...inData], options));
  return {
    url: `postgres://postgres@${host}:${at}/postgres`,
    port: at,
    data,
    promote: () => control('promote'),
    /** Stops the server: `fast`, which notifies the clients, or `immediate`. */
    halt: (mode) => control('stop', '-m', mode),
    /** Starts the server again after a halt. */
    resume: () => control('start', '-o', settings),
    /** Stops the server if it is running, and deletes its data. */
    stop: () => {
      if (!existsSync(directory)) return;
      spawnSync(join(bin, 'pg_ctl'), ['stop', '-w', '-m', 'immediate', '-D', data], options);
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

/** The programs' folder of the newest server of version 15 or later among Debian's packages, or undefined. */
function findServer() {
  const all = '/usr/lib/postgresql';
  if (!existsSync(all)) return undefined;
  const versions = readdirSync(all).filter(
    (version) => Number(version) >= 15 && existsSync(`${all}/${version}/bin/initdb`),
  );
  const newest = versions.sort((one, other) => Number(other) - Number(one))[0];
  return newest && `${all}/${newest}/bin`;
}

// Debian's packages ask the program `policy-rc.d` whether they may start their services. Several processes may install at
// the same time, so a lock serializes them: otherwise apt-get would fail, or one would remove the policy that another needs.
const INSTALL = `
policy=/usr/sbin/policy-rc.d
if [ ! -e $policy ]; then
  printf '#!/bin/sh\\nexit 101\\n' > $policy
  chmod 755 $policy
  trap "rm $policy" EXIT
fi
[ "$0" = listed ] || apt-get -qq update
apt-get -qq install -y --no-install-recommends "$@"`;
const LOCK = join(tmpdir(), 'major-degree-database-packages');

// Once in a process is enough.
let areListed = false;

/**
 * Installs Debian packages without starting their services, and returns whether it succeeded. Needs root and apt-get.
 */
export function installPackages(...names) {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return false;
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const given = [LOCK, 'sh', '-ec', INSTALL, areListed ? 'listed' : 'sh', ...names];
  areListed = spawnSync('flock', given, { env, stdio: ['ignore', 'ignore', 'inherit'] }).status === 0;
  return areListed;
}

/** The result of `find`, after Debian packages are installed if it finds nothing at first. */
export function findOrInstall(find, what, ...packages) {
  const there = find();
  if (there) return there;
  console.log(`Installing ${what}…`);
  installPackages(...packages);
  return find();
}

/** PostgreSQL does not run as root, so root runs it as the user nobody. */
function unprivileged() {
  return process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : undefined;
}
