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
import { Activity } from '../activity.ts';
import { withDeadlines } from '../heldDriver.ts';
import type { Db, Tables } from '../tables.ts';
import { backupIn } from './backups.ts';
import { EmbeddedDriver } from './driver.ts';
import { lockFolder } from './folderLock.ts';
import { databaseIn, type Location, makeFromBackup } from './open.ts';

export interface Opened {
  db: Db;
  activity: Activity;
  gone: Promise<Error>;
  /**
   * Writes all saved data to `backup.tar.gz` in the folder, replacing it once the new one is complete; null in memory.
   */
  backup: (() => Promise<void>) | null;
  close: () => Promise<void>;
}

/**
 * Opens the embedded database and locks its folder until it is closed. Throws `StartRefused` if the folder cannot be
 * used or the database does not open. Calls `onCreate` before it creates the database in the folder.
 */
export async function openEmbedded(location: Location, onCreate: () => void): Promise<Opened> {
  const unlock = location.directory === null ? () => {} : lockFolder(usable(location.directory));
  if (location.directory !== null && !fs.existsSync(databaseIn(location.directory))) onCreate();
  const driver = new EmbeddedDriver(location);
  const activity = new Activity(({ used }) => 1 - used);
  const dialect: Dialect = {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => withDeadlines(driver, activity),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  };
  const db = new Kysely<Tables>({ dialect, plugins: [new CamelCasePlugin()] });
  try {
    await driver.init();
  } catch (error) {
    unlock();
    throw new StartRefused(
      `The database in ${location.directory ?? 'memory'} cannot be opened (${(error as Error).message}): restore it from a backup, or set DATA_DIR to another folder.`,
      { cause: error },
    );
  }
  return {
    db,
    activity,
    gone: driver.gone,
    backup: location.directory === null ? null : () => driver.backup(backupIn(location.directory)),
    close: async () => {
      await driver.destroy();
      unlock();
    },
  };
}

/** Creates a folder's database from a backup. Throws `StartRefused` if there is one already or the folder is in use. */
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

// `mkdirSync` with `recursive` would loop forever below /proc.
function makeFolder(directory: string): void {
  if (fs.existsSync(directory)) return;
  makeFolder(dirname(directory));
  fs.mkdirSync(directory);
}

/** Creates the folder if needed and returns its real path. Throws `StartRefused` if it is not writable. */
function usable(directory: string): string {
  try {
    makeFolder(directory);
    fs.accessSync(directory, fs.constants.R_OK | fs.constants.W_OK | fs.constants.X_OK);
    return fs.realpathSync(directory);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new StartRefused(
      `The data folder ${directory} cannot be written to (${code}): give this user write permission, or set DATA_DIR to another folder.`,
    );
  }
}
