import type { ItemKind } from '../../contract/items.ts';
import { ApiError, type Cause, duplicateKey, unavailable } from '../errors.ts';

/** The fields of a database error that matter here, the same in both engines. */
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

/** Whether the schema has changed since the statement was planned, as in an upgrade. */
export const isOutdatedPlan = (error: unknown) => (error as DatabaseError).code === '0A000';

/**
 * Whether a connection lacks a named statement, has another client's under that name, or is one that a pooler hands out
 * for single statements only.
 */
export const isStatementLost = (error: unknown) =>
  /^(26000|42P05)$/.test((error as DatabaseError).code ?? '') ||
  (error as Error).message.includes('statement pooling mode');

// Transient errors: connection lost or refused, also because the password or the database has been changed, server
// starting or stopping, standby, no space or connection left, idle transaction ended, serialization failure, deadlock,
// lock not available.
const PASSING =
  /^(08...|28...|3D000|57P..|53...|25006|25P03|40001|40P01|55P03|E(CONNREFUSED|CONNRESET|CONNABORTED|PIPE|TIMEDOUT|HOSTUNREACH|NETUNREACH)|ENOTFOUND|EAI_AGAIN)$/;

// The transient errors that end a connection, and those of a server that is not available again yet.
const LOST =
  /^(08...|57P0[1-3]|25006|25P03|53...|E(CONNREFUSED|CONNRESET|CONNABORTED|PIPE|TIMEDOUT|HOSTUNREACH|NETUNREACH))$/;

// Errors of the driver without a code: no connection became free in time, or a connection has ended.
const NONE_FREE = 'timeout exceeded when trying to connect';
const DISCONNECTED = /^(Connection terminated|Client has encountered a connection error)/;

/** Whether the database went away during a request. What was under way may or may not have been done. */
export function isConnectionLost(error: unknown): boolean {
  const { code = '', message } = error as DatabaseError;
  return LOST.test(code) || message === NONE_FREE || DISCONNECTED.test(message);
}

/** Whether a statement was ended by its time limit. */
export const isTimedOut = (error: unknown) => (error as DatabaseError).code === '57014';

/** Whether another session has kept what a statement must lock, for longer than it may wait. */
export const isLockTaken = (error: unknown) => /^(55P03|40P01)$/.test((error as DatabaseError).code ?? '');

/** The rule that refuses a row: the name of a constraint, else of a column. Undefined for an error of another kind. */
export function ruleOf(error: unknown): string | undefined {
  const { code = '', constraint, column } = error as DatabaseError;
  return /^2[23]/.test(code) ? (constraint ?? column ?? code) : undefined;
}

/** Why the database could not do its work just now; undefined if it did, or refused to. */
function passingCause(error: DatabaseError): Cause | undefined {
  const { code = '', message } = error;
  if (message === NONE_FREE) return 'connection';
  if (isTimedOut(error)) return 'statement';
  if (isOutdatedPlan(error)) return 'schema_change';
  return PASSING.test(code) || DISCONNECTED.test(message) ? 'database' : undefined;
}

const related = (kind: ItemKind) =>
  `The ${kind} is related to something that has changed meanwhile. Load it again.`;

/**
 * Maps what the database refused to an `ApiError`, by SQLSTATE and constraint; returns undefined for a fault of ours.
 * Messages are used only for errors of the driver that have no code.
 */
export function asApiError(error: unknown): ApiError | undefined {
  const { code = '', constraint = '' } = error as DatabaseError;
  const why = passingCause(error as DatabaseError);
  if (why) return unavailable(why, error);
  if (code === '23505' && constraint === 'school_pkey')
    return duplicateKey('That school code is already taken.');
  if (code === '23505') return duplicateKey('That key is already taken.');
  if (code === '23503' || code === '23001')
    return new ApiError(409, [
      { code: 'EDIT_CONFLICT', message: related((constraint.split('_')[0] ?? 'item') as ItemKind) },
    ]);
  return undefined;
}
