import type { FastifyReply } from 'fastify';

/** Sends JSON text as it stands. Its shape is the route's response schema, which the tests hold it to. */
export function sendJson<Reply>(reply: Reply, json: string, status = 200): Reply {
  (reply as FastifyReply).code(status).type('application/json; charset=utf-8').send(json);
  return reply;
}
