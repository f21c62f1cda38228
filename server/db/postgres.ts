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

const typesAsOurs: CustomTypesConfig = {
  getTypeParser: (type, format) =>
    readers[type] ?? (types.getTypeParser(type, format) as (text: string) => unknown),
};

type Query = (text: unknown, values?: unknown) => Promise<unknown>;

/**
 * Names statements so that the connection reuses their plans. Those of long work are planned each time: a plan that was
 * made when there were few rows would compare each of thousands with all others.
 */
function keepPlans(client: PoolClient, names: StatementNames): void {
  const query = client.query.bind(client) as Query;
  const planningOnce: Query = async (text, values) => {
    // Without parameters several statements may be sent at once, as migrations do.
    const isOne = typeof text === 'string' && Array.isArray(values) && values.length > 0;
    const named = isOne && !Deadline.current?.isLong ? names.of(text) : undefined;
    if (!named) return await query(text, values);
    try {
      return await query({ ...named, values });
    } catch (error) {
      if (isOutdatedPlan(error)) names.renew(named);
      throw error;
    }
  };
  client.query = planningOnce as PoolClient['query'];
}

/** Cancels the statement that a connection is running when the deadline of its work passes. */
function cancelWhenOver(client: PoolClient): void {
  const query = client.query.bind(client) as Query;
  const canceled: Query = async (text, values) => {
    const signal = Deadline.current?.signal;
    const cancel = () => cancelStatement(client);
    signal?.addEventListener('abort', cancel, { once: true });
    try {
      return await query(text, values);
    } finally {
      signal?.removeEventListener('abort', cancel);
    }
  };
  client.query = canceled as PoolClient['query'];
}

// Nothing to do: the pool replaces a lost connection, and the interrupted statement fails with its own error.
const lost = () => {};

/** Opens a connection pool to a PostgreSQL server, or to the one of several servers that accepts writes. */
export function openPostgres(url: string, poolSize: number): { db: Db; activity: Activity } {
  const pools = addressesOf(url).map((connectionString) => poolOf(connectionString, poolSize));
  const [only] = pools;
  const pool = only && pools.length === 1 ? only : new WritablePool(pools);
  const activity = new Activity(() => pools.reduce((idle, { idleCount }) => idle + idleCount, 0));
  const dialect = new DeadlineDialect({ pool }, activity);
  return { db: new Kysely<Tables>({ dialect, plugins: [new CamelCasePlugin()] }), activity };
}

/**
 * Whether a connection keeps the statements that it was given by name. A pooler that hands out its connections anew for
 * each transaction may run the next one where the name is missing, or already taken by another client.
 */
export async function keepsNamedStatements(url: string): Promise<boolean> {
  const { db } = openPostgres(url, 2);
  const runNamed = (connection: Db) => sql`select ${'named'}::text`.execute(connection);
  try {
    await db.connection().execute(async (one) => {
      await runNamed(one);
      await db.connection().execute(async (other) => {
        await sql`begin`.execute(other);
        await runNamed(other);
        await runNamed(one);
        await sql`rollback`.execute(other);
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
    types: typesAsOurs,
    application_name: 'major-degree-database',
    // Compiling a statement takes longer here than running it.
    options: `${startupOptions} -c jit=off`,
    // Shorter than the limit of a request (runtime/limits.ts), so that the response can still say when to retry.
    statement_timeout: 4500,
    // Shorter than the statement timeout: an instance that hangs while holding the writer lock is cut off before those
    // that wait for the lock.
    idle_in_transaction_session_timeout: 3000,
    connectionTimeoutMillis: 3000,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 5000,
  });
  const names = new StatementNames();
  pool.on('error', lost);
  pool.on('connect', (client) => {
    client.on('error', lost);
    keepPlans(client, names);
    cancelWhenOver(client);
  });
  return pool;
}
