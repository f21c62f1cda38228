import fs from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import { StartupError } from '../../runtime/startupError.ts';
import type { ConnectOptions } from '../database.ts';

const LOCK = 'lock';
const HOLDER = 'process';
const BUSY = 5;

/**
 * Locks a data folder for this process, and returns a function that releases it. Two databases on one folder would silently
 * lose each other's rows. The lock is an operating system lock on a file in the folder, taken through SQLite because Node
 * has no API for it. The system releases it when the process ends in any way. Only the file's owner may write to it, so only
 * the owner can take the lock. Throws `StartupError` if another process holds it.
 */
export function lockFolder(directory: string, command?: string): () => void {
  const unlock = tryToLock(directory, command);
  if (unlock) return unlock;
  throw new StartupError(
    `The data folder ${directory} is in use by process ${holderIn(directory).pid || 'unknown'}: stop that process, or set DATA_DIR to another folder.`,
  );
}

function tryToLock(directory: string, command = ''): (() => void) | null {
  const lock = lockOf(directory);
  if (!lock) return null;
  const holder = join(directory, HOLDER);
  // The file only informs users, so other writers do no harm.
  fs.writeFileSync(holder, `${process.pid} ${command}`, { mode: 0o600 });
  return () => {
    fs.rmSync(holder, { force: true });
    lock.close();
  };
}

// In ms.
const PAUSE = 250;
const UNNAMED_FOR = 2_000;

/** Locks a folder as soon as no command uses it. Throws `StartupError` if a server uses it. */
export async function lockOnceFree(
  directory: string,
  { command, report }: ConnectOptions,
): Promise<() => void> {
  let isReported = false;
  for (let unnamed = 0; ; unnamed += PAUSE) {
    const { pid, command: other } = holderIn(directory);
    const unlock = tryToLock(directory, command);
    if (unlock) return unlock;
    // A process that has just taken the lock, or is about to release it, is not named.
    if (other === '' && (pid !== '' || unnamed >= UNNAMED_FOR)) return lockFolder(directory, command);
    if (other !== '') {
      if (!isReported) report?.(`Waiting for npm run ${other} (process ${pid}), which uses the data folder…`);
      isReported = true;
      unnamed = 0;
    }
    await pause(PAUSE);
  }
}

/** Whether another process has locked a folder. */
export function isHeld(directory: string): boolean {
  const lock = lockOf(directory);
  lock?.close();
  return !lock;
}

/** Whether a server has locked a folder: a process that uses it until it is stopped. */
export const isServed = (directory: string): boolean =>
  holderIn(directory).command === '' && isHeld(directory);

/** Takes the lock; null if another process has it. */
function lockOf(directory: string): DatabaseSync | null {
  const file = join(directory, LOCK);
  const isNew = createLockFile(directory, file);
  // A user may have removed the file of a process that still uses the folder.
  if (isNew && isAlive(holderIn(directory).pid)) {
    fs.rmSync(file);
    return null;
  }
  const lock = new DatabaseSync(file);
  try {
    lock.exec('pragma locking_mode = exclusive; begin exclusive');
    return lock;
  } catch (error) {
    lock.close();
    const { errcode, message } = error as Error & { errcode?: number };
    if (errcode === BUSY) return null;
    throw new StartupError(
      `The file ${file} cannot be locked (${message}): stop the process that uses the folder, remove the file, and try again.`,
      { cause: error },
    );
  }
}

/**
 * Creates the lock file for its owner alone, and returns whether it did. It does not open an existing file, because closing
 * it would release this process's lock. Throws `StartupError` if other users can access the file.
 */
function createLockFile(directory: string, file: string): boolean {
  let isNew = false;
  try {
    const descriptor = fs.openSync(file, 'wx', 0o600);
    const { uid, gid } = fs.statSync(directory);
    // Root may only check the lock: the folder's user must be able to take it afterward.
    if (process.getuid?.() === 0) fs.fchownSync(descriptor, uid, gid);
    fs.closeSync(descriptor);
    isNew = true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  const stats = fs.lstatSync(file);
  const owners = [process.getuid?.(), fs.statSync(directory).uid];
  const isOwn = process.platform === 'win32' || (owners.includes(stats.uid) && (stats.mode & 0o077) === 0);
  if (!isOwn || !stats.isFile())
    throw new StartupError(
      `The file ${file} belongs to another user or is accessible to others: stop the process that uses the folder, remove the file, and try again.`,
    );
  return isNew;
}

/** The process that has locked a folder, as far as it is known. `command` is empty for a server. */
function holderIn(directory: string): { pid: string; command: string } {
  const text = fs.existsSync(join(directory, HOLDER)) ? fs.readFileSync(join(directory, HOLDER), 'utf8') : '';
  const [, pid = '', command = ''] = /^(\d+) ?([a-z]*)$/.exec(text) ?? [];
  return { pid, command };
}

/** Whether a process other than this process is running. */
function isAlive(pid: string): boolean {
  if (pid === '' || Number(pid) === process.pid) return false;
  try {
    return process.kill(Number(pid), 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
