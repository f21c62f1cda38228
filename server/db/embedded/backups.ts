import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { StartupError } from '../../runtime/startupError.ts';

// A request for a backup is a file `backup-ID.wanted` in a data folder, which the server that has it open takes away and
// answers with `backup-ID.gz`. Only users who may write there can make one. Each has an ID, so that two never share a file.

const REQUEST = /^backup-[-0-9a-f]{36}\.wanted$/;
const ANSWER = /^backup-[-0-9a-f]{36}\.gz(\.new)?$/;
const answerTo = (request: string) => request.replace(/wanted$/, 'gz');

const LOOKED_FOR_EVERY = 250;

/**
 * Calls `backup` with the path of each backup that is requested, one after another, for as long as this process lives.
 * Removes those that commands have left behind which were killed.
 */
export function handleBackupRequests(directory: string, backup: (file: string) => Promise<void>): void {
  const found = (name: RegExp) =>
    fs.readdirSync(directory).flatMap((one) => (name.test(one) ? [join(directory, one)] : []));
  for (const left of found(ANSWER)) fs.rmSync(left, { force: true });
  let last = Promise.resolve();
  setInterval(() => {
    for (const request of found(REQUEST)) {
      fs.rmSync(request, { force: true });
      last = last.then(() => backup(answerTo(request)));
    }
  }, LOOKED_FOR_EVERY).unref();
}

const TAKEN_WITHIN = 5_000;
const WRITTEN_WITHIN = 300_000;
const PAUSE = 50;

/**
 * Requests a backup from the server that has a data folder open, waits for it, and returns its path, which the caller
 * removes. Throws `StartRefused` if no server takes the request within 5 seconds, or the backup is not written within
 * 5 minutes.
 */
export async function askForBackup(directory: string): Promise<string> {
  const request = join(directory, `backup-${randomUUID()}.wanted`);
  fs.writeFileSync(request, '', { flag: 'wx', mode: 0o600 });
  if (!(await comes(() => !fs.existsSync(request), TAKEN_WITHIN))) {
    fs.rmSync(request, { force: true });
    throw new StartupError(
      `The data folder ${directory} is in use, but no server responded to the backup request: stop the process that uses it, and try again.`,
    );
  }
  if (!(await comes(() => fs.existsSync(answerTo(request)), WRITTEN_WITHIN)))
    throw new StartupError(`The server has not written a backup to ${answerTo(request)}: see its log.`);
  return answerTo(request);
}

async function comes(happened: () => boolean, within: number): Promise<boolean> {
  for (const end = Date.now() + within; Date.now() < end; await wait(PAUSE)) if (happened()) return true;
  return happened();
}
