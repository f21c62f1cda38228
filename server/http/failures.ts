import type { FastifyInstance, FastifyReply } from 'fastify';
import { type ApiError, type Cause, causes } from '../errors.ts';
import { requestFields, timeOf } from './requestLog.ts';

/** Why a request could not be served, although nothing was wrong with it. */
export interface Failure {
  why: Cause;
  /** The error that says so. */
  error?: unknown;
}

declare module 'fastify' {
  interface FastifyInstance {
    /** How many requests have failed so far, by cause. */
    failures: Map<Cause, number>;
  }
  interface FastifyReply {
    /** Set by what decides on the response. */
    failure: Failure | null;
  }
}

/**
 * Logs and counts each request that could not be served, although nothing was wrong with it. Does so when the response
 * is decided on, because the client may be gone when it is sent.
 */
export function logFailures(app: FastifyInstance): void {
  app.decorate('failures', new Map<Cause, number>());
  app.decorateReply('failure', null);
  app.addHook('onSend', (_request, reply, _payload, done) => {
    const { statusCode: status, failure } = reply;
    if (failure || status >= 500) reportFailure(reply, failure ?? { why: 'fault' }, { status });
    done();
  });
}

/** Logs a failure as one line, at `warn` or above, that says what was away or slow. Also counts it. */
export function reportFailure(reply: FastifyReply, { why, error }: Failure, result = {}): void {
  const { failures } = reply.server;
  failures.set(why, (failures.get(why) ?? 0) + 1);
  const level = why === 'fault' || why === 'outcome_unknown' ? 'error' : 'warn';
  const line = { cause: why, ...requestFields(reply.request), ...result, ...timeOf(reply), err: error };
  reply.log[level](line, `not served: ${causes[why]}`);
}

/** The failure behind an error, given the refusal that it becomes; null if something was wrong with the request. */
export function failureOf(error: unknown, refusal: ApiError | undefined): Failure | null {
  if (!refusal) return { why: 'fault', error };
  return refusal.why ? { why: refusal.why, error: refusal.cause } : null;
}
