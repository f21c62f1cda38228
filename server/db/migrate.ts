import { readdirSync, readFileSync } from 'node:fs';
import { sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import { StartRefused } from '../startRefused.ts';
import type { Db } from './tables.ts';

const folder = new URL('migrations/', import.meta.url);

/** The SQL files in the order of their names; a file that has run anywhere is never edited again. */
function migrations(): Record<string, Migration> {
  const names = readdirSync(folder).sort();
  return Object.fromEntries(
    names.map((name) => [
      name.replace(/\.sql$/, ''),
      { up: async (db) => void (await sql.raw(readFileSync(new URL(name, folder), 'utf8')).execute(db)) },
    ]),
  );
}

/** What PostgreSQL says to a role that may not. */
const isForbidden = (error: unknown) => (error as { code?: string } | undefined)?.code === '42501';

/** Whether every file has run, and none that this program does not know. */
async function isUpToDate(db: Db): Promise<boolean> {
  const known = Object.keys(migrations()).join();
  const { rows } = await sql<{
    made: boolean;
  }>`select to_regclass('kysely_migration') is not null as made`.execute(db);
  if (!rows[0]?.made) return false;
  const run = await sql<{
    name: string;
  }>`select name from kysely_migration order by name collate "C"`.execute(db);
  return run.rows.map(({ name }) => name).join() === known;
}

/**
 * Brings the schema up to date, all or nothing. Several processes may do so at once: one works, the others wait for it.
 */
export async function migrate(db: Db): Promise<void> {
  if (await isUpToDate(db)) return;
  await db.connection().execute(async (connection) => {
    // Waiting for another process is no fault, however long it takes.
    await sql`set statement_timeout = 0`.execute(connection);
    const provider = { getMigrations: async () => migrations() };
    const { error } = await new Migrator({ db: connection, provider }).migrateToLatest();
    await sql`reset statement_timeout`.execute(connection);
    if (isForbidden(error))
      throw new StartRefused(
        'The schema is not up to date, and this role may not change it: run npm run upgrade with the DATABASE_URL of the role that owns it.',
      );
    if (error) throw error;
  });
}
