import type { IncomingMessage } from 'node:http';
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { clientOf } from './clientAddress.ts';

declare module 'fastify' {
  interface FastifyReply {
    /** The error codes in the response. */
    refusal: readonly string[] | null;
  }
}

/** What of an error may be logged. Anything else may contain values of rows, or what a provider sent. */
interface ErrorFields {
  type: string;
  message: string;
  stack: string;
  [field: string]: unknown;
}

const LONGEST = 500;
const plain = ['code', 'constraint', 'table', 'column', 'error', 'error_description'] as const;

/**
 * An error for the log, with its causes. PostgreSQL repeats values of rows: in details, which are left out, and after
 * the colon of some messages.
 */
export function errorFields(error: unknown): ErrorFields {
  if (!(error instanceof Error)) return { type: typeof error, message: 'not an error', stack: '' };
  const { name, stack = '', cause } = error;
  const given = error as Error & Record<string, unknown>;
  const fields = plain.flatMap((field) =>
    typeof given[field] === 'string' ? [[field, given[field].slice(0, LONGEST)]] : [],
  );
  return {
    type: name,
    message: messageOf(error),
    // Without its first lines, which repeat the message.
    stack: stack.slice(Math.max(0, stack.search(/^ {4}at /m))),
    ...Object.fromEntries(fields),
    ...(cause instanceof Error ? { cause: errorFields(cause) } : {}),
  };
}

function messageOf(error: Error): string {
  // Node reports that none of several addresses could be connected to by an error without a message.
  const all = error.message === '' && error instanceof AggregateError ? error.errors : [error];
  const text = all.map(({ message }: Error) => message).join('; ');
  return text.replace(/: ".*$/s, ': …').slice(0, LONGEST);
}

// A request ID that a proxy may have sent. Anything else is ignored.
const PLAUSIBLE_ID = /^[A-Za-z0-9._~:/+=@-]{1,128}$/;

/** The log of a request: each line has our request ID, and the one that the request came with. */
export function requestLog(
  log: FastifyBaseLogger,
  bindings: Record<string, unknown>,
  options: object,
  { headers }: IncomingMessage,
): FastifyBaseLogger {
  const received = String(headers['x-request-id']);
  const isThere = headers['x-request-id'] !== undefined && PLAUSIBLE_ID.test(received);
  return log.child(isThere ? { ...bindings, receivedRequestId: received } : bindings, options);
}

/** Who makes a request (acting as whom), from where, and what it is. */
export function requestFields(request: FastifyRequest) {
  const { caller, routeOptions, method, url } = request;
  return {
    who: (caller?.impersonator ?? caller?.user)?.uciNetId,
    actingAs: caller?.impersonator ? caller.user.uciNetId : undefined,
    client: clientOf(request),
    action: `${method} ${routeOptions.url ?? url.slice(0, 200)}`,
  };
}

export const timeOf = ({ elapsedTime }: FastifyReply) => ({ ms: Math.round(elapsedTime * 10) / 10 });

/**
 * Logs one line per response: who (acting as whom), the action, its key and the result. Never a body, never a cookie.
 */
export function logResponses(app: FastifyInstance): void {
  app.decorateReply('refusal', null);
  app.addHook('onResponse', async (request, reply) => {
    request.log.info(
      {
        ...requestFields(request),
        key: request.params,
        status: reply.statusCode,
        codes: reply.refusal ?? undefined,
        ...timeOf(reply),
      },
      'answered',
    );
  });
}
