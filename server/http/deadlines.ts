import type { FastifyInstance } from 'fastify';
import { Deadline } from '../deadline.ts';
import { limits } from './limits.ts';

declare module 'fastify' {
  interface FastifyRequest {
    deadline: Deadline;
  }
}

/**
 * Gives each request its time: a handler that takes longer is answered with 503, and what it does is given up. Not
 * Fastify's own limit: that ends when the body has been read, and lets the work go on.
 */
export function limitWork(app: FastifyInstance): void {
  app.decorateRequest('deadline');
  app.addHook('onRequest', (request, _reply, done) => {
    request.deadline = new Deadline(limits.work);
    request.deadline.run(done);
  });
  // Reading a body leaves the way of the call.
  app.addHook('preValidation', (request, _reply, done) => request.deadline.run(done));
  app.addHook('onRoute', (route) => {
    const { handler } = route;
    route.handler = function held(request, reply) {
      const work: unknown = handler.call(this, request, reply);
      return work instanceof Promise ? request.deadline.hold(work) : work;
    };
  });
  app.addHook('onSend', async (request) => request.deadline.end());
}
