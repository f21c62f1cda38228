import {
  CamelCasePlugin,
  type Driver,
  Kysely,
  PostgresDialect,
  type PostgresDialectConfig,
  sql,
} from 'kysely';
import { type CustomTypesConfig, Pool, type PoolClient, types } from 'pg';
import { addressesOf } from '../config/databaseSettings.ts';
import { Deadline } from '../runtime/deadline.ts';
import { Activity } from './activity.ts';
import { cancelStatement } from './cancelStatement.ts';
import { startupOptions } from './connectionSettings.ts';
import { isOutdatedPlan, isStatementLost } from './databaseErrors.ts';
import { withDeadlines } from './deadlineDriver.ts';
import { StatementNames } from './statementNames.ts';
import type { Db, Tables } from './tables.ts';
import { readers } from './typeParsers.ts';
import { WritablePool } from './writablePool.ts';

const customTypes: CustomTypesConfig = {
  getTypeParser: (type, format) =>
    readers[type] ?? (types.getTypeParser(type, format) as (text: string) => unknown),
};

type Query = (text: unknown, values?: unknown) => Promise<unknown>;

/**
 * Names statements so that the connection reuses their plans. Statements of long work are planned each time: a plan for few
 * rows would compare each of thousands of rows with all others.
 */
function reusePlans(client: PoolClient, names: StatementNames): void {
  const query = client.query.bind(client) as Query;
  const queryByName: Query = async (text, values) => {
    // A text without parameters may have several statements, as in migrations.
    const isSingle = typeof text === 'string' && Array.isArray(values) && values.length > 0;
    const named = isSingle && !Deadline.current?.isLong ? names.of(text) : undefined;
    if (!named) return lastOf(await query(text, values));
    try {
      return await query({ ...named, values });
    } catch (error) {
      if (isOutdatedPlan(error)) names.renew(named);
      throw error;
    }
  };
  client.query = queryByName as PoolClient['query'];
}

/** The result of a text: of several statements, that of the last. */
const lastOf = (result: unknown): unknown => (Array.isArray(result) ? result.at(-1) : result);

/** Cancels the running statement of a connection when the deadline of its work passes. */
function cancelAtDeadline(client: PoolClient): void {
  const query = client.query.bind(client) as Query;
  const cancelableQuery: Query = async (text, values) => {
    const signal = Deadline.current?.signal;
    const cancel = () => cancelStatement(client);
    signal?.addEventListener('abort', cancel, { once: true });
    try {
      return await query(text, values);
    } finally {
      signal?.removeEventListener('abort', cancel);
    }
  };
  client.query = cancelableQuery as PoolClient['query'];
}

// The pool replaces a lost connection, and the interrupted statement fails with its own error.
const ignoreLoss = () => {};

/** Opens a connection pool to a PostgreSQL server. Of several servers, uses the server that accepts writes. */
export function openPostgres(url: string, poolSize: number): { db: Db; activity: Activity } {
  const pools = addressesOf(url).map((connectionString) => poolOf(connectionString, poolSize));
  const [only] = pools;
  const pool = only && pools.length === 1 ? only : new WritablePool(pools);
  const activity = new Activity(() => pools.reduce((idle, { idleCount }) => idle + idleCount, 0));
  const dialect = new DeadlineDialect({ pool }, activity);
  return { db: new Kysely<Tables>({ dialect, plugins: [new CamelCasePlugin()] }), activity };
}

/** Opens no connection: each use is rejected with the error that `errorOf` returns. */
export function openNothing(errorOf: () => Error): { db: Db; activity: Activity } {
  const pool = { connect: () => Promise.reject(errorOf()), end: async () => {}, options: {} };
  const activity = new Activity(() => 0);
  activity.up = false;
  return { db: new Kysely<Tables>({ dialect: new DeadlineDialect({ pool }, activity) }), activity };
}

/**
 * Whether a connection keeps its named statements. A pooler that assigns a connection for each transaction may run the next
 * transaction on a connection where the name is missing, or where another client uses it.
 */
export async function keepsNamedStatements(url: string): Promise<boolean> {
  const { db } = openPostgres(url, 2);
  const runNamed = (connection: Db) => sql`select ${'named'}::text`.execute(connection);
  try {
    await db.connection().execute(async (first) => {
      await runNamed(first);
      await db.connection().execute(async (second) => {
        await sql`begin`.execute(second);
        await runNamed(second);
        await runNamed(first);
        await sql`rollback`.execute(second);
      });
    });
    return true;
  } catch (error) {
    if (isStatementLost(error)) return false;
    throw error;
  } finally {
    await db.destroy();
  }
}

class DeadlineDialect extends PostgresDialect {
  readonly #activity: Activity;

  constructor(config: PostgresDialectConfig, activity: Activity) {
    super(config);
    this.#activity = activity;
  }

  override createDriver(): Driver {
    return withDeadlines(super.createDriver(), this.#activity);
  }
}

function poolOf(connectionString: string, max: number): Pool {
  const pool = new Pool({
    connectionString,
    max,
    types: customTypes,
    application_name: 'major-degree-database',
    // JIT compilation of our statements takes longer than their execution.
    options: `${startupOptions} -c jit=off`,
    // Shorter than the limit of a request (runtime/limits.ts), so that the response can still have a `retry-after` header.
    statement_timeout: 4500,
    // Shorter than the statement timeout: an instance that hangs with the writer lock is cut off before the statements that
    // wait for the lock.
    idle_in_transaction_session_timeout: 3000,
    connectionTimeoutMillis: 3000,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 5000,
  });
  const names = new StatementNames();
  pool.on('error', ignoreLoss);
  pool.on('connect', (client) => {
    client.on('error', ignoreLoss);
    reusePlans(client, names);
    cancelAtDeadline(client);
  });
  return pool;
}
