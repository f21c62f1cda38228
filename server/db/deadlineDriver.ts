import { CompiledQuery, type DatabaseConnection, type Driver } from 'kysely';
import { Deadline } from '../runtime/deadline.ts';
import type { Activity } from './activity.ts';

/** A connection that checks the deadline of the current work; `inner` is the driver's own. */
interface DeadlineConnection extends DatabaseConnection {
  inner: DatabaseConnection;
  /** Whether a transaction begins with the next statement. */
  begins: boolean;
}

/**
 * Wraps a driver to enforce the deadline of the current work. After the deadline, no statement starts and no transaction
 * commits; a commit that has begun completes. A rollback is always allowed. Records the activity of the database.
 *
 * A transaction begins with its first statement: without parameters, both are one round trip.
 */
export function withDeadlines(driver: Driver, activity: Activity): Driver {
  const inner = (connection: DatabaseConnection) => (connection as DeadlineConnection).inner;
  /** Whether the transaction has had no statement, so that the database knows nothing of it. */
  const isUnknown = (connection: DatabaseConnection) => (connection as DeadlineConnection).begins;
  return {
    init: (options) => driver.init(options),
    async acquireConnection(options) {
      const connection = await Deadline.waiting('connection', () =>
        activity.acquire(driver.acquireConnection(options)),
      );
      try {
        Deadline.current?.check();
      } catch (error) {
        activity.release();
        await driver.releaseConnection(connection, options);
        throw error;
      }
      return wrapConnection(connection, activity);
    },
    async beginTransaction(connection, settings) {
      if (settings.isolationLevel) await driver.beginTransaction(inner(connection), settings);
      else (connection as DeadlineConnection).begins = true;
    },
    async commitTransaction(connection) {
      Deadline.current?.stopOrThrow();
      if (!isUnknown(connection)) await driver.commitTransaction(inner(connection));
    },
    async rollbackTransaction(connection) {
      if (!isUnknown(connection)) await driver.rollbackTransaction(inner(connection));
    },
    releaseConnection: (connection, options) => {
      activity.release();
      return driver.releaseConnection(inner(connection), options);
    },
    destroy: (options) => driver.destroy(options),
  };
}

function wrapConnection(inner: DatabaseConnection, activity: Activity): DeadlineConnection {
  const connection: DeadlineConnection = {
    inner,
    begins: false,
    async executeQuery(query, options) {
      const deadline = Deadline.current;
      deadline?.check();
      const run = async (statement: CompiledQuery) =>
        await Deadline.waiting('statement', () => activity.respond(inner.executeQuery(statement, options)));
      const { begins } = connection;
      connection.begins = false;
      const isText = query.parameters.length === 0;
      if (begins && !isText) await run(BEGIN);
      const result = await run(begins && isText ? { ...query, sql: `begin; ${query.sql}` } : query);
      // Discard a result that arrives too late.
      deadline?.check();
      return result as never;
    },
    streamQuery: (...parameters) => inner.streamQuery(...parameters),
  };
  return connection;
}

const BEGIN = CompiledQuery.raw('begin');
