import { sql } from 'kysely';
import { takeWriterLock, withoutLimits } from './changeTransaction.ts';
import type { Db } from './tables.ts';

/**
 * The number and hash of the newest change set, `412:9f2c…`. A copy stored elsewhere makes it possible to verify later that
 * the log up to this set is complete and unchanged. Null if there is no log or it is empty.
 */
export async function changeLogHead(db: Db): Promise<string | null> {
  const table = await sql<{ exists: boolean }>`
    select to_regclass('public.change_set') is not null as exists`.execute(db);
  if (!table.rows[0]?.exists) return null;
  // Read the table: the owner could replace a view.
  const { rows } = await sql<{ head: string }>`
    select number || ':' || hash as head from change_set order by number desc limit 1`.execute(db);
  return rows[0]?.head ?? null;
}

/** Whether the known states differ from the log. */
export async function areStatesWrong(db: Db): Promise<boolean> {
  return (await sql`select from derived.state_faults limit 1`.execute(db)).rows.length > 0;
}

/** Rebuilds the known states from the log if they differ, and returns whether they did. Only the owner may run this. */
export async function correctStates(db: Db): Promise<boolean> {
  return await db.transaction().execute(async (trx) => {
    await withoutLimits(trx);
    if (!(await areStatesWrong(trx))) return false;
    await sql`select ${takeWriterLock}`.execute(trx);
    await sql`select derived.remake_known_states()`.execute(trx);
    return true;
  });
}
