import { asApiError } from './databaseErrors.ts';

/** The state of a database and its connections, for the metrics. */
export class Activity {
  /** Whether the database responded when it was last used. */
  up = true;
  /** Connections in use. */
  used = 0;
  /** Open connections that are not in use. */
  readonly idle: () => number;
  /** The number of callers that wait for a connection. */
  waiting = 0;

  constructor(idle: (this: void, activity: Activity) => number) {
    this.idle = () => idle(this);
  }

  /** Waits for a connection, and counts it as used. */
  async acquire<T>(connection: Promise<T>): Promise<T> {
    this.waiting += 1;
    try {
      const acquired = await connection;
      this.used += 1;
      return acquired;
    } catch (error) {
      if (isAway(error)) this.up = false;
      throw error;
    } finally {
      this.waiting -= 1;
    }
  }

  release(): void {
    this.used -= 1;
  }

  /** Waits for a response of the database. An error for a rejected statement is a response too. */
  async respond<T>(response: Promise<T>): Promise<T> {
    try {
      const result = await response;
      this.up = true;
      return result;
    } catch (error) {
      this.up = !isAway(error);
      throw error;
    }
  }
}

const isAway = (error: unknown) => asApiError(error)?.why === 'database';
