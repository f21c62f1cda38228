import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from '../../scripts/ports.mjs';
import { installWithoutServices } from './debianPackages.ts';
import { isListening } from './listening.ts';

// Debian's PgBouncer, or another version.
const PROGRAM = process.env.PGBOUNCER ?? '/usr/sbin/pgbouncer';

/** A PgBouncer in front of a cluster. */
export class Pooler {
  readonly url: string;
  readonly #process: ChildProcess;
  readonly #folder: string;

  private constructor(url: string, process: ChildProcess, folder: string) {
    this.url = url;
    this.#process = process;
    this.#folder = folder;
  }

  /** Whether PgBouncer is present or could be installed. */
  static isThere(): boolean {
    return existsSync(PROGRAM) || installWithoutServices(['pgbouncer'], ['pgbouncer']);
  }

  /** Whether its version, 1.21 or later, can keep the named statements of its clients. */
  static keepsStatements(): boolean {
    if (!Pooler.isThere()) return false;
    const [, major, minor] =
      /(\d+)\.(\d+)/.exec(execFileSync(PROGRAM, ['--version'], { encoding: 'utf8' })) ?? [];
    return Number(major) > 1 || Number(minor) >= 21;
  }

  /** Starts a PgBouncer with additional configuration lines. */
  static async open(cluster: string, ...settings: string[]): Promise<Pooler> {
    const { hostname, port, username } = new URL(cluster);
    const folder = mkdtempSync(join(tmpdir(), 'pooler-'));
    chmodSync(folder, 0o755);
    const own = await freePort();
    const file = (name: string, ...lines: string[]) => {
      writeFileSync(join(folder, name), `${lines.join('\n')}\n`);
      return join(folder, name);
    };
    const authFile = file('users', `"${username}" ""`);
    const configuration = file(
      'configuration',
      '[databases]',
      `* = host=${hostname} port=${port}`,
      '[pgbouncer]',
      'listen_addr = 127.0.0.1',
      `listen_port = ${own}`,
      'unix_socket_dir =',
      'auth_type = trust',
      `auth_file = ${authFile}`,
      ...settings,
    );
    // PgBouncer does not run as root.
    const user = process.getuid?.() === 0 ? ['--user=nobody'] : [];
    const program = spawn(PROGRAM, ['--quiet', ...user, configuration], { stdio: 'ignore' });
    const url = new URL(cluster);
    url.port = String(own);
    const pooler = new Pooler(url.href, program, folder);
    while (!(await isListening(own))) {
      if (program.exitCode !== null) throw new Error(`PgBouncer ended with ${program.exitCode}`);
      await wait(20);
    }
    return pooler;
  }

  async close(): Promise<void> {
    const ended = once(this.#process, 'exit');
    this.#process.kill('SIGINT');
    await ended;
    rmSync(this.#folder, { recursive: true });
  }
}
