import { parentPort, workerData } from 'node:worker_threads';
import type { PGlite } from '@electric-sql/pglite';
import { openPlace, type Place, writeBackup } from './open.ts';

/** To the worker: a statement, the file to write a backup to, or null to close. */
export type Request = { sql: string; parameters: readonly unknown[] } | { backup: string } | null;

/** From the worker, in the order of the requests; the first answer is of its opening. */
export type Answer =
  | { rows: unknown[]; affectedRows: number | undefined; command: string | undefined }
  | { error: { message: string } & Record<string, unknown> };

// The database runs on this thread, so that a long statement does not stop the server's.
if (!parentPort) throw new Error('Runs as a worker only');
const port = parentPort;
const answer = (given: Answer) => port.postMessage(given);
const done: Answer = { rows: [], affectedRows: undefined, command: undefined };

let database: PGlite;
try {
  database = await openPlace(workerData as Place);
  answer(done);
} catch (error) {
  answer({ error: plain(error) });
}

port.on('message', (request: Request) => void serve(request));

async function serve(request: Request): Promise<void> {
  try {
    if (request && 'sql' in request) answer(await run(request));
    else if (request) {
      await writeBackup(database, request.backup);
      answer(done);
    } else {
      await database.close();
      answer(done);
      port.close();
    }
  } catch (error) {
    answer({ error: plain(error) });
  }
}

async function run({ sql, parameters }: Extract<Request, { sql: string }>): Promise<Answer> {
  // Without parameters several statements may be sent at once, as migrations do.
  const result = parameters.length
    ? await database.query(sql, [...parameters])
    : (await database.exec(sql)).at(-1);
  return { rows: result?.rows ?? [], affectedRows: result?.affectedRows, command: result?.command };
}

/** An error as plain fields: a thread gives only the message of an Error to another. */
function plain(error: unknown): { message: string } & Record<string, unknown> {
  const { message, code, constraint, detail, table, column, schema, severity, where } = error as Error &
    Record<string, unknown>;
  return { message, code, constraint, detail, table, column, schema, severity, where };
}
