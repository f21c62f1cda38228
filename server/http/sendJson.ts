import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { yieldToEventLoop } from '../runtime/yieldToEventLoop.ts';

export const JSON_TYPE = 'application/json; charset=utf-8';

/** Sends JSON text unchanged. The tests check it against the route's response schema. */
export function sendJson<Reply>(reply: Reply, json: string, status = 200): Reply {
  (reply as FastifyReply).code(status).type(JSON_TYPE).send(json);
  return reply;
}

/** A text in parts, each built just before it is sent. */
export type Pieces = readonly (() => string)[];

/**
 * Sends a text that may be too long for one string. It is built as fast as the client reads it, and the server handles other
 * requests in between.
 */
export function sendPieces<Reply>(reply: Reply, pieces: Pieces, type = JSON_TYPE): Reply {
  const [first, ...others] = pieces;
  const body = first && others.length === 0 ? first() : Readable.from(inTurns(pieces));
  (reply as FastifyReply).type(type).send(body);
  return reply;
}

/** Yields the pieces. Each turn of the event loop builds only one piece of all responses in progress. */
export async function* inTurns(pieces: Pieces): AsyncGenerator<string> {
  for (const piece of pieces) {
    await yieldToEventLoop();
    yield piece();
  }
}
