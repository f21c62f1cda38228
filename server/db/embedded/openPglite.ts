import fs from 'node:fs';
import { dirname, join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { PGlite, type PGliteOptions } from '@electric-sql/pglite';
import manifest from '../../../package.json' with { type: 'json' };
import { readers } from '../typeParsers.ts';
import { DurableFolder, syncPath, syncTree } from './durableFolder.ts';

/** The location of the database: a data folder, or memory, optionally loaded from a dump file. */
export type Location = { directory: string } | { directory: null; dump?: string };

// The process may abort while V8 frees the compiled code of a database on another thread
// (github.com/nodejs/node/issues/64500). Keeping that code costs a few megabytes at most.
setFlagsFromString('--no-wasm-code-gc');
// Each thread that compiles WebAssembly keeps tens of megabytes of memory. A single thread starts the database as fast.
setFlagsFromString('--wasm-num-compilation-tasks=1');
// Optimizing the engine's largest function, which evaluates expressions, takes 600 MB for a third of a second after each start.
// V8 can leave out all functions, but not a single one (docs/performance.md).
setFlagsFromString('--no-wasm-tier-up');
setFlagsFromString('--no-wasm-dynamic-tiering');

const startParams = [
  ...PGlite.defaultStartParams.filter((param) => param !== '-F'),
  ...[
    'fsync=on',
    'wal_sync_method=fsync',
    'synchronous_commit=on',
    'timezone=UTC',
    // The engine touches all of this memory at startup. The default of 128 MB is no faster with ten times the sample data.
    'shared_buffers=32MB',
    // Checkpoints keep this much of the log for reuse, which works even on a full disk.
    'min_wal_size=16MB',
  ].flatMap((set) => ['-c', set]),
];

const open = (options: PGliteOptions) =>
  // Small segments of the write-ahead log are equally safe, and halve the time to create a database.
  PGlite.create({ startParams, initDbStartParams: ['--wal-segsize=1'], parsers: readers, ...options });

/** Opens the database; creates it if there is none. The caller must hold the folder's lock. */
export async function openAt(location: Location): Promise<PGlite> {
  if (location.directory === null)
    return open(location.dump ? { loadDataDir: new Blob([fs.readFileSync(location.dump)]) } : {});
  const database = databaseIn(location.directory);
  if (!fs.existsSync(database)) await create(location.directory);
  makePrivate(database);
  return open({ fs: new DurableFolder(database) });
}

/** The path of the database in a data folder. */
export const databaseIn = (directory: string) => join(directory, 'database');

/**
 * Creates the database under a temporary name and renames it when complete, so a killed start leaves no partial database.
 */
async function create(directory: string): Promise<void> {
  const database = databaseIn(directory);
  const unfinished = `${database}.new`;
  fs.rmSync(unfinished, { recursive: true, force: true });
  fs.mkdirSync(unfinished, { mode: OWNER_ONLY });
  if (!tryToCopy(TEMPLATE, unfinished)) {
    const created = await open({ fs: new DurableFolder(unfinished) });
    await created.close();
    saveTemplate(unfinished);
  }
  syncTree(unfinished);
  fs.renameSync(unfinished, database);
  syncPath(directory);
}

const OWNER_ONLY = 0o700;

/** Restricts the folder to its owner: the engine lets all users read its files, and write some. So did older versions. */
function makePrivate(database: string): void {
  const stats = fs.statSync(database);
  if (!stats.isDirectory() || (stats.mode & 0o077) === 0) return;
  try {
    fs.chmodSync(database, OWNER_ONLY);
  } catch {
    // The folder belongs to another user, who has given this user access.
  }
}

// An empty database is always the same, slow to create, and has no secrets.
const TEMPLATE = join(
  import.meta.dirname,
  `../../../node_modules/.cache/empty-database-${manifest.dependencies['@electric-sql/pglite']}`,
);

/** Saves a copy of an empty database for the next creation. Failure is harmless: the next creation is only slower. */
function saveTemplate(empty: string): void {
  const copy = `${TEMPLATE}.${process.pid}`;
  try {
    fs.mkdirSync(dirname(TEMPLATE), { recursive: true });
    fs.cpSync(empty, copy, { recursive: true });
    syncTree(copy);
    fs.renameSync(copy, TEMPLATE);
  } catch {
    fs.rmSync(copy, { recursive: true, force: true });
  }
}

/** Copies the files of an empty database into a folder, and returns whether this succeeded. */
function tryToCopy(empty: string, folder: string): boolean {
  try {
    fs.cpSync(empty, folder, { recursive: true });
    return true;
  } catch {
    for (const name of fs.readdirSync(folder)) fs.rmSync(join(folder, name), { recursive: true });
    return false;
  }
}
