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
import { SettingsError, StartupError } from '../../runtime/startupError.ts';
import { Activity } from '../activity.ts';
import type { ConnectOptions } from '../database.ts';
import { withDeadlines } from '../deadlineDriver.ts';
import type { Db, Tables } from '../tables.ts';
import { lockOnceFree } from './folderLock.ts';
import { databaseIn, type Location } from './openPglite.ts';
import { EmbeddedDriver } from './pgliteDriver.ts';

export interface Opened {
  db: Db;
  activity: Activity;
  gone: Promise<Error>;
  close: () => Promise<void>;
}

/**
 * Opens the embedded database and locks its folder until it is closed. Throws `StartupError` if the folder cannot be
 * used or the database does not open.
 */
export async function openEmbedded(location: Location, options: ConnectOptions): Promise<Opened> {
  const unlock =
    location.directory === null ? () => {} : await lockOnceFree(openFolder(location.directory), options);
  if (location.directory !== null && !fs.existsSync(databaseIn(location.directory)))
    options.report?.('Creating the database…');
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
    throw new StartupError(
      `The database in ${location.directory ?? 'memory'} cannot be opened (${(error as Error).message}): restore it from a backup, or set DATA_DIR to another folder.`,
      { cause: error },
    );
  }
  return {
    db,
    activity,
    gone: driver.gone,
    close: async () => {
      await driver.destroy();
      unlock();
    },
  };
}

// `mkdirSync` with `recursive` would loop forever below /proc.
function makeFolder(directory: string, options: fs.MakeDirectoryOptions = {}): void {
  if (fs.existsSync(directory)) return;
  makeFolder(dirname(directory));
  fs.mkdirSync(directory, options);
}

/** Creates the folder if needed and returns its real path. Throws `StartupError` if it is not writable. */
function openFolder(directory: string): string {
  try {
    // For this user alone.
    makeFolder(directory, { mode: 0o700 });
    fs.accessSync(directory, fs.constants.R_OK | fs.constants.W_OK | fs.constants.X_OK);
    return fs.realpathSync(directory);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new SettingsError(
      `The data folder ${directory} cannot be written to (${code}): give this user write permission, or set DATA_DIR to another folder.`,
    );
  }
}
