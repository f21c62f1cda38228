/**
 * `npm run lookups -- terms|award-types|cip-codes FILE`: makes a lookup what a CSV file says (db/lookups.ts). What is in
 * use is kept. Run it with the DATABASE_URL of the role that owns the tables; running servers show the change at once.
 * The server of an embedded database must be stopped.
 */
import { existsSync, readFileSync } from 'node:fs';
import { readDatabase } from '../config.ts';
import { connect } from '../db/connect.ts';
import { type LookupName, lookups, replaceLookup } from '../db/lookups.ts';
import { migrate } from '../db/migrate.ts';
import { StartRefused } from '../startRefused.ts';
import { refuseUnlessOwn, refuseUnlessThere, run } from './command.ts';

await run(async () => {
  const [name = '', file = '', ...others] = process.argv.slice(2);
  if (!isLookup(name) || file === '' || others.length > 0)
    throw new StartRefused(
      `Name a lookup and a CSV file: npm run lookups -- ${Object.keys(lookups).join('|')} FILE`,
    );
  if (!existsSync(file)) throw new StartRefused(`There is no ${file}.`);
  const csv = textOf(file);
  const settings = readDatabase(process.env);
  if (settings.kind === 'embedded') {
    refuseUnlessThere(String(settings.directory));
    refuseUnlessOwn(String(settings.directory));
  }
  const { db, close } = await connect(settings);
  await migrate(db);
  const { rows, added, changed, removed, kept } = await replaceLookup(db, name, csv);
  await close();
  console.log(`${rows} rows in ${file}: ${added} added, ${changed} changed, ${removed} removed.`);
  if (kept.length > 0) console.log(`Not in the file, but in use and kept: ${kept.join(', ')}`);
});

function isLookup(name: string): name is LookupName {
  return Object.hasOwn(lookups, name);
}

function textOf(file: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(file));
  } catch {
    throw new StartRefused(`${file} is not UTF-8: save it as CSV UTF-8.`);
  }
}
