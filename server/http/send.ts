import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import type { FastifyReply } from 'fastify';

/** Sends JSON text as it stands. Its shape is the route's response schema, which the tests hold it to. */
export function sendJson<Reply>(reply: Reply, json: string, status = 200): Reply {
  (reply as FastifyReply).code(status).type('application/json; charset=utf-8').send(json);
  return reply;
}

/** JSON text in parts, each made when it is its turn to be sent. */
export type Pieces = readonly (() => string)[];

/** The same for what may be too long for one text: made as fast as it is read, and others get their turn in between. */
export function sendPieces<Reply>(reply: Reply, pieces: Pieces): Reply {
  const [first, ...others] = pieces;
  if (first && others.length === 0) return sendJson(reply, first());
  (reply as FastifyReply).type('application/json; charset=utf-8').send(Readable.from(inTurns(pieces)));
  return reply;
}

let turns: Promise<void> = Promise.resolve();

/** One piece of all the answers under way in each turn of the event loop. */
export async function* inTurns(pieces: Pieces): AsyncGenerator<string> {
  for (const piece of pieces) {
    turns = turns.then(() => setImmediate());
    await turns;
    yield piece();
  }
}
