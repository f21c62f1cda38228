import type { DatabaseConnection, Driver } from 'kysely';
import { Deadline } from '../runtime/deadline.ts';
import type { Activity } from './activity.ts';

/** A connection that checks the deadline of the current work; `inner` is the driver's own. */
interface DeadlineConnection extends DatabaseConnection {
  inner: DatabaseConnection;
}

/**
 * Wraps a driver to enforce the deadline of the current work. After the deadline, no statement starts and no transaction
 * commits; a commit that has begun completes. A rollback is always allowed. Records the activity of the database.
 */
export function withDeadlines(driver: Driver, activity: Activity): Driver {
  const inner = (connection: DatabaseConnection) => (connection as DeadlineConnection).inner;
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
    beginTransaction: (connection, settings) => driver.beginTransaction(inner(connection), settings),
    async commitTransaction(connection) {
      Deadline.current?.stopOrThrow();
      await driver.commitTransaction(inner(connection));
    },
    rollbackTransaction: (connection) => driver.rollbackTransaction(inner(connection)),
    releaseConnection: (connection, options) => {
      activity.release();
      return driver.releaseConnection(inner(connection), options);
    },
    destroy: (options) => driver.destroy(options),
  };
}

function wrapConnection(inner: DatabaseConnection, activity: Activity): DeadlineConnection {
  return {
    inner,
    async executeQuery(query, options) {
      const deadline = Deadline.current;
      deadline?.check();
      const result = await Deadline.waiting('statement', () =>
        activity.respond(inner.executeQuery(query, options)),
      );
      // Discard a result that arrives too late.
      deadline?.check();
      return result as never;
    },
    streamQuery: (...parameters) => inner.streamQuery(...parameters),
  };
}
