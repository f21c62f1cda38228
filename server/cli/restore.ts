/**
 * `npm run restore -- FILE`: restores a backup by `npm run backup` into an empty database, on either engine. The application
 * must be stopped or use another database. Existing data is never overwritten.
 */
import { makerOf } from '../db/backup/backupFormat.ts';
import { restoreBackup } from '../db/backup/restoreBackup.ts';
import { refuseUnlessRegular } from '../runtime/regularFile.ts';
import { findPlace, openDatabase, run, say } from './command.ts';

await run('restore', async ({ values, positionals: [file = ''] }) => {
  refuseUnlessRegular(file, Number.POSITIVE_INFINITY);
  const database = await openDatabase('restore', findPlace(values));
  const restored = await restoreBackup(database.db, file);
  await database.close();
  const { at, head, tables, unknownTables } = restored;
  const rows = tables
    .filter(({ name }) => !unknownTables.includes(name))
    .reduce((sum, table) => sum + table.rows, 0);
  say(
    `Restored ${rows.toLocaleString('en-US')} rows of ${at} from ${file}, made by version ${makerOf(restored)}.`,
  );
  if (unknownTables.length > 0)
    say(`Skipped, because this program has no such table: ${unknownTables.join(', ')}`);
  say(`The head of its change log is ${head}: npm run verify -- ${head}`);
});
