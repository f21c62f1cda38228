import fs from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { StartRefused } from '../../startRefused.ts';

const LOCK = 'lock';
const HOLDER = 'process';
const BUSY = 5;

/**
 * Holds a data folder for this process alone: two databases on one folder would lose each other's rows in silence. The
 * lock is one of the system's on a file in the folder, taken by way of SQLite, since Node has no call for it. The system
 * takes it back the moment the process ends, however it ends; and only who may write to the file, its owner, can take it.
 */
export function lockFolder(directory: string): () => void {
  const lock = lockOf(directory);
  if (!lock)
    throw new StartRefused(
      `The data folder ${directory} is in use by process ${holderIn(directory)}: stop that one, or set DATA_DIR to another folder.`,
    );
  // For people; who else might write it is of no matter.
  fs.writeFileSync(join(directory, HOLDER), String(process.pid), { mode: 0o600 });
  return () => lock.close();
}

/** Whether some process holds a folder. */
export function isHeld(directory: string): boolean {
  const lock = lockOf(directory);
  lock?.close();
  return !lock;
}

/** The lock; null where another process has it. */
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

/** The file, its owner's alone. Never opened otherwise: closing it once would give up this process's lock. */
function makeOwn(directory: string, file: string): void {
  try {
    const made = fs.openSync(file, 'wx', 0o600);
    const { uid, gid } = fs.statSync(directory);
    // Root may only have asked who holds the folder: its user must be able to take the lock afterwards.
    if (process.getuid?.() === 0) fs.fchownSync(made, uid, gid);
    fs.closeSync(made);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  const found = fs.lstatSync(file);
  const owners = [process.getuid?.(), fs.statSync(directory).uid];
  const isOwn = process.platform === 'win32' || (owners.includes(found.uid) && (found.mode & 0o077) === 0);
  if (!isOwn || !found.isFile())
    throw new StartRefused(`The file ${file} is open to others, or is theirs: remove it, and try again.`);
}

function holderIn(directory: string): string {
  try {
    return fs.readFileSync(join(directory, HOLDER), 'utf8').replace(/\D/g, '') || 'unknown';
  } catch {
    return 'unknown';
  }
}
