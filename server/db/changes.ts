import { sql, type Transaction } from 'kysely';
import type { Db, Tables } from './tables.ts';

/** Who makes a change, as whom, in which request; the change log keeps all three. */
export interface Actor {
  uciNetId: string;
  actingAs: string | null;
  requestId: string;
}

// Any number; all writers take the same, one at a time, so that no two ever wait for each other.
const WRITER_LOCK = 5_402_118_093;

/**
 * One unit of change: a transaction that holds the writer lock and knows its person. All of `work` is saved, or, when
 * it throws, nothing. Inside, use `trx` only: the embedded database has one connection, and `db` would wait for ever.
 */
export function change<T>(db: Db, actor: Actor, work: (trx: Transaction<Tables>) => Promise<T>): Promise<T> {
  return db.transaction().execute(async (trx) => {
    await sql`
      select
        pg_advisory_xact_lock(${sql.lit(WRITER_LOCK)}),
        set_config('app.actor', ${actor.uciNetId}, true),
        set_config('app.acting_as', ${actor.actingAs ?? ''}, true),
        set_config('app.request_id', ${actor.requestId}, true)
    `.execute(trx);
    return work(trx);
  });
}
