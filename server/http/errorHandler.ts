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

/** Errors in reading a request, by Fastify's error code: status, code and message of the response. */
const requestErrors: Record<string, [number, string, string]> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: [415, 'UNSUPPORTED_MEDIA_TYPE', 'The body must be application/json.'],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: [400, 'BAD_REQUEST', 'The body is not as long as the request says.'],
  FST_ERR_BAD_URL: [404, 'NOT_FOUND', 'There is nothing at this address.'],
  FST_ERR_MAX_PARAM_LENGTH: [404, 'NOT_FOUND', 'There is nothing at this address.'],
  // No file can have such a path.
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
    // If no route takes the method, reading the request may fail first; the response must report the wrong method.
    if (request.is404 && !isOfToken(error)) return sendNotFound(request, reply);
    const apiError = await namingLargeChange(database, refusalOf(error, request));
    reply.failure = failureOf(error, apiError);
    if (apiError) return sendErrors(reply, apiError);
    return reply.code(500).send({ errors: [UNKNOWN_ERROR], requestId: request.id });
  });

  const sendNotFound = (request: FastifyRequest, reply: FastifyReply) => {
    const allowed = routes.methodsAt(request.url);
    reply.header('cache-control', 'no-store');
    const isOtherMethod = allowed.length > 0 && !allowed.includes(request.method);
    return sendErrors(reply, isOtherMethod ? methodNotAllowed(allowed) : notFound());
  };
  app.setNotFoundHandler(sendNotFound);
}

/** Whether a token was rejected, which is checked before whether anything is at the address. */
const isOfToken = (error: unknown) => error instanceof ApiError && [401, 403, 429].includes(error.status);

/** Returns the error, or an error that names the cause if the request waited too long for a large change. */
async function namingLargeChange(
  database: Database,
  error: ApiError | undefined,
): Promise<ApiError | undefined> {
  const isBehindLargeChange =
    (error?.why === 'writer_lock' && (await isLargeChangeSaved(database))) ||
    (error?.why === 'connection' && isSavingLargeChange());
  return isBehindLargeChange ? behindLargeChange(error.cause) : error;
}

/** The error to report to the caller; undefined for a fault of the server. */
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
  const message = describeInvalidQuery(request.query as object, issues);
  return new ApiError(400, [{ code: 'BAD_QUERY', message }]);
}

/** Describes what is wrong with a query: one sentence each for unknown parameters, missing parameters and invalid values. */
function describeInvalidQuery(query: object, issues: readonly z.core.$ZodIssue[]): string {
  const unknown: string[] = [];
  const missing: string[] = [];
  const invalid: string[] = [];
  for (const issue of issues) {
    const names = issue.path.map(String);
    const absent = names.filter((name) => !Object.hasOwn(query, name));
    if (issue.code === 'unrecognized_keys') unknown.push(...issue.keys);
    else if (absent.length > 0) missing.push(...absent);
    else invalid.push(...names);
  }
  return [
    { message: 'The query has unknown parameters', names: unknown },
    { message: 'The query lacks required parameters', names: missing },
    { message: 'The query has values that are not allowed', names: invalid },
  ]
    .filter(({ names }) => names.length > 0)
    .map(({ message, names }) => `${message}: ${names.join(', ').slice(0, 100)}.`)
    .join(' ');
}

function sendErrors(reply: FastifyReply, error: ApiError): FastifyReply {
  reply.errorCodes = error.errors.map(({ code }) => code);
  const requestId = error.status >= 500 ? { requestId: reply.request.id } : {};
  return reply
    .code(error.status)
    .headers(error.headers)
    .send({ errors: error.errors, ...requestId });
}
