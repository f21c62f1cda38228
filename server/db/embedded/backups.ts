import fs from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { StartRefused } from '../../startRefused.ts';

/** Where in a data folder its last backup is. */
export const backupIn = (directory: string) => join(directory, 'backup.tar.gz');

/** A file of this name in a data folder asks its server for a backup: only who may write there can ask. */
const requestIn = (directory: string) => join(directory, 'backup.wanted');

const LOOKED_FOR_EVERY = 250;

/** Has a backup written whenever one is asked for, for as long as this process lives. */
export function answerBackupRequests(directory: string, backup: () => void): void {
  fs.watchFile(requestIn(directory), { interval: LOOKED_FOR_EVERY, persistent: false }, ({ nlink }) => {
    if (nlink === 0) return;
    fs.rmSync(requestIn(directory), { force: true });
    backup();
  });
}

const TAKEN_WITHIN = 5_000;
const WRITTEN_WITHIN = 60_000;
const PAUSE = 50;

/** Asks the server that has a data folder open for a backup, and waits until it is there. */
export async function askForBackup(directory: string): Promise<void> {
  const request = requestIn(directory);
  const before = idOf(backupIn(directory));
  // Not over what is there: it may lead elsewhere.
  fs.rmSync(request, { force: true });
  fs.writeFileSync(request, '', { flag: 'wx', mode: 0o600 });
  if (!(await comes(() => !fs.existsSync(request), TAKEN_WITHIN))) {
    fs.rmSync(request, { force: true });
    throw new StartRefused(
      `The data folder ${directory} is in use, but no server takes the request for a backup: stop what uses it, and try again.`,
    );
  }
  if (!(await comes(() => idOf(backupIn(directory)) !== before, WRITTEN_WITHIN)))
    throw new StartRefused(`The server has written no backup to ${backupIn(directory)}: its log says why.`);
}

async function comes(happened: () => boolean, within: number): Promise<boolean> {
  for (const end = Date.now() + within; Date.now() < end; await wait(PAUSE)) if (happened()) return true;
  return happened();
}

/** Another file has another number, or another time. */
function idOf(file: string): string {
  const stats = fs.lstatSync(file, { throwIfNoEntry: false });
  return stats ? `${stats.ino} ${stats.mtimeMs}` : 'none';
}
