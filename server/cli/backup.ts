/**
 * `npm run backup -- FILE`: writes all stored data except sessions to a new file, even while the application is in use.
 * Either engine can restore it (db/backup/backupFormat.ts). The server that uses an embedded database writes its backup, or
 * else this process.
 */
import { constants, existsSync, rmSync, statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { nameOfDatabase } from '../config/databaseSettings.ts';
import { checkBackup, makerOf } from '../db/backup/backupFormat.ts';
import { refuseIfTaken, writeBackup, writeNewFile } from '../db/backup/writeBackup.ts';
import { isConnectionLost } from '../db/databaseErrors.ts';
import { askForBackup } from '../db/embedded/backups.ts';
import { isServed } from '../db/embedded/folderLock.ts';
import { readBuild } from '../runtime/build.ts';
import { StartupError } from '../runtime/startupError.ts';
import { findDatabase, openDatabase, run, say } from './command.ts';

await run('backup', async ({ values, positionals: [file = ''] }) => {
  refuseIfTaken(file);
  if (!existsSync(dirname(file)))
    throw new StartupError(`There is no folder ${dirname(file)}: create it first.`);
  const settings = findDatabase(values);
  if (settings.kind === 'embedded' && isServed(settings.directory)) {
    say(nameOfDatabase(settings));
    await fetchBackup(settings.directory, file);
  } else {
    const database = await openDatabase('backup', settings);
    const build = await readBuild({ buildCommit: process.env.BUILD_COMMIT || null });
    await writeBackup(database, file, build).catch(reportFileError(file));
    await database.close();
  }
  const manifest = await checkBackup(file);
  say(
    `Backed up everything to ${file}: ${statSync(file).size.toLocaleString('en-US')} bytes, made by version ${makerOf(manifest)}.`,
  );
  say(`The head of its change log is ${manifest.head}: npm run verify -- ${manifest.head}`);
});

/** Requests a backup from the server, and moves it to a new file, as `writeNewFile` does. */
async function fetchBackup(directory: string, file: string): Promise<void> {
  const written = await askForBackup(directory);
  await copy(written, file)
    .catch(reportFileError(file))
    .finally(() => rmSync(written, { force: true }));
}

/** Turns a file system error, such as a missing permission or a full disk, into a `StartupError`. A lost connection stays one. */
function reportFileError(file: string): (error: NodeJS.ErrnoException) => never {
  return (error) => {
    if (error.syscall === undefined || isConnectionLost(error)) throw error;
    throw new StartupError(`${file} cannot be written (${error.code}): name a file in another folder.`, {
      cause: error,
    });
  };
}

/** Copies a backup. Fails if its name is a symbolic link, instead of following it. */
async function copy(from: string, to: string): Promise<void> {
  const source = await open(from, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0));
  await writeNewFile(to, source.createReadStream());
}
