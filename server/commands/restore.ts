/**
 * `npm run restore -- FILE`: fills an empty database with what `npm run backup` wrote. Meanwhile the application must
 * be stopped or use another database. Existing data is never overwritten.
 */
import { existsSync, readFileSync } from 'node:fs';
import { sql } from 'kysely';
import { readDatabase } from '../config.ts';
import { connect, type DatabaseSettings } from '../db/connect.ts';
import { restoreEmbedded } from '../db/embedded/embedded.ts';
import { limitRights } from '../db/migrate.ts';
import { StartRefused } from '../startRefused.ts';
import { fileOf, run, runs } from './command.ts';

await run(async () => {
  const file = fileOf('restore');
  if (!existsSync(file)) throw new StartRefused(`There is no ${file}.`);
  const settings = readDatabase(process.env);
  if (settings.kind === 'postgres') {
    await refuseUnlessEmpty(settings);
    runs('pg_restore', settings.url, [
      '--no-owner',
      '--no-privileges',
      '--single-transaction',
      '--exit-on-error',
      file,
    ]);
    const { db, close } = await connect(settings);
    await limitRights(db);
    await close();
  } else await restoreEmbedded(String(settings.directory), new Uint8Array(readFileSync(file)));
  console.log(`Restored everything in ${file}.`);
});

async function refuseUnlessEmpty(settings: DatabaseSettings): Promise<void> {
  const { db, close } = await connect(settings);
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' limit 1`.execute(
    db,
  );
  await close();
  if (rows.length > 0)
    throw new StartRefused(
      'There are tables in the database of DATABASE_URL already: name an empty database.',
    );
}
