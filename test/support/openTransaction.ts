import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../server/db/tables.ts';

/** Runs a statement in a transaction that stays open, without a time limit, until the returned function is called. */
export async function openTransaction(db: Db, statement: RawBuilder<unknown>): Promise<() => Promise<void>> {
  const [begun, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const holding = db.transaction().execute(async (trx) => {
    await sql`set local idle_in_transaction_session_timeout = 0`.execute(trx);
    await statement.execute(trx);
    begun.resolve();
    await ended.promise;
  });
  await begun.promise;
  return async () => {
    ended.resolve();
    await holding;
  };
}
