import { setTimeout as wait } from 'node:timers/promises';
import { sql, type Transaction } from 'kysely';
import { OutcomeUnknown } from '../errors.ts';
import { isConnectionLost } from './errors.ts';
import type { Db, Tables } from './tables.ts';

/** Who makes a change, as whom, in which request; the change log keeps all three. */
export interface Actor {
  uciNetId: string;
  actingAs: string | null;
  requestId: string;
}

// Any number; all writers take the same, one at a time, so that no two ever wait for each other.
const WRITER_LOCK = 5_402_118_093;
const takeWriterLock = sql`pg_advisory_xact_lock(${sql.lit(WRITER_LOCK)})`;

/**
 * One unit of change: a transaction that holds the writer lock and knows its person. All of `work` is saved, or, when
 * it throws, nothing; `OutcomeUnknown` alone says neither. Inside, use `trx` only: the embedded database has one
 * connection, and `db` would wait for ever.
 */
export async function change<T>(
  db: Db,
  actor: Actor,
  work: (trx: Transaction<Tables>) => Promise<T>,
): Promise<T> {
  let done: { answer: T } | undefined;
  try {
    return await db.transaction().execute(async (trx) => {
      await sql`
        select
          ${takeWriterLock},
          set_config('app.actor', ${actor.uciNetId}, true),
          set_config('app.acting_as', ${actor.actingAs ?? ''}, true),
          set_config('app.request_id', ${actor.requestId}, true)
      `.execute(trx);
      done = { answer: await work(trx) };
      return done.answer;
    });
  } catch (error) {
    // Only the commit was left, and its answer was lost.
    if (done && isConnectionLost(error) && (await wasCommitted(db, actor.requestId, error)))
      return done.answer;
    throw error;
  }
}

const ASKED_FOR = 10_000;
const PAUSE = 100;

/**
 * Whether a change is in the log, once it has ended one way or the other: until then it holds the writer lock. Throws
 * `OutcomeUnknown`, because of `lost`, where the database does not come back in time.
 */
async function wasCommitted(db: Db, requestId: string, lost: unknown): Promise<boolean> {
  for (const end = Date.now() + ASKED_FOR; Date.now() < end; await wait(PAUSE)) {
    try {
      return await db.transaction().execute(async (trx) => {
        await sql`select ${takeWriterLock}`.execute(trx);
        const found = trx.selectFrom('changeLog').select('id').where('requestId', '=', requestId).limit(1);
        return (await found.executeTakeFirst()) !== undefined;
      });
    } catch (error) {
      if (!isConnectionLost(error)) throw error;
    }
  }
  throw new OutcomeUnknown(lost);
}
