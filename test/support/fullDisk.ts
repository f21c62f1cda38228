import { sql } from 'kysely';
import type { Db } from '../../server/db/tables.ts';

/** Runs work while no session can be updated, as on a full disk. */
export async function onFullDisk(db: Db, work: () => Promise<void>): Promise<void> {
  await sql`create function full_disk() returns trigger language plpgsql as $$
    begin raise disk_full; end $$`.execute(db);
  await sql`create trigger full_disk before update on session execute function full_disk()`.execute(db);
  try {
    await work();
  } finally {
    await sql`drop function full_disk cascade`.execute(db);
  }
}
