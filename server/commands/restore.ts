/**
 * `npm run restore -- FILE`: fills an empty database with what `npm run backup` wrote, on either engine. Meanwhile the
 * application must be stopped or use another database. Existing data is never overwritten.
 */
import { existsSync } from 'node:fs';
import { readDatabase } from '../config.ts';
import { restoreBackup } from '../db/backup/restore.ts';
import { connect } from '../db/connect.ts';
import { StartRefused } from '../startRefused.ts';
import { fileOf, run } from './command.ts';

await run(async () => {
  const file = fileOf('restore');
  if (!existsSync(file)) throw new StartRefused(`There is no ${file}.`);
  const database = await connect(readDatabase(process.env), { command: 'restore', say: console.error });
  const { at, head, tables } = await restoreBackup(database.db, file);
  await database.close();
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  console.log(`Restored ${rows.toLocaleString('en-US')} rows of ${at} from ${file}.`);
  console.log(`The head of its change log is ${head}: npm run verify -- ${head}`);
});
