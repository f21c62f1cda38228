import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { StartupError } from '../../runtime/startupError.ts';

// A backup request is a file `backup-ID.wanted` in a data folder. The server that uses the folder removes the request and
// writes the backup `backup-ID.gz`. Only users who may write to the folder can make a request. Each request has an ID, so
// two requests never share a file.

const REQUEST = /^backup-[-0-9a-f]{36}\.wanted$/;
const BACKUP = /^backup-[-0-9a-f]{36}\.gz(\.new)?$/;
const backupOf = (request: string) => request.replace(/wanted$/, 'gz');

// In ms.
const POLL_INTERVAL = 250;

/**
 * Calls `backup` with the path of each requested backup, one after another, as long as this process lives. Also removes
 * backups left behind by killed commands.
 */
export function handleBackupRequests(directory: string, backup: (file: string) => Promise<void>): void {
  const filesLike = (pattern: RegExp) =>
    fs.readdirSync(directory).flatMap((name) => (pattern.test(name) ? [join(directory, name)] : []));
  for (const file of filesLike(BACKUP)) fs.rmSync(file, { force: true });
  let last = Promise.resolve();
  const takeRequests = () => {
    for (const request of filesLike(REQUEST)) {
      fs.rmSync(request, { force: true });
      last = last.then(() => backup(backupOf(request)));
    }
  };
  setInterval(() => {
    try {
      takeRequests();
    } catch {
      // Too many files may be open: the next look takes the requests. The command says so if none does.
    }
  }, POLL_INTERVAL).unref();
}

// In ms.
const ACCEPT_TIMEOUT = 5_000;
const WRITE_TIMEOUT = 300_000;
const PAUSE = 50;

/**
 * Requests a backup from the server that uses a data folder, waits for it, and returns its path; the caller removes the
 * file. Throws `StartupError` if no server takes the request within 5 seconds, or does not write the backup within 5
 * minutes.
 */
export async function askForBackup(directory: string): Promise<string> {
  const request = join(directory, `backup-${randomUUID()}.wanted`);
  fs.writeFileSync(request, '', { flag: 'wx', mode: 0o600 });
  if (!(await waitUntil(() => !fs.existsSync(request), ACCEPT_TIMEOUT))) {
    fs.rmSync(request, { force: true });
    throw new StartupError(
      `The data folder ${directory} is in use, but no server responded to the backup request: stop the process that uses it, and try again.`,
    );
  }
  if (!(await waitUntil(() => fs.existsSync(backupOf(request)), WRITE_TIMEOUT)))
    throw new StartupError(`The server has not written a backup to ${backupOf(request)}: see its log.`);
  return backupOf(request);
}

async function waitUntil(condition: () => boolean, timeout: number): Promise<boolean> {
  for (const end = Date.now() + timeout; Date.now() < end; await wait(PAUSE)) if (condition()) return true;
  return condition();
}
