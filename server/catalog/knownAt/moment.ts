import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { takeWriterLock } from '../../db/changeTransaction.ts';
import { isTimedOut } from '../../db/databaseErrors.ts';
import type { Db } from '../../db/tables.ts';
import { ApiError, unavailable } from '../../errors.ts';
import { limits } from '../../runtime/limits.ts';
import { createQueue } from '../../runtime/queue.ts';

/** A state of the data: that which the last change set up to a time has left. */
export interface Moment {
  /** When that set was saved: a time in UTC; that of the question if there was no set yet. */
  at: string;
}

/** The field of a request that names the time, and the code of its refusal. */
interface TimeField {
  field: string;
  label: string;
  code: string;
}

interface ChangeSetBefore {
  /** The last set up to the time, and the newest of all. */
  at: string | null;
  isBehind: boolean;
  isToCome: boolean;
  /** Whether the clock of the database has not yet passed the millisecond of the time. */
  isNow: boolean;
}

/**
 * Creates the function that finds the moment of a time, so that an answer for it never changes afterward: if that time is
 * later than the newest set, a change that is being saved is waited for, or it is a 503. Throws a 422 for a time that is
 * later than both now and the newest set, at the field of this name and label.
 */
export function createMoments(db: Db, { field, label, code }: TimeField): (time: string) => Promise<Moment> {
  // Those that wait for a change take one connection only.
  const inTurn = createQueue('writer_lock', 1, limits.reportsWaiting);
  return async (time) => {
    const found = await lastSet(db, time);
    if (found.isToCome)
      throw new ApiError(422, [{ code, field, message: `${label} must not be in the future` }]);
    const last = found.isBehind ? await inTurn(() => lastSetOfAll(db, time)) : found;
    return { at: last.at ?? time };
  };
}

async function lastSet(db: Db, time: string): Promise<ChangeSetBefore> {
  const { rows } = await sql<ChangeSetBefore>`
    select derived.iso((select max(at) from change_set where at <= ${time}::timestamptz)) as at,
      coalesce(newest < ${time}::timestamptz, true) as is_behind,
      clock_timestamp() < ${time}::timestamptz and coalesce(newest < ${time}::timestamptz, true) as is_to_come,
      clock_timestamp() < ${time}::timestamptz + interval '1 millisecond' as is_now
    from (select max(at) as newest from change_set) s`.execute(db);
  return rows[0] as ChangeSetBefore;
}

/** The same once no change is being saved. Each that comes later has a later time. */
async function lastSetOfAll(db: Db, time: string): Promise<ChangeSetBefore> {
  try {
    return await db.transaction().execute(async (trx) => {
      await sql`select ${takeWriterLock}`.execute(trx);
      // Times of sets are rounded to milliseconds. Not pg_sleep, which never ends on the embedded engine.
      if ((await lastSet(trx, time)).isNow) await wait(2);
      return await lastSet(trx, time);
    });
  } catch (error) {
    throw isTimedOut(error) ? unavailable('writer_lock', error) : error;
  }
}
