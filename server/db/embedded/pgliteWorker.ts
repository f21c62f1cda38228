import { parentPort, workerData } from 'node:worker_threads';
import { type PGlite, parse, protocol, type Results } from '@electric-sql/pglite';
import { StatementNames } from '../statementNames.ts';
import { type Location, openAt } from './openPglite.ts';

/** To the worker: a statement, or null to close. */
export type Request = { sql: string; parameters: readonly unknown[]; isPlannedOnce: boolean } | null;

/** From the worker, in the order of the requests. The first answer reports whether the database has opened. */
export type Answer =
  | { rows: unknown[]; affectedRows: number | undefined; command: string | undefined }
  | { error: { message: string } & Record<string, unknown> };

// The database runs on a thread of its own, so that a long statement does not block the server.
if (!parentPort) throw new Error('Runs as a worker only');
const port = parentPort;
const response = (given: Answer) => port.postMessage(given);
const done: Answer = { rows: [], affectedRows: undefined, command: undefined };

const names = new StatementNames();
const prepared = new Set<string>();
let database: PGlite;
let isInTransaction = false;
try {
  database = await openAt(workerData as Location);
  response(done);
} catch (error) {
  response({ error: plain(error) });
}

port.on('message', (request: Request) => void serve(request));

async function serve(request: Request): Promise<void> {
  try {
    if (request) {
      const given = await run(request);
      response(given);
      await checkpointAfter(given.command);
    } else {
      await database.close();
      response(done);
      port.close();
    }
  } catch (error) {
    response({ error: plain(error) });
  }
}

async function run({ sql, parameters, isPlannedOnce: isNamedStatement }: NonNullable<Request>) {
  // Without parameters several statements may be sent at once, as migrations do.
  const results = parameters.length
    ? await runPrepared(await prepare(sql, isNamedStatement), parameters)
    : await database.exec(sql);
  const result = results.at(-1);
  return { rows: result?.rows ?? [], affectedRows: result?.affectedRows, command: result?.command };
}

/** So many bytes of the write-ahead log are written between two checkpoints. */
const CHECKPOINT_AFTER = 4_000_000;
const CHECKPOINT_IF_DUE = `do $$ begin
  if (select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), redo_lsn) > ${CHECKPOINT_AFTER} from pg_control_checkpoint())
  then checkpoint; end if;
end $$`;

/**
 * Makes a checkpoint after a change if one is due. As a single process, the engine makes none until it is closed. Without
 * them its log would grow, and would have no segment to use again: on a full disk the engine then aborts instead of
 * refusing the change. Each answer has been given before, and requests that follow it wait.
 */
async function checkpointAfter(command: string | undefined): Promise<void> {
  if (command === 'BEGIN') isInTransaction = true;
  if (command === 'COMMIT' || command === 'ROLLBACK') isInTransaction = false;
  if (isInTransaction || command === 'SELECT') return;
  // What fails now is tried again after the next change.
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
 * Prepares a statement and returns its name. One that is planned only once, because planning takes longer than running
 * most of ours, has a name of its own. The empty name is valid only until the next unnamed statement.
 */
async function prepare(sql: string, isPlannedOnce: boolean): Promise<string> {
  const name = isPlannedOnce ? names.of(sql)?.name : undefined;
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

/** An error as plain fields: of an Error that is posted to another thread, only the message arrives. */
function plain(error: unknown): { message: string } & Record<string, unknown> {
  const { message, code, constraint, detail, table, column, schema, severity, where } = error as Error &
    Record<string, unknown>;
  return { message, code, constraint, detail, table, column, schema, severity, where };
}
