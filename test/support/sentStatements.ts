import { Worker } from 'node:worker_threads';
import { Client, type QueryConfig } from 'pg';
import type { WorkerRequest } from '../../server/db/embedded/pgliteWorker.ts';

/** A statement as a driver sends it: one round trip to the database. */
export interface Statement {
  sql: string;
  values: unknown[];
}

let overheard: Statement[] | undefined;

// Must run before any connection is opened, because a connection keeps the method it finds then.
listenTo(Worker.prototype, 'postMessage', ([request]) => {
  // Null closes the database.
  const { sql, parameters } = (request ?? { sql: '', parameters: [] }) as NonNullable<WorkerRequest>;
  return { sql, values: [...parameters] };
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
    overheard?.push(read(given));
    return original.apply(this, given);
  };
}

/** Calls `act` and returns its result with the statements that either driver ran during it. */
export async function record<T>(act: () => Promise<T>): Promise<{ response: T; statements: Statement[] }> {
  const statements: Statement[] = [];
  overheard = statements;
  const response = await act();
  overheard = undefined;
  return { response, statements };
}
