import { sql, type Transaction } from 'kysely';
import { Deadline } from '../runtime/deadline.ts';
import { type Actor, change } from './changeTransaction.ts';
import type { Database } from './database.ts';
import type { Db, Tables } from './tables.ts';

// An arbitrary number. A large change also holds this lock, so that other instances can detect why they wait.
const LARGE_CHANGE_LOCK = 5_402_118_094;
const key = sql.lit(LARGE_CHANGE_LOCK);
export const takeLargeChangeLock = sql`pg_advisory_xact_lock(${key})`;

/** The number of large changes of this process, and of those that hold the writer lock. */
const counts = { all: 0, saving: 0 };

/** Whether this process is saving a large change. The embedded database then serves no other request. */
export const isSavingLargeChange = () => counts.saving > 0;

/** Whether a large change is being saved or waits: other requests to the embedded database wait until it is saved. */
export const isLargeChangeAhead = () => counts.all > 0;

/**
 * Like `change`, for a change of up to thousands of rows: each statement of `work`, and each pause between statements, may
 * take this many milliseconds.
 */
export async function largeChange<T>(
  db: Db,
  actor: Actor,
  milliseconds: number,
  work: (trx: Transaction<Tables>) => Promise<T>,
): Promise<T> {
  counts.all += 1;
  try {
    return await change(db, actor, async (trx) => {
      const limit = String(milliseconds);
      await sql`
        select ${takeLargeChangeLock}, set_config('statement_timeout', ${limit}, true),
          set_config('idle_in_transaction_session_timeout', ${limit}, true)`.execute(trx);
      counts.saving += 1;
      try {
        return await work(trx);
      } finally {
        counts.saving -= 1;
      }
    });
  } finally {
    counts.all -= 1;
  }
}

// In ms.
const LOOKUP_TIMEOUT = 1_000;

/** Whether any instance is saving a large change; false if the database does not respond within LOOKUP_TIMEOUT. */
export async function isLargeChangeSaved({ db, engine }: Database): Promise<boolean> {
  // The embedded database has no other instance, and its only connection may be in use.
  if (isSavingLargeChange() || engine.name === 'embedded') return isSavingLargeChange();
  const deadline = new Deadline(LOOKUP_TIMEOUT);
  const isLockHeld = () =>
    sql<{ held: boolean }>`select not pg_try_advisory_xact_lock_shared(${key}) as held`.execute(db);
  try {
    const { rows } = await deadline.run(() => deadline.race(isLockHeld()));
    return rows[0]?.held ?? false;
  } catch {
    return false;
  } finally {
    deadline.end();
  }
}
