import fs from 'node:fs';
import { dirname, join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { PGlite, type PGliteOptions } from '@electric-sql/pglite';
import manifest from '../../../package.json' with { type: 'json' };
import { readers } from '../values.ts';
import { DurableFolder, syncPath, syncTree } from './durableFolder.ts';

/** Where the database is: a data folder, or memory only, then begun from a dump where one is given. */
export type Location = { directory: string } | { directory: null; dump?: Uint8Array<ArrayBuffer> };

// A process may abort while V8 frees compiled code of a database on another thread (github.com/nodejs/node/issues/64500).
// What it would free, a few megabytes at most, is kept.
setFlagsFromString('--no-wasm-code-gc');

const startParams = [
  ...PGlite.defaultStartParams.filter((param) => param !== '-F'),
  ...['fsync=on', 'wal_sync_method=fsync', 'synchronous_commit=on', 'timezone=UTC'].flatMap((set) => [
    '-c',
    set,
  ]),
];

const open = (options: PGliteOptions) =>
  // Small segments of the write-ahead log: as safe, and a new database is made in half the time.
  PGlite.create({ startParams, initDbStartParams: ['--wal-segsize=1'], parsers: readers, ...options });

/** Opens the database, and makes it first where there is none. The caller holds the folder's lock. */
export async function openAt(location: Location): Promise<PGlite> {
  if (location.directory === null)
    return open(location.dump ? { loadDataDir: new Blob([location.dump]) } : {});
  const database = databaseIn(location.directory);
  if (!fs.existsSync(database)) await create(location.directory, await emptyDatabase());
  return open({ fs: new DurableFolder(database) });
}

/** Where in a data folder the database itself is. */
export const databaseIn = (directory: string) => join(directory, 'database');

/** Makes the database of a folder, which has none, from what `writeBackup` wrote. The caller holds the folder's lock. */
export const makeFromBackup = (directory: string, backup: Uint8Array<ArrayBuffer>) =>
  create(directory, new Blob([backup]));

/** Writes all that is saved to a file, which has its name when it is whole. */
export async function writeBackup(database: PGlite, file: string): Promise<void> {
  const dump = await database.dumpDataDir('gzip');
  const unfinished = `${file}.new`;
  fs.writeFileSync(unfinished, Buffer.from(await dump.arrayBuffer()), { mode: 0o600, flush: true });
  fs.renameSync(unfinished, file);
  syncPath(dirname(file));
}

/** Makes the database under another name and gives it its own once it is whole: a start that is killed leaves none. */
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

// An empty database is the same each time, and slow to make.
const KEPT = join(
  import.meta.dirname,
  `../../../node_modules/.cache/empty-database-${manifest.dependencies['@electric-sql/pglite']}.tar`,
);

/** Made once and kept beside the packages; where that cannot be written, made each time. */
async function emptyDatabase(): Promise<Blob> {
  if (fs.existsSync(KEPT)) return new Blob([fs.readFileSync(KEPT)]);
  const made = await open({});
  const dump = await made.dumpDataDir('none');
  await made.close();
  const bytes = Buffer.from(await dump.arrayBuffer());
  try {
    fs.mkdirSync(dirname(KEPT), { recursive: true });
    fs.writeFileSync(`${KEPT}.${process.pid}`, bytes, { flush: true });
    fs.renameSync(`${KEPT}.${process.pid}`, KEPT);
  } catch {
    // The next one makes its own.
  }
  return dump;
}
