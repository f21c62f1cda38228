import { CamelCasePlugin, type Driver, Kysely, PostgresDialect } from 'kysely';
import { type CustomTypesConfig, Pool, type PoolClient, types } from 'pg';
import { Deadline } from '../deadline.ts';
import { cancelStatement } from './cancel.ts';
import { isOutdatedPlan } from './errors.ts';
import { heldToDeadlines } from './heldDriver.ts';
import { addressesOf, WritablePool } from './hosts.ts';
import { StatementNames } from './statementNames.ts';
import type { Db, Tables } from './tables.ts';
import { readers } from './values.ts';

const typesAsOurs: CustomTypesConfig = {
  getTypeParser: (type, format) =>
    readers[type] ?? (types.getTypeParser(type, format) as (text: string) => unknown),
};

const names = new StatementNames();

type Query = (text: unknown, values?: unknown) => Promise<unknown>;

/** Has a connection keep the plans of the statements that it runs. */
function keepPlans(client: PoolClient): void {
  const query = client.query.bind(client) as Query;
  const planningOnce: Query = async (text, values) => {
    // Without parameters several statements may be sent at once, as migrations do.
    const isOne = typeof text === 'string' && Array.isArray(values) && values.length > 0;
    const name = isOne ? names.of(text) : undefined;
    if (!name) return await query(text, values);
    try {
      return await query({ name, text, values });
    } catch (error) {
      if (isOutdatedPlan(error)) names.forget(String(text));
      throw error;
    }
  };
  client.query = planningOnce as PoolClient['query'];
}

/** Has a connection give up the statement that it runs when the time of the work is over. */
function cancelWhenOver(client: PoolClient): void {
  const query = client.query.bind(client) as Query;
  const cancelled: Query = async (text, values) => {
    const signal = Deadline.current?.signal;
    const cancel = () => cancelStatement(client);
    signal?.addEventListener('abort', cancel, { once: true });
    try {
      return await query(text, values);
    } finally {
      signal?.removeEventListener('abort', cancel);
    }
  };
  client.query = cancelled as PoolClient['query'];
}

// A lost connection is replaced when the next one is asked for; the statement that it broke fails by itself.
const lost = () => {};

/** A pool of connections to a PostgreSQL server, or to the writable one of several. */
export function openPostgres(url: string, poolSize: number): Db {
  const pools = addressesOf(url).map((connectionString) => poolOf(connectionString, poolSize));
  const [only] = pools;
  const pool = only && pools.length === 1 ? only : new WritablePool(pools);
  return new Kysely<Tables>({ dialect: new HeldDialect({ pool }), plugins: [new CamelCasePlugin()] });
}

class HeldDialect extends PostgresDialect {
  override createDriver(): Driver {
    return heldToDeadlines(super.createDriver());
  }
}

function poolOf(connectionString: string, max: number): Pool {
  const pool = new Pool({
    connectionString,
    max,
    types: typesAsOurs,
    application_name: 'major-degree-database',
    options: '-c timezone=UTC',
    // Below the limit of a request (http/limits.ts): its answer can still say when to come back.
    statement_timeout: 4500,
    // Below that of a statement: an instance that hangs with the writer lock is cut off before whoever waits for it.
    idle_in_transaction_session_timeout: 3000,
    connectionTimeoutMillis: 3000,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 5000,
  });
  pool.on('error', lost);
  pool.on('connect', (client) => {
    client.on('error', lost);
    keepPlans(client);
    cancelWhenOver(client);
  });
  return pool;
}
