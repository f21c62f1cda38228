import { sql } from 'kysely';
import { takeWriterLock, withoutLimits } from './changeTransaction.ts';
import type { Db } from './tables.ts';

/**
 * The number and hash of the newest change set, `412:9f2c…`. A copy kept elsewhere can prove later that everything
 * recorded up to that set is still there and unchanged. Null if there is no log or it is empty.
 */
export async function changeLogHead(db: Db): Promise<string | null> {
  const made = await sql<{ made: boolean }>`
    select to_regclass('public.change_set') is not null as made`.execute(db);
  if (!made.rows[0]?.made) return null;
  // Not from a view, which the owner could replace.
  const { rows } = await sql<{ head: string }>`
    select number || ':' || hash as head from change_set order by number desc limit 1`.execute(db);
  return rows[0]?.head ?? null;
}

/** Makes the known states anew from the log if they differ from it, and tells whether they did. The owner may. */
export async function correctStates(db: Db): Promise<boolean> {
  return await db.transaction().execute(async (trx) => {
    await withoutLimits(trx);
    const { rows } = await sql`select from derived.state_faults limit 1`.execute(trx);
    if (rows.length === 0) return false;
    await sql`select ${takeWriterLock}`.execute(trx);
    await sql`select derived.remake_known_states()`.execute(trx);
    return true;
  });
}
