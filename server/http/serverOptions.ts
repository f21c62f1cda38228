import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { limits } from '../runtime/limits.ts';
import { OnlyBrokenResponses } from './failures.ts';
import { headersOfUnreadable } from './headers.ts';

/**
 * Overrides Fastify's defaults where they do not fit: `headRoutes.ts` adds the routes for HEAD, and a slow body is cut off.
 */
export const serverOptions = {
  bodyLimit: limits.body,
  // `requestLog.ts` logs one line per request instead.
  logController: new OnlyBrokenResponses(),
  exposeHeadRoutes: false,
  // Long keys must also reach their route, which responds with its own 404.
  routerOptions: { maxParamLength: 16 * 1024 },
  // Registering all routes takes longer than the default of 10 s on a machine that is busy with other work.
  pluginTimeout: 0,
  connectionTimeout: limits.stalled,
  // The longest limit of any route; `deadlines.ts` cuts off the others earlier.
  requestTimeout: limits.longRequest,
  keepAliveTimeout: limits.keepAliveTimeout,
  forceCloseConnections: 'idle',
  http: { headersTimeout: limits.headersTimeout, connectionsCheckingInterval: 1_000 },
  clientErrorHandler: respondToBrokenRequest,
  frameworkErrors: respondToUnreadableUrl,
} as const;

/** Responds to a URL that cannot be decoded and so matches no route. */
function respondToUnreadableUrl(_error: Error, request: unknown, reply: unknown): void {
  const { id } = request as FastifyRequest;
  (reply as FastifyReply)
    .code(404)
    .headers({ ...headersOfUnreadable, 'x-request-id': id })
    .send({ errors: [{ code: 'NOT_FOUND', message: 'There is nothing at this address.' }] });
}

/** Responds to a request that never reaches its route, because it is not valid HTTP or arrives too slowly. */
export function respondToBrokenRequest(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const late = error.code === 'ERR_HTTP_REQUEST_TIMEOUT';
  if (late && socket.bytesRead === 0) return closeUnused(socket);
  const large = error.code === 'HPE_HEADER_OVERFLOW';
  const status = late
    ? '408 Request Timeout'
    : large
      ? '431 Request Header Fields Too Large'
      : '400 Bad Request';
  const body = JSON.stringify({
    errors: [{ code: 'BAD_REQUEST', message: 'The request could not be read.' }],
  });
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    ...headersOfUnreadable,
    'x-request-id': randomUUID(),
    'content-length': body.length,
    connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${String(value)}`);
  socket.end(`HTTP/1.1 ${status}\r\n${lines.join('\r\n')}\r\n\r\n${body}`);
}

/** Responds to a request whose body arrives too slowly. */
export const respondToSlowBody = (socket: Socket): void =>
  respondToBrokenRequest(
    Object.assign(new Error('The body arrives too slowly'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }),
    socket,
  );

/**
 * Closes a connection without a response if its client has sent nothing: a browser opens connections in advance, and takes a
 * response for that of its next request. A request that arrived while the server was busy is served.
 */
function closeUnused(socket: Socket): void {
  setImmediate(() => {
    if (socket.bytesRead === 0) socket.destroy();
  });
}
