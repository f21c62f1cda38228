import fs from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { StartRefused } from '../../startRefused.ts';

/** Path of the last backup that a server has written in its data folder. */
export const backupIn = (directory: string) => join(directory, 'backup.gz');

/** Creating this file in a data folder requests a backup from its server. Only users who may write there can do so. */
const requestIn = (directory: string) => join(directory, 'backup.wanted');

const LOOKED_FOR_EVERY = 250;

/** Calls `backup` whenever one is requested, for as long as this process lives. */
export function answerBackupRequests(directory: string, backup: () => void): void {
  fs.watchFile(requestIn(directory), { interval: LOOKED_FOR_EVERY, persistent: false }, ({ nlink }) => {
    if (nlink === 0) return;
    fs.rmSync(requestIn(directory), { force: true });
    backup();
  });
}

const TAKEN_WITHIN = 5_000;
const WRITTEN_WITHIN = 300_000;
const PAUSE = 50;

/**
 * Requests a backup from the server that has a data folder open, waits for it, and returns its path. Throws
 * `StartRefused` if no server takes the request within 5 seconds, or the backup is not written within 5 minutes.
 */
export async function askForBackup(directory: string): Promise<string> {
  const request = requestIn(directory);
  const before = idOf(backupIn(directory));
  // Never write to an existing file: it may be a link to somewhere else.
  fs.rmSync(request, { force: true });
  fs.writeFileSync(request, '', { flag: 'wx', mode: 0o600 });
  if (!(await comes(() => !fs.existsSync(request), TAKEN_WITHIN))) {
    fs.rmSync(request, { force: true });
    throw new StartRefused(
      `The data folder ${directory} is in use, but no server responded to the backup request: stop the process that uses it, and try again.`,
    );
  }
  if (!(await comes(() => idOf(backupIn(directory)) !== before, WRITTEN_WITHIN)))
    throw new StartRefused(`The server has not written a backup to ${backupIn(directory)}: see its log.`);
  return backupIn(directory);
}

async function comes(happened: () => boolean, within: number): Promise<boolean> {
  for (const end = Date.now() + within; Date.now() < end; await wait(PAUSE)) if (happened()) return true;
  return happened();
}

/** Inode and modification time, which change when the file is replaced. */
function idOf(file: string): string {
  const stats = fs.lstatSync(file, { throwIfNoEntry: false });
  return stats ? `${stats.ino} ${stats.mtimeMs}` : 'none';
}
