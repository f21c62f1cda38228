import { Worker } from 'node:worker_threads';
import {
  AbortedTransactionError,
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type QueryResult,
} from 'kysely';
import { Deadline } from '../../runtime/deadline.ts';
import { DatabaseGone } from '../databaseErrors.ts';
import type { Location } from './openPglite.ts';
import type { WorkerRequest, WorkerResponse } from './pgliteWorker.ts';

// Far longer than any statement takes on the slowest machine. Nothing else can delay a statement here, so a statement that
// takes longer must be stuck.
const STATEMENT_LIMIT = 60_000;

/**
 * The Kysely driver for the embedded database, with a single connection. A caller that acquires it has exclusive use until
 * it releases it, so no other statement can run in an open transaction.
 */
export class EmbeddedDriver implements Driver {
  readonly #worker: Worker;
  #free: Promise<void> = Promise.resolve();
  #release: () => void = () => {};
  #waiting: { resolve: (response: WorkerResponse) => void; reject: (error: Error) => void }[] = [];
  #ended: Error | undefined;
  readonly #opened: Promise<unknown>;
  readonly #statementLimit: number;
  readonly #gone = Promise.withResolvers<DatabaseGone>();

  constructor(location: Location, statementLimit = STATEMENT_LIMIT) {
    this.#statementLimit = statementLimit;
    this.#worker = new Worker(new URL('pgliteWorker.ts', import.meta.url), {
      workerData: location,
      // Results are short-lived and small: a larger young generation would only use memory.
      resourceLimits: { maxYoungGenerationSizeMb: 8 },
    });
    this.#opened = new Promise<WorkerResponse>((resolve, reject) =>
      this.#waiting.push({ resolve, reject }),
    ).then(orThrow);
    this.#worker.on('message', (response: WorkerResponse) => this.#waiting.shift()?.resolve(response));
    this.#worker.on('error', (error) => this.#lose((error as Error).message));
    this.#worker.on('exit', () => this.#lose('its thread has ended'));
  }

  /** Resolves with the reason when the database stops unexpectedly. */
  get gone(): Promise<DatabaseGone> {
    return this.#gone.promise;
  }

  async init(): Promise<void> {
    await this.#opened;
  }

  async acquireConnection(): Promise<DatabaseConnection> {
    const free = this.#free;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#free = promise;
    await free;
    this.#release = resolve;
    return { executeQuery: (query) => this.#execute(query), streamQuery: notStreamed };
  }

  async releaseConnection(): Promise<void> {
    this.#release();
  }

  async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin'));
  }

  async commitTransaction(): Promise<void> {
    const response = await this.#send({ sql: 'commit', parameters: [], isNamedStatement: true });
    // After a swallowed error, PostgreSQL responds to a commit with a rollback and reports no error.
    if (orThrow(response).command === 'ROLLBACK') throw new AbortedTransactionError();
  }

  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('rollback'));
  }

  async destroy(): Promise<void> {
    if (this.#ended) return;
    await this.acquireConnection();
    orThrow(await this.#send(null));
    this.#end(new Error('The embedded database has been closed'));
    this.#release();
    await this.#worker.terminate();
  }

  async #execute<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    // As on PostgreSQL, a plan for few rows would be slow with thousands of rows.
    const isNamedStatement = !Deadline.current?.isLong;
    const { rows, affectedRows } = orThrow(await this.#send({ sql, parameters, isNamedStatement }));
    return {
      rows: rows as R[],
      ...(affectedRows === undefined ? {} : { numAffectedRows: BigInt(affectedRows) }),
    };
  }

  #send(request: WorkerRequest): Promise<WorkerResponse> {
    return new Promise((resolve, reject) => {
      if (this.#ended) {
        reject(this.#ended);
        return;
      }
      const timer = setTimeout(() => this.#lose('a statement does not end'), this.#statementLimit).unref();
      const settled =
        <T>(settle: (value: T) => void) =>
        (value: T) => {
          clearTimeout(timer);
          settle(value);
        };
      this.#waiting.push({ resolve: settled(resolve), reject: settled(reject) });
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread is not a window
      this.#worker.postMessage(request);
    });
  }

  #lose(why: string): void {
    if (this.#ended) return;
    const error = new DatabaseGone(why);
    this.#end(error);
    this.#gone.resolve(error);
    void this.#worker.terminate();
  }

  #end(error: Error): void {
    this.#ended ??= error;
    for (const { reject } of this.#waiting.splice(0)) reject(error);
  }
}

function orThrow(response: WorkerResponse): Exclude<WorkerResponse, { error: unknown }> {
  if ('error' in response) throw Object.assign(new Error(response.error.message), response.error);
  return response;
}

function notStreamed(): never {
  throw new Error('The embedded database does not support streaming');
}
