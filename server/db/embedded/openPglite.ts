import fs from 'node:fs';
import { dirname, join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { PGlite, type PGliteOptions } from '@electric-sql/pglite';
import manifest from '../../../package.json' with { type: 'json' };
import { readers } from '../typeParsers.ts';
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
    // Checkpoints keep so much of the log to use it again, which a full disk cannot prevent.
    'min_wal_size=16MB',
  ].flatMap((set) => ['-c', set]),
];

const open = (options: PGliteOptions) =>
  // Small segments of the write-ahead log are just as safe and halve the time to create a database.
  PGlite.create({ startParams, initDbStartParams: ['--wal-segsize=1'], parsers: readers, ...options });

/** Opens the database and creates it first if there is none. The caller must hold the folder's lock. */
export async function openAt(location: Location): Promise<PGlite> {
  if (location.directory === null)
    return open(location.dump ? { loadDataDir: new Blob([fs.readFileSync(location.dump)]) } : {});
  const database = databaseIn(location.directory);
  if (!fs.existsSync(database)) await create(location.directory);
  makePrivate(database);
  return open({ fs: new DurableFolder(database) });
}

/** Path of the database itself in a data folder. */
export const databaseIn = (directory: string) => join(directory, 'database');

/**
 * Creates the database under a temporary name and renames it once complete, so that a killed start leaves none behind.
 */
async function create(directory: string): Promise<void> {
  const database = databaseIn(directory);
  const unfinished = `${database}.new`;
  fs.rmSync(unfinished, { recursive: true, force: true });
  fs.mkdirSync(unfinished, { mode: OWNER_ONLY });
  if (!copied(KEPT, unfinished)) {
    const made = await open({ fs: new DurableFolder(unfinished) });
    await made.close();
    keep(unfinished);
  }
  syncTree(unfinished);
  fs.renameSync(unfinished, database);
  syncPath(directory);
}

const OWNER_ONLY = 0o700;

/** The engine would let everyone on the machine read its files, and write some. Older versions left it at that. */
function makePrivate(database: string): void {
  const found = fs.statSync(database);
  if (!found.isDirectory() || (found.mode & 0o077) === 0) return;
  try {
    fs.chmodSync(database, OWNER_ONLY);
  } catch {
    // It belongs to another user, who has let this one in.
  }
}

// An empty database is always the same, and slow to create. It holds nothing that is secret.
const KEPT = join(
  import.meta.dirname,
  `../../../node_modules/.cache/empty-database-${manifest.dependencies['@electric-sql/pglite']}`,
);

/** Keeps a copy of an empty database for the next creation, which does without if it cannot be written. */
function keep(empty: string): void {
  const copy = `${KEPT}.${process.pid}`;
  try {
    fs.mkdirSync(dirname(KEPT), { recursive: true });
    fs.cpSync(empty, copy, { recursive: true });
    syncTree(copy);
    fs.renameSync(copy, KEPT);
  } catch {
    fs.rmSync(copy, { recursive: true, force: true });
  }
}

/** Copies the files of an empty database into a folder, and returns whether all are there. */
function copied(empty: string, folder: string): boolean {
  try {
    fs.cpSync(empty, folder, { recursive: true });
    return true;
  } catch {
    for (const name of fs.readdirSync(folder)) fs.rmSync(join(folder, name), { recursive: true });
    return false;
  }
}
