import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { connect } from '../../../server/db/connect.ts';
import { migrate } from '../../../server/db/migrate.ts';
import { loadSample } from '../../../server/db/sampleData.ts';
import { addressOf, createFrom } from '../../support/cluster.ts';
import type { EngineName } from '../../support/engines.ts';
import { ownCluster } from '../../support/ownCluster.ts';
import { type Place, peakMegabytes, type ServerProcess, start } from '../../support/serverProcess.ts';
import { signIn, type TestUser } from '../../support/testUser.ts';
import { multiply } from './catalog.ts';
import type { Load, Measured } from './load.ts';

/** The product over a multiple of the sample, and the baseline server, each in its own process. */
export interface Setup {
  engine: EngineName;
  /** The size, as a multiple of the sample. */
  times: number;
  /** The time from the start until `/readyz` succeeds, with the data already there, in ms. */
  startedIn: number;
  /** The peak memory of the start, in MB. */
  startMegabytes: number;
  product: ServerProcess;
  registrar: TestUser;
  /** Puts load on the product, as the registrar. */
  load(path: string, load: Partial<Load>): Promise<Measured>;
  /** Puts the same load on the baseline server (bare.ts). */
  bare(path: string, load: Partial<Load>): Promise<Measured>;
  barePort: number;
  end(): Promise<void>;
}

const leftovers: (() => void)[] = [];
process.once('exit', () => {
  for (const clear of leftovers) clear();
});

/** Fills a database and starts both servers. The embedded database is copied, because two processes cannot share it. */
export async function prepare(engine: EngineName, times: number): Promise<Setup> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'));
  leftovers.push(() => rmSync(folder, { recursive: true, force: true }));
  const place = engine === 'embedded' ? { DATA_DIR: join(folder, 'product') } : await newDatabase(times);
  await fill(place, times);
  const barePlace = 'DATA_DIR' in place ? { DATA_DIR: join(folder, 'bare') } : place;
  if ('DATA_DIR' in place && 'DATA_DIR' in barePlace)
    cpSync(place.DATA_DIR, barePlace.DATA_DIR, { recursive: true });
  const since = performance.now();
  const product = await start(place, { LOG_LEVEL: 'warn' });
  const startedIn = performance.now() - since;
  // What the engine compiles in the background is part of a start.
  await wait(3_000);
  const startMegabytes = peakMegabytes(product);
  const registrar = await signIn(product, 'registrar');
  const bare = await startBare(barePlace);
  const headers = {
    cookie: `SESSION=${registrar.cookies.SESSION}`,
    'x-xsrf-token': registrar.cookies['XSRF-TOKEN'],
    'content-type': 'application/json',
  };
  const { origin, base } = product;
  return {
    engine,
    times,
    startedIn,
    startMegabytes,
    product,
    registrar,
    load: (path, load) =>
      measure({
        connections: 1,
        seconds: 3,
        ...load,
        url: `${origin}${base}/api${path}`,
        headers: {
          ...(load.body === undefined ? { ...headers, 'content-type': undefined } : headers),
          ...load.headers,
        },
      }),
    bare: (path, load) =>
      measure({ connections: 1, seconds: 3, ...load, url: `http://127.0.0.1:${bare.port}${path}` }),
    barePort: bare.port,
    async end() {
      registrar.close();
      bare.process.kill('SIGTERM');
      await product.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

let cluster: Promise<{ url: string }> | undefined;

async function newDatabase(times: number): Promise<Place> {
  cluster ??= ownCluster();
  const { url } = await cluster;
  await createFrom(url, 'template0', `bench_${times}`);
  return { DATABASE_URL: addressOf(url, `bench_${times}`) };
}

async function fill(place: Place, times: number): Promise<void> {
  const { db, close } = await connect(
    'DATA_DIR' in place
      ? { kind: 'embedded', directory: place.DATA_DIR }
      : { kind: 'postgres', url: place.DATABASE_URL, poolSize: 1 },
  );
  await migrate(db);
  await loadSample(db);
  await multiply(db, times);
  await close();
}

async function startBare(place: Place): Promise<{ port: number; process: ChildProcess }> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'bare.ts'), JSON.stringify(place)], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  leftovers.push(() => child.kill());
  const [line] = (await Promise.race([
    once(createInterface(child.stdout as Readable), 'line'),
    once(child, 'exit').then(() => Promise.reject(new Error('The bare server did not start'))),
  ])) as [string];
  return { port: Number(line), process: child };
}

async function measure(load: Load): Promise<Measured> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'load.ts'), JSON.stringify(load)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let text = '';
  child.stdout.on('data', (part: Buffer) => (text += part.toString()));
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0) throw new Error(`The load on ${load.url} failed`);
  const measured = JSON.parse(text) as Measured;
  if (Object.keys(measured.refused).length > 0)
    throw new Error(`${load.url} returned ${JSON.stringify(measured.refused)}`);
  return measured;
}

/** The resident memory of a product's process, in MB. */
export function residentMegabytes({ process: { pid } }: ServerProcess): number {
  const pages = Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]);
  return (pages * 4096) / 2 ** 20;
}

/**
 * Runs the loads alternately for several rounds and returns the fastest round of each: other work on the machine only
 * slows them down, by a different factor each time.
 */
export async function inTurn<Name extends string>(
  rounds: number,
  asked: Record<Name, () => Promise<Measured>>,
): Promise<Record<Name, Measured>> {
  const names = Object.keys(asked) as Name[];
  const all = Object.fromEntries(names.map((name) => [name, [] as Measured[]])) as Record<Name, Measured[]>;
  for (let round = 0; round < rounds; round += 1)
    for (const name of names) all[name].push(await asked[name]());
  return Object.fromEntries(names.map((name) => [name, fastestOf(all[name])])) as Record<Name, Measured>;
}

const fastestOf = (measured: Measured[]) =>
  measured.toSorted((one, other) => one.median - other.median)[0] as Measured;
