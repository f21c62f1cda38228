import { setTimeout as wait } from 'node:timers/promises';
import { sql, type Transaction } from 'kysely';
import { OutcomeUnknown } from '../errors.ts';
import { isConnectionLost } from './errors.ts';
import type { Db, Tables } from './tables.ts';

/** What a change set came by (contract 8). */
export type Origin = 'form' | 'import' | 'bulk' | 'undo' | 'command' | 'migration' | 'sample';

/** Who makes a change, as whom, in which request, how and why; the change log keeps all of it. */
export interface Actor {
  /** Null for the first load only. */
  uciNetId: string | null;
  actingAs: string | null;
  requestId: string;
  /** Where none is said, a form. */
  origin?: Origin;
  title?: string | null;
  reason?: string | null;
  /** The id of the set that this one undoes. */
  undoes?: string | null;
}

// Any number; all writers take the same, one at a time, so that no two ever wait for each other.
const WRITER_LOCK = 5_402_118_093;
export const takeWriterLock = sql`pg_advisory_xact_lock(${sql.lit(WRITER_LOCK)})`;

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
  const { uciNetId, ...rest } = actor;
  let done: { answer: T } | undefined;
  try {
    return await db.transaction().execute(async (trx) => {
      await sql`
        select ${takeWriterLock}, set_config('app.change', ${JSON.stringify({ ...rest, actor: uciNetId })}, true)
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
        const found = trx.selectFrom('changeSet').select('id').where('requestId', '=', requestId);
        return (await found.executeTakeFirst()) !== undefined;
      });
    } catch (error) {
      if (!isConnectionLost(error)) throw error;
    }
  }
  throw new OutcomeUnknown(lost);
}
