/**
 * `npm run backup -- FILE`: writes all saved data to a new file, even while the application is in use. `pg_dump` backs
 * up PostgreSQL. The embedded database is backed up by the server that has it open, or by this process if none has.
 */
import { constants, createWriteStream, existsSync, readFileSync, renameSync, statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { readDatabase } from '../config.ts';
import { connect, type DatabaseSettings } from '../db/connect.ts';
import { askForBackup, backupIn } from '../db/embedded/backups.ts';
import { syncPath } from '../db/embedded/durableFolder.ts';
import { isHeld } from '../db/embedded/folderLock.ts';
import { headOfLog } from '../db/log.ts';
import { StartRefused } from '../startRefused.ts';
import { fileOf, refuseUnlessOwn, refuseUnlessThere, run, runs } from './command.ts';

await run(async () => {
  const file = fileOf('backup');
  if (existsSync(file)) throw new StartRefused(`${file} already exists: name another file.`);
  const settings = readDatabase(process.env);
  const unfinished = `${file}.new`;
  let head: string | null;
  if (settings.kind === 'postgres') {
    // Read before the dump, so that the backup contains everything up to it.
    head = await headIn(settings);
    runs('pg_dump', settings.url, [
      '--format=custom',
      '--no-owner',
      '--no-privileges',
      `--file=${unfinished}`,
    ]);
  } else {
    await copy(await backupOf(String(settings.directory)), unfinished);
    head = await headIn({
      kind: 'embedded',
      directory: null,
      dump: new Uint8Array(readFileSync(unfinished)),
    });
  }
  syncPath(unfinished);
  renameSync(unfinished, file);
  console.log(`Backed up all saved data to ${file}: ${statSync(file).size.toLocaleString('en-US')} bytes.`);
  console.log(`The head of its change log is ${head}: npm run verify -- ${head}`);
});

/** The head of the change log, which can show later whether anything up to it was altered or removed. */
async function headIn(settings: DatabaseSettings): Promise<string | null> {
  const { db, close } = await connect(settings);
  const head = await headOfLog(db);
  await close();
  return head;
}

/** Writes a new backup in a data folder and returns its path. */
async function backupOf(directory: string): Promise<string> {
  refuseUnlessThere(directory);
  if (isHeld(directory)) await askForBackup(directory);
  else {
    refuseUnlessOwn(directory);
    const database = await connect({ kind: 'embedded', directory });
    await database.backup?.();
    await database.close();
  }
  return backupIn(directory);
}

/** Copies a file. Fails if its name is a symbolic link, instead of following it. */
async function copy(from: string, to: string): Promise<void> {
  const source = await open(from, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0));
  await pipeline(source.createReadStream(), createWriteStream(to, { mode: 0o600 }));
}
