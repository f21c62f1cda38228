import fs from 'node:fs';
import { dirname } from 'node:path';
import {
  CamelCasePlugin,
  type Dialect,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely';
import { StartRefused } from '../../startRefused.ts';
import { heldToDeadlines } from '../heldDriver.ts';
import type { Db, Tables } from '../tables.ts';
import { backupIn } from './backups.ts';
import { EmbeddedDriver } from './driver.ts';
import { lockFolder } from './folderLock.ts';
import { databaseIn, type Location, makeFromBackup } from './open.ts';

export interface Opened {
  db: Db;
  gone: Promise<Error>;
  /** Writes all that is saved to the folder's `backup.tar.gz`, which is replaced when the new one is whole. */
  backup: (() => Promise<void>) | null;
  close: () => Promise<void>;
}

/** Opens the embedded database and holds its folder until it is closed. */
export async function openEmbedded(location: Location): Promise<Opened> {
  const unlock = location.directory === null ? () => {} : lockFolder(usable(location.directory));
  const driver = new EmbeddedDriver(location);
  const dialect: Dialect = {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => heldToDeadlines(driver),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  };
  const db = new Kysely<Tables>({ dialect, plugins: [new CamelCasePlugin()] });
  try {
    await driver.init();
  } catch (error) {
    unlock();
    throw new StartRefused(
      `The database in ${location.directory ?? 'memory'} does not open (${(error as Error).message}): restore it from a backup, or set DATA_DIR to another folder.`,
      { cause: error },
    );
  }
  return {
    db,
    gone: driver.gone,
    backup: location.directory === null ? null : () => driver.backup(backupIn(location.directory)),
    close: async () => {
      await driver.destroy();
      unlock();
    },
  };
}

/** Makes the database of a folder from a backup. Throws `StartRefused` where there is one already, or somebody uses it. */
export async function restoreEmbedded(directory: string, backup: Uint8Array<ArrayBuffer>): Promise<void> {
  const unlock = lockFolder(usable(directory));
  try {
    if (fs.existsSync(databaseIn(directory)))
      throw new StartRefused(
        `There is a database in ${directory} already: move it away, or set DATA_DIR to another folder.`,
      );
    await makeFromBackup(directory, backup);
  } finally {
    unlock();
  }
}

// Not `mkdirSync` with `recursive`: below /proc that tries for ever.
function makeFolder(directory: string): void {
  if (fs.existsSync(directory)) return;
  makeFolder(dirname(directory));
  fs.mkdirSync(directory);
}

/** The folder, made if need be, that this process may write to. */
function usable(directory: string): string {
  try {
    makeFolder(directory);
    fs.accessSync(directory, fs.constants.R_OK | fs.constants.W_OK | fs.constants.X_OK);
    return fs.realpathSync(directory);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new StartRefused(
      `The data folder ${directory} cannot be written to (${code}): give this user the right to, or set DATA_DIR to another folder.`,
    );
  }
}
