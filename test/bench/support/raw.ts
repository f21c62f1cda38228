import { Worker } from 'node:worker_threads';
import { CompiledQuery } from 'kysely';
import { Client, Pool, type QueryConfig } from 'pg';
import type { Database } from '../../../server/db/database.ts';
import type { Place } from '../../support/serverProcess.ts';

export interface Statement {
  sql: string;
  values: unknown[];
}

/** Direct access to a database driver, without the product's layers. */
export interface Raw {
  run(statement: Statement): Promise<Record<string, unknown>[]>;
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

function ofPostgresql(connectionString: string): Raw {
  const pool = new Pool({ connectionString, max: 4 });
  return {
    run: async ({ sql, values }) => (await pool.query(sql, values)).rows as Record<string, unknown>[],
    async transaction(statements) {
      const client = await pool.connect();
      await client.query('begin');
      for (const { sql, values } of statements) await client.query(sql, values);
      await client.query('commit');
      client.release();
    },
  };
}

let overheard: Statement[] = [];

// Must run before any connection is opened, because a connection keeps the method it finds then.
listenTo(Worker.prototype, 'postMessage', ([request]) => {
  const { sql, parameters } = request as { sql: string; parameters: unknown[] };
  return { sql, values: parameters };
});
listenTo(Client.prototype, 'query', ([query, values]) =>
  typeof query === 'string'
    ? { sql: query, values: (values as unknown[] | undefined) ?? [] }
    : { sql: (query as QueryConfig).text, values: (query as QueryConfig).values ?? [] },
);

function listenTo(of: object, method: string, read: (given: unknown[]) => Statement): void {
  const methods = of as Record<string, (...given: unknown[]) => unknown>;
  const original = methods[method] as (...given: unknown[]) => unknown;
  methods[method] = function overhearing(this: unknown, ...given) {
    overheard.push(read(given));
    return original.apply(this, given);
  };
}

/** Calls `act` and returns its result with the statements that either driver ran during it. */
export async function record<T>(act: () => Promise<T>): Promise<{ response: T; statements: Statement[] }> {
  overheard = [];
  const response = await act();
  return { response: response, statements: overheard };
}
