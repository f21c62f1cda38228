/**
 * `npm run export -- FOLDER`: writes the ten tables, the earlier values and both lookups as CSV files that
 * `npm run import -- all FOLDER` and `npm run lookups` read again (contract 13). The server of an embedded database must be
 * stopped.
 */
import { migrate, schema } from '../db/migrate.ts';
import { findDatabase, openDatabase, run, say } from './command.ts';
import { requireEmptyFolder, writeExport } from './exporting/writeExport.ts';

await run('export', async ({ values, positionals: [folder = ''] }) => {
  const settings = findDatabase(values);
  requireEmptyFolder(folder);
  const { db, close } = await openDatabase('export', settings);
  try {
    await migrate(db, schema, say);
    const rows = await writeExport(db, folder);
    say(`Exported ${rows.toLocaleString('en-US')} rows to ${folder}.`);
  } finally {
    await close();
  }
});
