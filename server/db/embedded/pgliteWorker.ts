import { parentPort, workerData } from 'node:worker_threads';
import { type PGlite, parse, protocol, type Results } from '@electric-sql/pglite';
import { StatementNames } from '../statementNames.ts';
import { type Location, openAt } from './openPglite.ts';

/** A message to the worker: a statement, or null to close. A named statement is planned only once. */
export type WorkerRequest = { sql: string; parameters: readonly unknown[]; isNamedStatement: boolean } | null;

/** A message from the worker, in the order of the requests. The first message reports whether the database has opened. */
export type WorkerResponse =
  | { rows: unknown[]; affectedRows: number | undefined; command: string | undefined }
  | { error: { message: string } & Record<string, unknown> };

// The database runs on its own thread, so that a long statement does not block the server.
if (!parentPort) throw new Error('Runs as a worker only');
const port = parentPort;
const respond = (response: WorkerResponse) => port.postMessage(response);
const done: WorkerResponse = { rows: [], affectedRows: undefined, command: undefined };

const names = new StatementNames();
const prepared = new Set<string>();
let database: PGlite;
let isInTransaction = false;
try {
  database = await openAt(workerData as Location);
  respond(done);
} catch (error) {
  respond({ error: toPlainError(error) });
}

port.on('message', (request: WorkerRequest) => void serve(request));

async function serve(request: WorkerRequest): Promise<void> {
  try {
    if (request) {
      const result = await run(request);
      respond(result);
      await checkpointAfter(request.sql, result.command);
    } else {
      await database.close();
      respond(done);
      port.close();
    }
  } catch (error) {
    respond({ error: toPlainError(error) });
  }
}

async function run({ sql, parameters, isNamedStatement }: NonNullable<WorkerRequest>) {
  // A text without parameters may have several statements, as in migrations.
  const results = parameters.length
    ? await runPrepared(await prepare(sql, isNamedStatement), parameters)
    : await database.exec(sql);
  const result = results.at(-1);
  return { rows: result?.rows ?? [], affectedRows: result?.affectedRows, command: result?.command };
}

/** The size of the write-ahead log between two checkpoints, in bytes. */
const CHECKPOINT_AFTER = 4_000_000;
const CHECKPOINT_IF_DUE = `do $$ begin
  if (select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), redo_lsn) > ${CHECKPOINT_AFTER} from pg_control_checkpoint())
  then checkpoint; end if;
end $$`;

/**
 * Makes a checkpoint after a change if one is due. As a single process, the engine makes no checkpoint until it closes. So
 * its log would grow without segments to reuse: on a full disk the engine would abort instead of rejecting the change. The
 * response has been sent before, and later requests wait.
 */
async function checkpointAfter(sql: string, command: string | undefined): Promise<void> {
  // A transaction begins with its first statement, in the same text.
  if (/^begin\b/.test(sql)) isInTransaction = true;
  if (command === 'COMMIT' || command === 'ROLLBACK') isInTransaction = false;
  if (isInTransaction || command === 'SELECT') return;
  // If this fails, the next change tries again.
  await database.exec(CHECKPOINT_IF_DUE).catch(() => {});
}

async function runPrepared(statement: string, parameters: readonly unknown[]): Promise<Results[]> {
  const { messages } = await database.execProtocol(
    Buffer.concat([
      protocol.serialize.bind({ statement, values: parameters.map(textOf) }),
      protocol.serialize.describe({ type: 'P' }),
      protocol.serialize.execute(),
      protocol.serialize.sync(),
    ]),
  );
  return parse.parseResults(messages, database.parsers);
}

/**
 * Prepares a statement and returns its name. A named statement is planned only once, because planning most of our statements
 * takes longer than running them. The empty name is valid only until the next unnamed statement.
 */
async function prepare(sql: string, isNamedStatement: boolean): Promise<string> {
  const name = isNamedStatement ? names.of(sql)?.name : undefined;
  if (name && prepared.has(name)) return name;
  const parsed = protocol.serialize.parse({ ...(name ? { name } : {}), text: sql });
  await database.execProtocol(Buffer.concat([parsed, protocol.serialize.sync()]));
  if (name) prepared.add(name);
  return name ?? '';
}

/** A value in PostgreSQL's text format. */
function textOf(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
    return String(value);
  throw new Error(`A parameter must be a text, number or boolean, not ${typeof value}`);
}

/** An error as plain fields, because only the message of an Error reaches another thread. */
function toPlainError(error: unknown): { message: string } & Record<string, unknown> {
  const { message, code, constraint, detail, table, column, schema, severity, where } = error as Error &
    Record<string, unknown>;
  return { message, code, constraint, detail, table, column, schema, severity, where };
}
