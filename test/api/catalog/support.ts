import type { KyselyPlugin, Transaction } from 'kysely';
import { change } from '../../../server/db/changeTransaction.ts';
import { loadLookups } from '../../../server/db/sampleData.ts';
import type { Tables } from '../../../server/db/tables.ts';
import { testDatabase } from '../../support/database.ts';

const registrar = { uciNetId: 'registrar', actingAs: null, requestId: 'r-1' };

/** A database with award types and terms, which counts the statements of each change. */
export async function countedDatabase() {
  const { db, close } = await testDatabase();
  await loadLookups(db);
  let statements = 0;
  const counter: KyselyPlugin = {
    transformQuery({ node }) {
      statements += 1;
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  const counted = db.withPlugin(counter);
  /** Runs `work` as one change. The statement that begins the change is not counted. */
  async function save<T>(
    work: (trx: Transaction<Tables>) => Promise<T>,
  ): Promise<{ done: T; statements: number }> {
    let before = 0;
    const done = await change(counted, registrar, async (trx) => {
      before = statements;
      return await work(trx);
    });
    return { done, statements: statements - before };
  }
  return { db, close, save };
}
