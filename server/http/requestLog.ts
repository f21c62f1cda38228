import type { IncomingMessage } from 'node:http';
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { clientOf } from './clientAddress.ts';

declare module 'fastify' {
  interface FastifyReply {
    /** The error codes in the response. */
    errorCodes: readonly string[] | null;
  }
}

/** The parts of an error that may be logged. Other parts may contain row values or data from the provider. */
interface ErrorFields {
  type: string;
  message: string;
  stack: string;
  [field: string]: unknown;
}

const MAX_LENGTH = 500;
const loggedFields = ['code', 'constraint', 'table', 'column', 'error', 'error_description'] as const;

/**
 * An error for the log, with its causes. PostgreSQL repeats row values in details, which are omitted, and after the colon
 * of some messages.
 */
export function errorFields(error: unknown): ErrorFields {
  if (!(error instanceof Error)) return { type: typeof error, message: 'not an error', stack: '' };
  const { name, stack = '', cause } = error;
  const values = error as Error & Record<string, unknown>;
  const fields = loggedFields.flatMap((field) =>
    typeof values[field] === 'string' ? [[field, values[field].slice(0, MAX_LENGTH)]] : [],
  );
  return {
    type: name,
    message: messageOf(error),
    // The first lines repeat the message.
    stack: stack.slice(Math.max(0, stack.search(/^ {4}at /m))),
    ...Object.fromEntries(fields),
    ...(cause instanceof Error ? { cause: errorFields(cause) } : {}),
  };
}

function messageOf(error: Error): string {
  // If no address of a host accepts a connection, Node throws an error without a message.
  const all = error.message === '' && error instanceof AggregateError ? error.errors : [error];
  const text = all.map(({ message }: Error) => message).join('; ');
  return text.replace(/: ".*$/s, ': …').slice(0, MAX_LENGTH);
}

// A request ID that a proxy may have sent. Other values are ignored.
const PLAUSIBLE_ID = /^[A-Za-z0-9._~:/+=@-]{1,128}$/;

/** The log of a request: each line has our request ID and the received request ID, if there is one. */
export function requestLog(
  log: FastifyBaseLogger,
  bindings: Record<string, unknown>,
  options: object,
  { headers }: IncomingMessage,
): FastifyBaseLogger {
  const received = String(headers['x-request-id']);
  const isPlausible = headers['x-request-id'] !== undefined && PLAUSIBLE_ID.test(received);
  return log.child(isPlausible ? { ...bindings, receivedRequestId: received } : bindings, options);
}

/** Who makes a request (acting as whom), from which IP address, and its action. */
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

/** Logs one line per response: who (acting as whom), the action, its key and the result. Never a body, never a cookie. */
export function logResponses(app: FastifyInstance): void {
  app.decorateReply('errorCodes', null);
  app.addHook('onResponse', async (request, reply) => {
    request.log.info(
      {
        ...requestFields(request),
        key: request.params,
        status: reply.statusCode,
        codes: reply.errorCodes ?? undefined,
        ...timeOf(reply),
      },
      'answered',
    );
  });
}
