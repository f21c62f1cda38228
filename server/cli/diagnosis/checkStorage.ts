import { accessSync, constants, existsSync, statfsSync, statSync } from 'node:fs';
import type { StoredDatabase } from '../../config/databaseSettings.ts';
import { checkBackup } from '../../db/backup/backupFormat.ts';
import { newestBackup } from '../../db/backup/newestBackup.ts';
import { type Finding, findingOf, notChecked, numberOf, ok, wrong } from './finding.ts';

const LEAST_FREE = 1_000_000_000;
// Where the service managers of Linux keep logs.
const LOGS = '/var/log';

/** Checks the free space for the embedded database, the backups and the logs. */
export function* checkDisks(database: StoredDatabase, backups: string | null): Generator<Finding> {
  const folders = [database.kind === 'embedded' ? database.directory : null, backups, LOGS].filter(
    (folder) => folder !== null && existsSync(folder),
  ) as string[];
  const checked = new Set<number>();
  for (const folder of folders) {
    const { dev } = statSync(folder);
    if (!checked.has(dev)) yield checkDisk(folder);
    checked.add(dev);
  }
  if (database.kind === 'postgres')
    yield notChecked('The disk of PostgreSQL, because only its own machine can see it: run df there.');
}

function checkDisk(folder: string): Finding {
  const { bavail, bsize } = statfsSync(folder);
  const free = bavail * bsize;
  return free < LEAST_FREE
    ? wrong(`The disk of ${folder} has only ${Math.floor(free / 1e6)} MB free: make room on it.`)
    : ok(`The disk of ${folder} has ${Math.floor(free / 1e9)} GB free.`);
}

const HOUR = 60 * 60 * 1000;
// A nightly backup may take a while.
const OLDEST = 26;

/** Checks that the newest backup is complete and not older than a day. */
export async function checkBackups(folder: string | null): Promise<Finding> {
  if (folder === null) return notChecked('The backups: set BACKUP_DIR to their folder.');
  if (!existsSync(folder))
    return wrong(`There is no folder ${folder}: set BACKUP_DIR to the folder of the backups.`);
  if (!isReadable(folder)) return notChecked(`The backups, because this user may not read ${folder}.`);
  const newest = newestBackup(folder);
  if (!newest)
    return wrong(
      `There is no backup in ${folder}: run npm run backup, and see the log of the nightly backup.`,
    );
  const hours = Math.floor((Date.now() - newest.time) / HOUR);
  const age = numberOf(hours, 'hour');
  if (hours >= OLDEST)
    return wrong(
      `The newest backup, ${newest.file}, is ${age} old: see the log of the nightly backup, and run npm run backup.`,
    );
  if (!isReadable(newest.file))
    return notChecked(
      `Whether the newest backup, ${newest.file}, of ${age} ago, is complete, because this user may not read it.`,
    );
  return await findingOf(
    checkBackup(newest.file).then(() => ok(`The newest backup, ${newest.file}, is ${age} old and complete.`)),
  );
}

function isReadable(path: string): boolean {
  try {
    accessSync(path, constants.R_OK);
    return true;
  } catch {
    return false;
  }
}
