import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type * as z from 'zod/mini';
import { UNKNOWN_ERROR } from '../../contract/errors.ts';
import type { Database } from '../db/database.ts';
import { asApiError } from '../db/databaseErrors.ts';
import { isLargeChangeSaved, isSavingLargeChange } from '../db/largeChanges.ts';
import {
  ApiError,
  behindLargeChange,
  bodyTooLarge,
  Confirm,
  methodNotAllowed,
  NotSignedIn,
  notFound,
  OutcomeUnknown,
} from '../errors.ts';
import { failureOf, reportFailure } from './failures.ts';
import type { RouteList } from './routeList.ts';

/** Errors in reading a request, by the error code of Fastify: status, code and message of the response. */
const requestErrors: Record<string, [number, string, string]> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: [415, 'UNSUPPORTED_MEDIA_TYPE', 'The body must be application/json.'],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: [400, 'BAD_REQUEST', 'The body is not as long as the request says.'],
  FST_ERR_BAD_URL: [404, 'NOT_FOUND', 'There is nothing at this address.'],
  FST_ERR_MAX_PARAM_LENGTH: [404, 'NOT_FOUND', 'There is nothing at this address.'],
  // A path that no file can have.
  FST_STATIC_FORBIDDEN_PATH: [404, 'NOT_FOUND', 'There is nothing at this address.'],
};

/** Errors in serving a file, by the library's error name: status, code and message of the response. */
const fileErrors: Record<string, [number, string, string]> = {
  PreconditionFailedError: [412, 'PRECONDITION_FAILED', 'The file is not as the request demands.'],
  RangeNotSatisfiableError: [416, 'RANGE_NOT_SATISFIABLE', 'The file has no such range.'],
};

/**
 * The only place that turns errors into responses. An unexpected error is reported as UNKNOWN_ERROR. A caller who is not
 * signed in gets `loginUrl`.
 */
export function handleErrors(
  app: FastifyInstance,
  database: Database,
  routes: RouteList,
  loginUrl: string,
): void {
  app.setErrorHandler(async (error: FastifyError, request, reply) => {
    reply.header('cache-control', 'no-store');
    if (error instanceof NotSignedIn)
      return reply
        .code(401)
        .send({ errors: [{ code: 'NOT_SIGNED_IN', message: 'Sign in to continue.' }], loginUrl });
    if (error instanceof Confirm) return reply.code(409).send({ warnings: error.warnings });
    if (error instanceof OutcomeUnknown) {
      reportFailure(reply, { why: 'outcome_unknown', error });
      reply.hijack();
      request.raw.socket.destroy();
      return reply;
    }
    // With a method that no route takes, reading the request may fail first; the wrong method is what matters.
    if (request.is404) return refuseAddress(request, reply);
    const refusal = await namingLargeChange(database, refusalOf(error, request));
    reply.failure = failureOf(error, refusal);
    if (refusal) return sendErrors(reply, refusal);
    return reply.code(500).send({ errors: [UNKNOWN_ERROR], requestId: request.id });
  });

  const refuseAddress = (request: FastifyRequest, reply: FastifyReply) => {
    const allowed = routes.methodsAt(request.url);
    reply.header('cache-control', 'no-store');
    const isOtherMethod = allowed.length > 0 && !allowed.includes(request.method);
    return sendErrors(reply, isOtherMethod ? methodNotAllowed(allowed) : notFound());
  };
  app.setNotFoundHandler(refuseAddress);
}

/** The same refusal, or one that says so if it was a large change that took too long. */
async function namingLargeChange(
  database: Database,
  refusal: ApiError | undefined,
): Promise<ApiError | undefined> {
  const isBehindOne =
    (refusal?.why === 'writer_lock' && (await isLargeChangeSaved(database))) ||
    (refusal?.why === 'connection' && isSavingLargeChange());
  return isBehindOne ? behindLargeChange(refusal.cause) : refusal;
}

/** The error to report to the caller; undefined for a fault of ours. */
export function refusalOf(
  error: Error & Partial<FastifyError> & { issues?: z.core.$ZodIssue[]; headers?: Record<string, string> },
  request: FastifyRequest,
): ApiError | undefined {
  if (error instanceof ApiError) return error;
  if (error.validationContext) return invalid(error.validationContext, error.issues ?? [], request);
  if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE') return bodyTooLarge(request.routeOptions.bodyLimit);
  const known = requestErrors[error.code ?? ''] ?? fileErrors[error.name];
  if (known) return new ApiError(known[0], [{ code: known[1], message: known[2] }], error.headers);
  return asApiError(error);
}

function invalid(where: string, issues: readonly z.core.$ZodIssue[], request: FastifyRequest): ApiError {
  const { missing } = request.routeOptions.config;
  if (where === 'params') return missing ? missing() : notFound();
  const message = wrongQuery(request.query as object, issues);
  return new ApiError(400, [{ code: 'BAD_QUERY', message }]);
}

/** Says what is wrong with a query: in a sentence each, what is unknown, missing and not allowed. */
function wrongQuery(query: object, issues: readonly z.core.$ZodIssue[]): string {
  const unknown: string[] = [];
  const missing: string[] = [];
  const wrong: string[] = [];
  for (const issue of issues) {
    const names = issue.path.map(String);
    const absent = names.filter((name) => !Object.hasOwn(query, name));
    if (issue.code === 'unrecognized_keys') unknown.push(...issue.keys);
    else if (absent.length > 0) missing.push(...absent);
    else wrong.push(...names);
  }
  return [
    { says: 'The query has names that this call does not take', names: unknown },
    { says: 'The query lacks what this call needs', names: missing },
    { says: 'The query has values that are not allowed', names: wrong },
  ]
    .filter(({ names }) => names.length > 0)
    .map(({ says, names }) => `${says}: ${names.join(', ').slice(0, 100)}.`)
    .join(' ');
}

function sendErrors(reply: FastifyReply, error: ApiError): FastifyReply {
  reply.refusal = error.errors.map(({ code }) => code);
  const requestId = error.status >= 500 ? { requestId: reply.request.id } : {};
  return reply
    .code(error.status)
    .headers(error.headers)
    .send({ errors: error.errors, ...requestId });
}
