import { createHash } from 'node:crypto';
import { CompiledQuery } from 'kysely';
import { Pool } from 'pg';
import type { Database } from '../../../server/db/database.ts';
import type { Statement } from '../../support/sentStatements.ts';
import type { Place } from '../../support/serverProcess.ts';

/** Direct access to a database driver, without the product's layers. */
export interface Raw {
  run(statement: Statement): Promise<Record<string, unknown>[]>;
  /** The first statement has no parameters. */
  transaction(statements: Statement[]): Promise<void>;
}

/** Embedded: the open database without Kysely's plugins. PostgreSQL: a new pool of four connections. */
export function rawOf({ db }: Database, place: Place): Raw {
  if ('DATABASE_URL' in place) return ofPostgresql(place.DATABASE_URL);
  const bare = db.withoutPlugins();
  const on = (connection: typeof bare) => async (statement: Statement) =>
    (await connection.executeQuery(CompiledQuery.raw(statement.sql, statement.values))).rows as Record<
      string,
      unknown
    >[];
  return {
    run: on(bare),
    transaction: (statements) =>
      bare.transaction().execute(async (trx) => {
        for (const statement of statements) await on(trx)(statement);
      }),
  };
}

/** A name for a statement, so that its plan is kept as in the product: planning takes longer than running it. */
const nameOf = (sql: string) => createHash('sha256').update(sql).digest('hex').slice(0, 32);

function ofPostgresql(connectionString: string): Raw {
  const pool = new Pool({ connectionString, max: 4 });
  return {
    run: async ({ sql, values }) => (await pool.query(sql, values)).rows as Record<string, unknown>[],
    async transaction(statements) {
      const client = await pool.connect();
      const [first, ...others] = statements;
      await client.query(`begin; ${first?.sql}`);
      for (const { sql, values } of others) await client.query({ name: nameOf(sql), text: sql, values });
      await client.query('commit');
      client.release();
    },
  };
}
