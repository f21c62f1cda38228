import fs from 'node:fs';
import { dirname, join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { PGlite, type PGliteOptions } from '@electric-sql/pglite';
import manifest from '../../../package.json' with { type: 'json' };
import { readers } from '../values.ts';
import { DurableFolder, syncPath, syncTree } from './durableFolder.ts';

/** Where the database is: in a data folder, or in memory, optionally loaded from a dump file. */
export type Location = { directory: string } | { directory: null; dump?: string };

// The process may abort while V8 frees the compiled code of a database on another thread
// (github.com/nodejs/node/issues/64500). Keeping that code costs a few megabytes at most.
setFlagsFromString('--no-wasm-code-gc');
// Each thread that compiles WebAssembly keeps tens of megabytes of memory. One thread starts the database as fast.
setFlagsFromString('--wasm-num-compilation-tasks=1');

const startParams = [
  ...PGlite.defaultStartParams.filter((param) => param !== '-F'),
  ...[
    'fsync=on',
    'wal_sync_method=fsync',
    'synchronous_commit=on',
    'timezone=UTC',
    // The engine touches all of it at the start. The default of 128 MB is no faster at ten times the sample.
    'shared_buffers=32MB',
  ].flatMap((set) => ['-c', set]),
];

const open = (options: PGliteOptions) =>
  // Small segments of the write-ahead log are just as safe and halve the time to create a database.
  PGlite.create({ startParams, initDbStartParams: ['--wal-segsize=1'], parsers: readers, ...options });

/** Opens the database and creates it first if there is none. The caller must hold the folder's lock. */
export async function openAt(location: Location): Promise<PGlite> {
  if (location.directory === null)
    return open({ loadDataDir: location.dump ? read(location.dump) : await emptyDatabase() });
  const database = databaseIn(location.directory);
  if (!fs.existsSync(database)) await create(location.directory, await emptyDatabase());
  return open({ fs: new DurableFolder(database) });
}

/** Path of the database itself in a data folder. */
export const databaseIn = (directory: string) => join(directory, 'database');

/**
 * Creates the database under a temporary name and renames it once complete, so that a killed start leaves none behind.
 */
async function create(directory: string, loadDataDir: Blob): Promise<void> {
  const database = databaseIn(directory);
  const unfinished = `${database}.new`;
  fs.rmSync(unfinished, { recursive: true, force: true });
  const made = await open({ fs: new DurableFolder(unfinished), loadDataDir });
  await made.close();
  syncTree(unfinished);
  fs.renameSync(unfinished, database);
  syncPath(directory);
}

// An empty database is always the same, and slow to create.
const KEPT = join(
  import.meta.dirname,
  `../../../node_modules/.cache/empty-database-${manifest.dependencies['@electric-sql/pglite']}.tar`,
);

/** Created once and cached in node_modules; created each time if the cache cannot be written. */
async function emptyDatabase(): Promise<Blob> {
  if (fs.existsSync(KEPT)) return read(KEPT);
  const made = await open({});
  const dump = await made.dumpDataDir('none');
  await made.close();
  const bytes = Buffer.from(await dump.arrayBuffer());
  try {
    fs.mkdirSync(dirname(KEPT), { recursive: true });
    fs.writeFileSync(`${KEPT}.${process.pid}`, bytes, { flush: true });
    fs.renameSync(`${KEPT}.${process.pid}`, KEPT);
  } catch {
    // The next start creates it again.
  }
  return dump;
}

const read = (dump: string) => new Blob([fs.readFileSync(dump)]);
