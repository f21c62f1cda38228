import fs from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { StartRefused } from '../../startRefused.ts';

const LOCK = 'lock';
const HOLDER = 'process';
const BUSY = 5;

/**
 * Locks a data folder for this process, and returns a function that releases it. Two databases on one folder would
 * silently lose each other's rows. The lock is an operating system lock on a file in the folder, taken through SQLite
 * because Node has no API for it. The system releases it when the process ends, however it ends. Only the file's owner
 * may write to it, so only the owner can take the lock. Throws `StartRefused` if another process holds it.
 */
export function lockFolder(directory: string): () => void {
  const lock = lockOf(directory);
  if (!lock)
    throw new StartRefused(
      `The data folder ${directory} is in use by process ${holderIn(directory)}: stop that one, or set DATA_DIR to another folder.`,
    );
  // Only informs people, so it does not matter who else could write it.
  fs.writeFileSync(join(directory, HOLDER), String(process.pid), { mode: 0o600 });
  return () => lock.close();
}

/** Whether another process has locked a folder. */
export function isHeld(directory: string): boolean {
  const lock = lockOf(directory);
  lock?.close();
  return !lock;
}

/** Takes the lock; null if another process has it. */
function lockOf(directory: string): DatabaseSync | null {
  const file = join(directory, LOCK);
  makeOwn(directory, file);
  const lock = new DatabaseSync(file);
  try {
    lock.exec('pragma locking_mode = exclusive; begin exclusive');
    return lock;
  } catch (error) {
    lock.close();
    const { errcode, message } = error as Error & { errcode?: number };
    if (errcode === BUSY) return null;
    throw new StartRefused(`The file ${file} cannot be locked (${message}): remove it, and try again.`, {
      cause: error,
    });
  }
}

/**
 * Creates the lock file for its owner alone. An existing file is not opened here: closing it would release this
 * process's lock. Throws `StartRefused` if other users can access the file.
 */
function makeOwn(directory: string, file: string): void {
  try {
    const made = fs.openSync(file, 'wx', 0o600);
    const { uid, gid } = fs.statSync(directory);
    // Root may only check who holds the folder. The folder's user must be able to take the lock afterwards.
    if (process.getuid?.() === 0) fs.fchownSync(made, uid, gid);
    fs.closeSync(made);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  const found = fs.lstatSync(file);
  const owners = [process.getuid?.(), fs.statSync(directory).uid];
  const isOwn = process.platform === 'win32' || (owners.includes(found.uid) && (found.mode & 0o077) === 0);
  if (!isOwn || !found.isFile())
    throw new StartRefused(
      `The file ${file} belongs to another user or is accessible to others: remove it, and try again.`,
    );
}

function holderIn(directory: string): string {
  try {
    return fs.readFileSync(join(directory, HOLDER), 'utf8').replace(/\D/g, '') || 'unknown';
  } catch {
    return 'unknown';
  }
}
