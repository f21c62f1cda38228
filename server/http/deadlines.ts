import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Deadline } from '../runtime/deadline.ts';
import { limits } from '../runtime/limits.ts';
import { respondToSlowBody } from './serverOptions.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** How long the work of a request may take, in milliseconds, if its caller can abort it by closing the connection. */
    work?: number;
  }
  interface FastifyRequest {
    deadline: Deadline;
  }
}

/** Rejects a request whose body takes too long to arrive. For a large body the limit is `requestTimeout` of the server. */
function limitArrival({ raw, routeOptions }: FastifyRequest): void {
  if (raw.headers['content-length'] === undefined && raw.headers['transfer-encoding'] === undefined) return;
  if (routeOptions.bodyLimit > limits.body) return;
  const rejectSlowBody = () => {
    // A body that has arrived may not have been read yet.
    if (!raw.complete && raw.socket.writable) respondToSlowBody(raw.socket);
  };
  const timer = setTimeout(rejectSlowBody, limits.requestTimeout).unref();
  raw.once('end', () => clearTimeout(timer));
  raw.once('close', () => clearTimeout(timer));
}

/** Keeps the connection open for long work, and aborts the work when the caller closes it. */
function allowLong({ deadline }: FastifyRequest, { raw }: FastifyReply, work: number): void {
  raw.setTimeout(work + limits.stalled, () => raw.destroy());
  raw.once('close', () => deadline.abandon());
}

/**
 * Sets a deadline for each request. If a handler takes longer, the response is 503 and its work is aborted. Fastify's own
 * limit does not suffice: it ends when the body has been read, and does not abort the work.
 */
export function setDeadlines(app: FastifyInstance): void {
  app.decorateRequest('deadline');
  app.addHook('onRequest', (request, reply, done) => {
    const { work } = request.routeOptions.config;
    request.deadline = new Deadline(work ?? limits.work);
    limitArrival(request);
    if (work !== undefined) allowLong(request, reply, work);
    request.deadline.run(done);
  });
  // Reading the body loses the async context, so reenter it.
  app.addHook('preValidation', (request, _reply, done) => request.deadline.run(done));
  app.addHook('onRoute', (route) => {
    const { handler } = route;
    route.handler = function withDeadline(request, reply) {
      const work: unknown = handler.call(this, request, reply);
      return work instanceof Promise ? request.deadline.race(work) : work;
    };
  });
  app.addHook('onSend', async (request) => request.deadline.end());
}
