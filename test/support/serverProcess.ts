import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from '../../scripts/ports.mjs';
import { root } from '../../scripts/toolchain.mjs';
import { ownEnvironment } from './ownEnvironment.ts';

/** Where a server keeps its data, as environment settings. */
export type Place = { DATA_DIR: string } | { DATABASE_URL: string };

/** A server of the product, started as in production, in its own process. */
export interface ServerProcess {
  port: number;
  origin: string;
  /** `/mdsd` */
  base: string;
  place: Place;
  process: ChildProcess;
  /** Everything logged so far. */
  log(): string;
  /** Waits until `/readyz` succeeds. Throws if the process ends or a minute has passed. */
  ready(): Promise<void>;
  /** Kills it immediately, like a power cut. */
  kill(): Promise<void>;
  /** Stops it as an operator does, and returns its exit code. */
  stop(): Promise<number | null>;
}

const leftovers: (() => void)[] = [];
process.once('exit', () => {
  for (const clear of leftovers) clear();
});

/** Starts the server of a program without waiting until it is ready. */
export async function launch(
  place: Place,
  settings: NodeJS.ProcessEnv = {},
  program = root,
): Promise<ServerProcess> {
  const port = Number(settings.PORT ?? (await freePort()));
  const folder = mkdtempSync(join(tmpdir(), 'server-log-'));
  const file = join(folder, 'log');
  const output = openSync(file, 'a');
  const child = spawn(process.execPath, ['server/main.ts'], {
    cwd: program,
    env: {
      ...ownEnvironment(),
      PORT: String(port),
      LOG_LEVEL: 'info',
      // No proxy needs time to notice a stop.
      DRAIN_SECONDS: '0',
      ...place,
      ...settings,
    },
    stdio: ['ignore', output, output],
  });
  leftovers.push(() => {
    child.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  });
  const origin = `http://127.0.0.1:${port}`;
  const log = () => readFileSync(file, 'utf8');
  const ended = () => child.exitCode !== null || child.signalCode !== null;
  const end = async (signal: NodeJS.Signals) => {
    const exit = once(child, 'exit');
    if (ended()) return child.exitCode;
    child.kill(signal);
    await exit;
    return child.exitCode;
  };
  return {
    port,
    origin,
    base: '/mdsd',
    place,
    process: child,
    log,
    async ready() {
      for (let tries = 0; tries < 1200; tries += 1) {
        if (ended())
          throw new Error(`The server exited with ${child.exitCode ?? child.signalCode}: ${log()}`);
        if (await isReady(port)) return;
        await wait(50);
      }
      throw new Error(`The server was not ready within a minute: ${log()}`);
    },
    kill: async () => void (await end('SIGKILL')),
    stop: () => end('SIGTERM'),
  };
}

/** Starts a server and waits until it is ready. */
export async function start(place: Place, settings: NodeJS.ProcessEnv = {}): Promise<ServerProcess> {
  const product = await launch(place, settings);
  await product.ready();
  return product;
}

/** The peak memory of a server's process, in MB. */
export function peakMegabytes({ process: { pid } }: ServerProcess): number {
  const [, kilobytes] = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) / 1024;
}

/** Whether `/readyz` succeeds right now. */
export function isReady(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = request({ port, host: '127.0.0.1', path: '/mdsd/readyz', timeout: 3000 }, (response) => {
      response.resume();
      resolve(response.statusCode === 200);
    });
    probe.on('timeout', () => probe.destroy());
    probe.on('error', () => resolve(false));
    probe.end();
  });
}
