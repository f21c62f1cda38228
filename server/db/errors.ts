import type { ItemKind } from '../../contract/items.ts';
import { ApiError, duplicateKey, unavailable } from '../errors.ts';

/** What a database error tells of itself, in both engines. */
interface DatabaseError extends Error {
  code?: string;
  constraint?: string;
}

/** Whether the schema has changed, as an upgrade does, since a statement was planned. */
export const isOutdatedPlan = (error: unknown) => (error as DatabaseError).code === '0A000';

// Connection lost or refused, a plan that is outdated, server starting or stopping, a standby, no room or connection
// left, a statement or an idle transaction cut off, deadlock.
const PASSING =
  /^(08...|0A000|57P..|57014|53...|25006|25P03|40001|40P01|55P03|E(CONNREFUSED|CONNRESET|CONNABORTED|PIPE|TIMEDOUT|HOSTUNREACH|NETUNREACH)|ENOTFOUND|EAI_AGAIN)$/;

// Those among them by which a connection ends, and what a server says that is not there yet again.
const LOST =
  /^(08...|57P0[1-3]|25006|25P03|53...|E(CONNREFUSED|CONNRESET|CONNABORTED|PIPE|TIMEDOUT|HOSTUNREACH|NETUNREACH))$/;

// What the driver says without a code: no connection in time, or one that has ended.
const DISCONNECTED =
  /^(timeout exceeded when trying to connect|Connection terminated|Client has encountered a connection error)/;

/** Whether the database went away while it was asked: what was under way may have been done, or not. */
export function isConnectionLost(error: unknown): boolean {
  const { code = '', message } = error as DatabaseError;
  return LOST.test(code) || DISCONNECTED.test(message);
}

const related = (kind: ItemKind) =>
  `The ${kind} is related to something that has changed meanwhile. Load it again.`;

/**
 * A refusal for what the database itself refused, by SQLSTATE and constraint, never by its message; undefined for a
 * fault of ours.
 */
export function asAnswer(error: unknown): ApiError | undefined {
  const { code = '', constraint = '', message } = error as DatabaseError;
  if (PASSING.test(code) || DISCONNECTED.test(message)) return unavailable();
  if (code === '23505' && constraint === 'school_pkey')
    return duplicateKey('That school code is taken already.');
  if (code === '23505') return duplicateKey('That key is taken already.');
  if (code === '23503' || code === '23001')
    return new ApiError(409, [
      { code: 'EDIT_CONFLICT', message: related((constraint.split('_')[0] ?? 'item') as ItemKind) },
    ]);
  return undefined;
}
