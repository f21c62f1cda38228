import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { sql, type Transaction } from 'kysely';
import type { Origin } from '../../contract/history.ts';
import { OutcomeUnknown, unavailable } from '../errors.ts';
import { Deadline } from '../runtime/deadline.ts';
import { createQueue, type Queue } from '../runtime/queue.ts';
import { asApiError, DatabaseGone, isConnectionLost, isOutdatedPlan, isTimedOut } from './databaseErrors.ts';
import type { Db, Tables } from './tables.ts';

/**
 * The user who makes a change, the user that they act as, the request, the origin and the reason, all for the change log.
 */
export interface Actor {
  /** Null only when the sample data is loaded. */
  uciNetId: string | null;
  actingAs: string | null;
  requestId: string;
  /** Defaults to `form`. */
  origin?: Origin;
  title?: string | null;
  reason?: string | null;
  /** The ID of the change set that this change undoes. */
  undoes?: string | null;
}

// An arbitrary number, also in derived/log.sql. All writers take this lock, so they run one at a time and never deadlock.
const WRITER_LOCK = 5_402_118_093;
export const takeWriterLock = sql`pg_advisory_xact_lock(${sql.lit(WRITER_LOCK)})`;

/** Lifts the time limits of one transaction only, because a pooler may then give the connection to another client. */
export async function withoutLimits(trx: Transaction<Tables>): Promise<void> {
  await sql`
    select set_config('statement_timeout', '0', true), set_config('idle_in_transaction_session_timeout', '0', true)
  `.execute(trx);
}

/** The changes of this process that wait for the writer lock or hold it. */
export const changesInProgress = { count: 0 };

// One change runs, and the next waits for the lock. All others wait here, where they take no connection from readers.
const MAX_CONCURRENT = 2;
const queues = new WeakMap<Db, Queue>();

function queueOf(db: Db): Queue {
  const queue = queues.get(db) ?? createQueue('writer_lock', MAX_CONCURRENT, Number.POSITIVE_INFINITY);
  queues.set(db, queue);
  return queue;
}

type Work<T> = (trx: Transaction<Tables>) => Promise<T>;

/** Whether the database has the result of a change, for a change that the log does not record. */
type IsStored<T> = (trx: Transaction<Tables>, result: T) => Promise<boolean>;

/**
 * Runs one unit of change in a transaction that holds the writer lock and knows its actor. It saves all of `work` or, if
 * this throws, nothing; after `OutcomeUnknown` it is unknown which. Inside `work`, use only `trx`: the embedded database has
 * a single connection, so a query on `db` would wait forever. `work` runs again, from the start, if an upgrade of the schema
 * has outdated the plan of one of its statements.
 */
export async function change<T>(db: Db, actor: Actor, work: Work<T>, isStored?: IsStored<T>): Promise<T> {
  changesInProgress.count += 1;
  const turn = Promise.withResolvers<void>();
  // All waiting before its turn counts as waiting for the writer lock, because previous changes cause it.
  const waiting = Deadline.waiting('writer_lock', () => turn.promise);
  try {
    return await queueOf(db)(() =>
      changeInTurn(
        db,
        actor,
        async (trx) => {
          turn.resolve();
          await waiting;
          return await work(trx);
        },
        isStored,
      ),
    );
  } finally {
    turn.resolve();
    changesInProgress.count -= 1;
  }
}

async function changeInTurn<T>(
  db: Db,
  actor: Actor,
  work: Work<T>,
  isStored: IsStored<T> | undefined,
): Promise<T> {
  try {
    return await changeOnce(db, actor, work, isStored);
  } catch (error) {
    if (isOutdatedPlan(error)) return await changeOnce(db, actor, work, isStored);
    throw error;
  }
}

async function changeOnce<T>(
  db: Db,
  actor: Actor,
  work: Work<T>,
  isStored: IsStored<T> | undefined,
): Promise<T> {
  const setId = randomUUID();
  let done: { result: T } | undefined;
  try {
    return await db.transaction().execute(async (trx) => {
      await begin(trx, actor, setId);
      done = { result: await work(trx) };
      return done.result;
    });
  } catch (error) {
    if (!done || !isConnectionLost(error)) throw error;
    // Only the commit remained, and its response was lost.
    const { result } = done;
    if (await wasCommitted(db, (trx) => isStored?.(trx, result) ?? isLogged(trx, setId), error))
      return result;
    throw error;
  }
}

/**
 * Takes the writer lock, and sets the actor and the ID of the change set. Has no parameters, so that it takes no round trip of
 * its own (deadlineDriver.ts). What a user has written is there as hexadecimal digits, which cannot end a literal.
 */
async function begin(trx: Transaction<Tables>, { uciNetId, ...rest }: Actor, setId: string): Promise<void> {
  const change = Buffer.from(JSON.stringify({ ...rest, actor: uciNetId, id: setId })).toString('hex');
  try {
    await sql`
      select ${takeWriterLock}, set_config('app.change', convert_from(decode(${sql.lit(change)}, 'hex'), 'UTF8'), true)
    `.execute(trx);
  } catch (error) {
    throw isTimedOut(error) ? unavailable('writer_lock', error) : error;
  }
}

const RETRY_FOR = 10_000;
const PAUSE = 100;

/** SQL for the ID of the change set that the changes of this transaction form. */
export const ownSetId = sql<string>`current_setting('app.change')::jsonb ->> 'id'`;

/** Whether the log contains a change set. */
async function isLogged(trx: Transaction<Tables>, setId: string): Promise<boolean> {
  const found = trx.selectFrom('changeSet').select('id').where('id', '=', setId);
  return (await found.executeTakeFirst()) !== undefined;
}

/**
 * Whether `isStored`. Waits for the writer lock, which the lost transaction holds until it ends. Throws only `OutcomeUnknown`:
 * with `lost` as its cause if the database does not respond in time, or with an error of the lookup that is not transient.
 */
async function wasCommitted(db: Db, isStored: Work<boolean>, lost: unknown): Promise<boolean> {
  for (const end = Date.now() + RETRY_FOR; Date.now() < end; await wait(PAUSE)) {
    try {
      return await db.transaction().execute(async (trx) => {
        await sql`select ${takeWriterLock}`.execute(trx);
        return await isStored(trx);
      });
    } catch (error) {
      if (error instanceof DatabaseGone) break;
      // A lookup that fails says nothing about the change, so its own error must not be the response.
      if (!asApiError(error)?.why) throw new OutcomeUnknown(error);
    }
  }
  throw new OutcomeUnknown(lost);
}
