import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { takeWriterLock } from '../../db/changeTransaction.ts';
import { isTimedOut } from '../../db/databaseErrors.ts';
import type { Db } from '../../db/tables.ts';
import { ApiError, unavailable } from '../../errors.ts';
import { limits } from '../../runtime/limits.ts';
import { createQueue } from '../../runtime/queue.ts';

/** A state of the data: the state after the last change set up to a time. */
export interface Moment {
  /** When that set was saved: a time in UTC; the requested time if there was no set yet. */
  at: string;
}

/** The field of a request that has the time, and the code of its error. */
interface TimeField {
  field: string;
  label: string;
  code: string;
}

interface ChangeSetBefore {
  /** When the last set up to the time was saved. */
  at: string | null;
  /** Whether the newest set is earlier than the time. */
  isBehind: boolean;
  /** Whether the time is later than both now and the newest set. */
  isInFuture: boolean;
  /** Whether the clock of the database has not yet passed the millisecond of the time. */
  isNow: boolean;
}

/**
 * Creates the function that finds the moment of a time. The result for a time never changes afterward: if the time is later
 * than the newest set, the function waits for a change that is being saved, or throws a 503. Throws a 422 for a time later
 * than both now and the newest set, at the field of this name and label.
 */
export function createMoments(db: Db, { field, label, code }: TimeField): (time: string) => Promise<Moment> {
  // All requests that wait for a change use only one connection.
  const inTurn = createQueue('writer_lock', 1, limits.reportsWaiting);
  return async (time) => {
    const found = await lastSet(db, time);
    if (found.isInFuture)
      throw new ApiError(422, [{ code, field, message: `${label} must not be in the future` }]);
    const last = found.isBehind ? await inTurn(() => lastSetOfAll(db, time)) : found;
    return { at: last.at ?? time };
  };
}

async function lastSet(db: Db, time: string): Promise<ChangeSetBefore> {
  const { rows } = await sql<ChangeSetBefore>`
    select derived.iso((select max(at) from change_set where at <= ${time}::timestamptz)) as at,
      coalesce(newest < ${time}::timestamptz, true) as is_behind,
      clock_timestamp() < ${time}::timestamptz and coalesce(newest < ${time}::timestamptz, true) as is_in_future,
      clock_timestamp() < ${time}::timestamptz + interval '1 millisecond' as is_now
    from (select max(at) as newest from change_set) s`.execute(db);
  return rows[0] as ChangeSetBefore;
}

/** The last set when no change is being saved. Each later change has a later time. */
async function lastSetOfAll(db: Db, time: string): Promise<ChangeSetBefore> {
  try {
    return await db.transaction().execute(async (trx) => {
      await sql`select ${takeWriterLock}`.execute(trx);
      // The times of sets are rounded to milliseconds. pg_sleep would never end on the embedded engine.
      if ((await lastSet(trx, time)).isNow) await wait(2);
      return await lastSet(trx, time);
    });
  } catch (error) {
    throw isTimedOut(error) ? unavailable('writer_lock', error) : error;
  }
}
