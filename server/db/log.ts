import { sql } from 'kysely';
import { takeWriterLock, withoutLimits } from './changes.ts';
import type { Db } from './tables.ts';

/** A place in the change log, or a logged row, and what is wrong with it. */
export interface Fault {
  place: string;
  fault: string;
}

/**
 * The number and hash of the newest change set, `412:9f2c…`. A copy kept elsewhere can prove later that everything
 * recorded up to that set is still there and unchanged. Null if there is no log or it is empty.
 */
export async function headOfLog(db: Db): Promise<string | null> {
  const made = await sql<{
    made: boolean;
  }>`select to_regclass('derived.log_head') is not null as made`.execute(db);
  if (!made.rows[0]?.made) return null;
  const { rows } = await sql<{ head: string }>`select head from derived.log_head`.execute(db);
  return rows[0]?.head ?? null;
}

/**
 * Finds all faults of the log, and all differences between it and the tables. `head` is an earlier result of
 * `headOfLog` that the log must still contain.
 */
export async function faultsOfLog(db: Db, head?: string): Promise<Fault[]> {
  return await db.transaction().execute(async (trx) => {
    await withoutLimits(trx);
    const found = await faultsIn(trx);
    if (head === undefined || (await isInLog(trx, head))) return found;
    return [
      ...found,
      { place: `the head ${head}`, fault: 'is not in this log: change sets have been removed or rewritten' },
    ];
  });
}

/** The same in a transaction that has no limits, without a head. */
export async function faultsIn(trx: Db): Promise<Fault[]> {
  return (await sql<Fault>`select place, fault from derived.faults`.execute(trx)).rows;
}

async function isInLog(db: Db, head: string): Promise<boolean> {
  const { rows } = await sql`select from change_set where number || ':' || hash = ${head}`.execute(db);
  return rows.length > 0;
}

/** Makes the known states anew from the log if they differ from it, and tells whether they did. The owner may. */
export async function mendStates(db: Db): Promise<boolean> {
  return await db.transaction().execute(async (trx) => {
    await withoutLimits(trx);
    const { rows } = await sql`select from derived.state_faults limit 1`.execute(trx);
    if (rows.length === 0) return false;
    await sql`select ${takeWriterLock}`.execute(trx);
    await sql`select derived.remake_known_states()`.execute(trx);
    return true;
  });
}
