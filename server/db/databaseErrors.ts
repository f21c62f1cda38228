import { isItemKind } from '../../contract/kinds.ts';
import { ApiError, type Cause, duplicateKey, unavailable } from '../errors.ts';
import { StartupError } from '../runtime/startupError.ts';

/** The relevant fields of a database error, the same for both engines. */
interface DatabaseError extends Error {
  code?: string;
  constraint?: string;
  column?: string;
}

/** The embedded database has stopped unexpectedly. Only another process can open it again. */
export class DatabaseGone extends Error {
  /** The SQLSTATE that PostgreSQL reports after a crash. */
  readonly code = '57P02';

  constructor(why: string) {
    super(`The embedded database has stopped: ${why}`);
  }
}

/** The PostgreSQL server does not respond, but may do so later. */
export class DatabaseUnavailable extends StartupError {
  override name = 'DatabaseUnavailable';
  /** The SQLSTATE of a server that does not accept connections yet. */
  readonly code = '57P03';
}

/** Whether the schema has changed since the statement was planned, as in an upgrade. */
export const isOutdatedPlan = (error: unknown) => (error as DatabaseError).code === '0A000';

/**
 * Whether a connection lacks a named statement, has another client's statement under its name, or comes from a pooler that
 * assigns connections for single statements.
 */
export const isStatementLost = (error: unknown) =>
  /^(26000|42P05)$/.test((error as DatabaseError).code ?? '') ||
  (error as Error).message.includes('statement pooling mode');

// Transient errors: connection lost or refused, also after a change of the password or the database; server starting or
// stopping; standby; no space or connection left; idle transaction ended; serialization failure; deadlock; lock not
// available.
const TRANSIENT =
  /^(08...|28...|3D000|57P..|53...|25006|25P03|40001|40P01|55P03|E(CONNREFUSED|CONNRESET|CONNABORTED|PIPE|TIMEDOUT|HOSTUNREACH|NETUNREACH)|ENOTFOUND|EAI_AGAIN)$/;

// The transient errors that end a connection, and those of a server that is not yet available again.
const LOST =
  /^(08...|57P0[1-3]|25006|25P03|53...|E(CONNREFUSED|CONNRESET|CONNABORTED|PIPE|TIMEDOUT|HOSTUNREACH|NETUNREACH)|ENOTFOUND|EAI_AGAIN)$/;

// Driver errors without a code: no connection became free in time, or a connection has ended.
const NONE_FREE = 'timeout exceeded when trying to connect';
const DISCONNECTED = /^(Connection terminated|Client has encountered a connection error)/;

/** Whether no connection of a pool became free in time. */
export const isNoneFree = (error: unknown) => (error as Error).message === NONE_FREE;

/** Whether the connection was lost during a request. Its statement may or may not have taken effect. */
export function isConnectionLost(error: unknown): boolean {
  const { code = '', message } = error as DatabaseError;
  return LOST.test(code) || isNoneFree(error) || DISCONNECTED.test(message);
}

/** Whether a statement found no room on the disk of the database. */
export const isDiskFull = (error: unknown) => (error as DatabaseError).code === '53100';

/** For a write that a read can do without, such as the time of its session's last use. Throws every other error. */
export function ignoreDiskFull(error: unknown): void {
  if (!isDiskFull(error)) throw error;
}

/** Whether the time limit ended a statement. */
export const isTimedOut = (error: unknown) => (error as DatabaseError).code === '57014';

/** Whether a statement waited too long for a lock that another session holds. */
export const isLockTaken = (error: unknown) => /^(55P03|40P01)$/.test((error as DatabaseError).code ?? '');

/** The rule that rejects a row: the name of a constraint, or else of a column. Undefined for other kinds of error. */
export function ruleOf(error: unknown): string | undefined {
  const { code = '', constraint, column } = error as DatabaseError;
  return /^2[23]/.test(code) ? (constraint ?? column ?? code) : undefined;
}

/** Why the database is temporarily unable to work; undefined for an error of another kind. */
function transientCause(error: DatabaseError): Cause | undefined {
  const { code = '', message } = error;
  if (isNoneFree(error)) return 'connection';
  if (isTimedOut(error)) return 'statement';
  if (isOutdatedPlan(error)) return 'schema_change';
  return TRANSIENT.test(code) || DISCONNECTED.test(message) ? 'database' : undefined;
}

function related(constraint: string): string {
  const [table = ''] = constraint.split('_');
  return `The ${isItemKind(table) ? table : 'row'} is related to something that has changed. Load it again.`;
}

/**
 * Maps a database error to an `ApiError`, by SQLSTATE and constraint; returns undefined for a fault of the server. Uses
 * messages only for driver errors without a code.
 */
export function asApiError(error: unknown): ApiError | undefined {
  const { code = '', constraint = '' } = error as DatabaseError;
  const why = transientCause(error as DatabaseError);
  if (why) return unavailable(why, error);
  if (code === '23505' && constraint === 'school_pkey')
    return duplicateKey('That school code is already taken.');
  if (code === '23505') return duplicateKey('That key is already taken.');
  if (code === '23503' || code === '23001')
    return new ApiError(409, [{ code: 'EDIT_CONFLICT', message: related(constraint) }]);
  return undefined;
}
