import { sql } from 'kysely';
import { connect } from '../../server/db/connect.ts';
import { migrate } from '../../server/db/migrate.ts';
import { loadSample } from '../../server/db/sampleData.ts';
import type { Db } from '../../server/db/tables.ts';
import type { Case, Figure } from './case.ts';

const ROWS = 20_000;
const KEYS = 10_000_000;

/** The statements to compare. `table` is the catalog's table, or an identical one that is not logged. */
const statements: Record<string, (table: string) => string> = {
  inserted: (table) => `
    insert into ${table} (major_key, major_segment, major_code, title20, start_term_yyyyst, complete, active, version,
      last_modified, last_modified_by)
    select ${KEYS} + n, 'U', 'ZZ9', 'Title ' || n, '202592', false, true, 1, now(), 'bench' from generate_series(1, ${ROWS}) n`,
  updated: (table) => `update ${table} set title20 = title20 || '.' where major_key > ${KEYS}`,
  deleted: (table) => `delete from ${table} where major_key > ${KEYS}`,
};

const ROUNDS = 3;

/** Changes many rows in one change set, up to the seal, compared with the same statement without a change log. */
export const many: Case = {
  name: 'many',
  isLong: true,
  async run({ product: { place }, times }) {
    if (times > 1) return [];
    const { db, close } = await connect(
      'DATABASE_URL' in place
        ? { kind: 'postgres', url: place.DATABASE_URL, poolSize: 1 }
        : { kind: 'embedded', directory: null },
    );
    await migrate(db);
    await loadSample(db);
    const taken = new Map<string, number[]>();
    for (let round = 0; round < ROUNDS; round += 1) await measure(db, taken);
    await close();
    const middle = (name: string) => taken.get(name)?.sort((one, other) => one - other)[1] ?? Number.NaN;
    return Object.keys(statements).map(
      (done): Figure => ({
        measured: `${ROWS.toLocaleString('en-US')} majors ${done} in one set`,
        unit: 'ms',
        value: middle(`major ${done}`),
        limit: middle(`plain ${done}`),
        of: 'the same statement without a log',
      }),
    );
  },
};

/** Runs in a transaction that is rolled back. */
async function measure(db: Db, taken: Map<string, number[]>): Promise<void> {
  const undo = new Error('Rolls everything back');
  const outcome = db.transaction().execute(async (trx) => {
    await sql`
      select set_config('app.change', '{"actor": "bench"}', true), set_config('statement_timeout', '0', true),
        set_config('idle_in_transaction_session_timeout', '0', true)`.execute(trx);
    await sql`create temporary table plain (like major including indexes) on commit drop`.execute(trx);
    for (const [done, statement] of Object.entries(statements))
      for (const table of ['plain', 'major']) {
        const since = performance.now();
        await sql.raw(statement(table)).execute(trx);
        // A change set is sealed when its transaction ends; this forces it now.
        await sql`set constraints all immediate; set constraints all deferred`.execute(trx);
        const name = `${table} ${done}`;
        taken.set(name, [...(taken.get(name) ?? []), performance.now() - since]);
      }
    throw undo;
  });
  await outcome.catch((error: unknown) => {
    if (error !== undo) throw error;
  });
}
