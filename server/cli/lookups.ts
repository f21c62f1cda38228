/**
 * `npm run lookups -- terms|award-types|cip-codes FILE`: replaces the rows of a lookup with those of a CSV file
 * (db/lookupTables.ts), but keeps rows in use. The application's DATABASE_URL is enough; running servers show the change
 * at once. The server of an embedded database must be stopped. Without FILE it prints the lookup as
 * such a file.
 */
import { readFileSync } from 'node:fs';
import { type LookupName, lookups, replaceLookup, writeLookup } from '../db/lookupTables.ts';
import { migrate, schema } from '../db/migrate.ts';
import type { Db } from '../db/tables.ts';
import { refuseUnlessRegular } from '../runtime/regularFile.ts';
import { StartupError, UsageError } from '../runtime/startupError.ts';
import { complain, findDatabase, openDatabase, run, say } from './command.ts';

const MAX_BYTES = 20_000_000;

await run('lookups', async ({ values, positionals: [name = '', file] }) => {
  if (!isLookup(name))
    throw new UsageError(`There is no lookup ${name}: name one of ${Object.keys(lookups).join(', ')}.`);
  const csv = file === undefined ? null : textOf(file);
  // Standard output is for the lookup.
  const { db, close } = await openDatabase('lookups', findDatabase(values), complain);
  await migrate(db, schema, complain);
  if (csv === null) process.stdout.write(await writeLookup(db, name));
  else await replace(db, name, csv);
  await close();
});

async function replace(db: Db, name: LookupName, csv: string): Promise<void> {
  const { rows, added, changed, removed, kept } = await replaceLookup(db, name, csv);
  say(`${rows} rows: ${added} added, ${changed} changed, ${removed} removed.`);
  if (kept.length > 0) say(`Not in the file, but in use and kept: ${kept.join(', ')}`);
}

function isLookup(name: string): name is LookupName {
  return Object.hasOwn(lookups, name);
}

function textOf(file: string): string {
  refuseUnlessRegular(file, MAX_BYTES);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(file));
  } catch {
    throw new StartupError(`${file} is not UTF-8: save it as CSV UTF-8.`);
  }
}
