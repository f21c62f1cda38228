/**
 * `npm run backup -- FILE`: writes all that is saved to a new file, while the application is in use. A PostgreSQL is
 * read by `pg_dump`, the embedded database by the server that has it open, or by this process where none has.
 */
import { copyFileSync, existsSync, renameSync, statSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { readDatabase } from '../config.ts';
import { connect } from '../db/connect.ts';
import { syncPath } from '../db/embedded/durableFolder.ts';
import { holderOf } from '../db/embedded/folderLock.ts';
import { backupIn } from '../db/embedded/open.ts';
import { StartRefused } from '../startRefused.ts';
import { fileOf, run, runs } from './command.ts';

const WAITS_FOR = 60_000;

await run(async () => {
  const file = fileOf('backup');
  if (existsSync(file)) throw new StartRefused(`${file} is there already: name another file.`);
  const settings = readDatabase(process.env);
  const unfinished = `${file}.new`;
  if (settings.kind === 'postgres')
    runs('pg_dump', settings.url, [
      '--format=custom',
      '--no-owner',
      '--no-privileges',
      `--file=${unfinished}`,
    ]);
  else copyFileSync(await backupOf(String(settings.directory)), unfinished);
  syncPath(unfinished);
  renameSync(unfinished, file);
  console.log(`${file} holds all that was saved: ${statSync(file).size.toLocaleString('en-US')} bytes.`);
});

/** Has a data folder's backup written anew and answers where it is. */
async function backupOf(directory: string): Promise<string> {
  if (!existsSync(directory))
    throw new StartRefused(`There is no ${directory}: set DATA_DIR to the data folder.`);
  const file = backupIn(directory);
  const holder = await holderOf(directory);
  if (holder === null) {
    const database = await connect({ kind: 'embedded', directory });
    await database.backup?.();
    await database.close();
    return file;
  }
  const before = idOf(file);
  process.kill(Number(holder), 'SIGUSR2');
  for (const end = Date.now() + WAITS_FOR; Date.now() < end; await wait(100))
    if (idOf(file) !== before) return file;
  throw new StartRefused(`Process ${holder} has written no backup to ${file}: its log says why.`);
}

/** Another file has another number, or another time. */
function idOf(file: string): string {
  const stats = statSync(file, { throwIfNoEntry: false });
  return stats ? `${stats.ino} ${stats.mtimeMs}` : 'none';
}
