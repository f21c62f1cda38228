import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import { type FastifyReply, type FastifyRequest, LogController } from 'fastify';
import { headersOfUnreadable } from './headers.ts';

/** The limits of a request (reliability, rule 10). Sizes in bytes, times in milliseconds. */
export const limits = {
  body: 64 * 1024,
  headersTimeout: 4_000,
  /** Until a request has arrived with its body: any, and one that may have thousands of rows. */
  requestTimeout: 10_000,
  longRequest: 60_000,
  /** Of a handler, including everything it waits for (deadlines.ts). */
  work: 5_000,
  /** Of a handler that may deal with thousands of rows. */
  longWork: 50_000,
  keepAliveTimeout: 30_000,
  compressAbove: 1024,
  /** Until a connection without traffic in either direction is closed. */
  stalled: 20_000,
  /** What must move on a connection, in bytes and milliseconds, while a large body comes or a response waits (progress.ts). */
  progress: { bytes: 32 * 1024, within: 10_000 },
  /** Open connections: in total, and per address, which a whole office may share. */
  sockets: 2_000,
  socketsOfOne: 500,
  /** Concurrent requests: per client, and per connection. */
  requestsOfOne: 200,
  pipelined: 8,
  /** Cached responses: all of them together, a single one, and the name of one, which may hold a filter. */
  cache: 64 * 2 ** 20,
  cacheOne: 24 * 2 ** 20,
  cacheName: 16 * 1024,
  /** Concurrent requests with a larger body than others may have: all of them, and those of one user. */
  largeBodies: 8,
  largeBodiesOfOne: 2,
  reportsAtOnce: 2,
  reportsWaiting: 200,
};

/**
 * Overrides Fastify's defaults where they are wrong here: HEAD runs a GET handler only if the route takes HEAD, and a slow
 * body is cut off.
 */
export const serverOptions = {
  bodyLimit: limits.body,
  // `log.ts` logs one line per request instead.
  logController: new LogController({ disableRequestLogging: true }),
  exposeHeadRoutes: false,
  // Long keys must also reach their route, which responds that there is no such item.
  routerOptions: { maxParamLength: 16 * 1024 },
  connectionTimeout: limits.stalled,
  // The longest of any route; `deadlines.ts` cuts off the others earlier.
  requestTimeout: limits.longRequest,
  keepAliveTimeout: limits.keepAliveTimeout,
  forceCloseConnections: 'idle',
  http: { headersTimeout: limits.headersTimeout, connectionsCheckingInterval: 1_000 },
  clientErrorHandler: answerBrokenRequest,
  frameworkErrors: answerUnreadableAddress,
} as const;

/** Responds to an address that cannot be decoded and so matches no route. */
function answerUnreadableAddress(_error: Error, request: unknown, reply: unknown): void {
  const { id } = request as FastifyRequest;
  (reply as FastifyReply)
    .code(404)
    .headers({ ...headersOfUnreadable, 'x-request-id': id })
    .send({ errors: [{ code: 'NOT_FOUND', message: 'There is nothing at this address.' }] });
}

/** Responds to a request that is not valid HTTP, or comes too slowly, and so never reaches its route. */
export function answerBrokenRequest(error: Error & { code?: string }, socket: Socket): void {
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

/** Responds to a request whose body comes too slowly. */
export const answerSlowBody = (socket: Socket): void =>
  answerBrokenRequest(
    Object.assign(new Error('The body comes too slowly'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }),
    socket,
  );

/**
 * Closes a connection that has sent nothing, without a response: browsers open some in advance, and take a response on
 * one as that to the request that they are about to send. What came while the server was too busy to read is served.
 */
function closeUnused(socket: Socket): void {
  setImmediate(() => {
    if (socket.bytesRead === 0) socket.destroy();
  });
}
