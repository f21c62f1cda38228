import { type FastifyInstance, type FastifyReply, LogController } from 'fastify';
import { ApiError, type Cause, causes } from '../errors.ts';
import { requestFields, timeOf } from './requestLog.ts';

/** Why a request could not be served, although nothing was wrong with it. */
export interface Failure {
  why: Cause;
  /** The error that shows it. */
  error?: unknown;
}

declare module 'fastify' {
  interface FastifyInstance {
    /** How many requests have failed so far, by cause. */
    failures: Map<Cause, number>;
  }
  interface FastifyReply {
    /** Set where the response is decided. */
    failure: Failure | null;
  }
}

/**
 * Logs and counts each request that could not be served, although nothing was wrong with it. This happens when the response
 * is decided, because the client may be gone when it is sent.
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

/** Counts a failure, and logs one line at `warn` or above that names the cause. */
export function reportFailure(reply: FastifyReply, { why, error }: Failure, result = {}): void {
  const { failures } = reply.server;
  failures.set(why, (failures.get(why) ?? 0) + 1);
  const level = why === 'fault' || why === 'outcome_unknown' ? 'error' : 'warn';
  const line = { cause: why, ...requestFields(reply.request), ...result, ...timeOf(reply), err: error };
  reply.log[level](line, `not served: ${causes[why]}`);
}

/** The failure behind an error and the API error made from it; null if something was wrong with the request. */
export function failureOf(error: unknown, apiError: ApiError | undefined): Failure | null {
  if (!apiError) return { why: 'fault', error };
  return apiError.why ? { why: apiError.why, error: apiError.cause } : null;
}

/**
 * Fastify's own log lines. Of these only one is on: an error in a response that has begun, of which the client gets a part and
 * then the end of the connection. It is counted and logged like other failures. A client that leaves is none.
 */
export class OnlyBrokenResponses extends LogController {
  constructor() {
    super({ disableRequestLogging: true });
  }

  override streamError(error: Error & { code?: string }, _request: unknown, reply: FastifyReply): void {
    if (error.code === 'ERR_STREAM_PREMATURE_CLOSE') return;
    const failure = failureOf(error, error instanceof ApiError ? error : undefined);
    reportFailure(reply, failure ?? { why: 'fault', error }, { status: reply.statusCode });
  }
}
