import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { yieldToEventLoop } from '../runtime/yieldToEventLoop.ts';

/** Sends JSON text unchanged. The tests check it against the route's response schema. */
export function sendJson<Reply>(reply: Reply, json: string, status = 200): Reply {
  (reply as FastifyReply).code(status).type('application/json; charset=utf-8').send(json);
  return reply;
}

/** JSON text in parts, each built just before it is sent. */
export type Pieces = readonly (() => string)[];

/**
 * Sends JSON text that may be too long for one string. It is built as fast as the client reads it, and the server handles
 * other requests in between.
 */
export function sendPieces<Reply>(reply: Reply, pieces: Pieces): Reply {
  const [first, ...others] = pieces;
  if (first && others.length === 0) return sendJson(reply, first());
  (reply as FastifyReply).type('application/json; charset=utf-8').send(Readable.from(inTurns(pieces)));
  return reply;
}

/** Yields the pieces. Each turn of the event loop builds only one piece of all responses in progress. */
export async function* inTurns(pieces: Pieces): AsyncGenerator<string> {
  for (const piece of pieces) {
    await yieldToEventLoop();
    yield piece();
  }
}
