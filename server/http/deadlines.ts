import type { FastifyInstance } from 'fastify';
import { Deadline } from '../deadline.ts';
import { limits } from './limits.ts';

declare module 'fastify' {
  interface FastifyRequest {
    deadline: Deadline;
  }
}

/**
 * Sets a deadline for each request. If a handler takes longer, the response is 503 and its work is aborted. Fastify's
 * own limit would not do: it ends once the body has been read, and does not stop the work.
 */
export function setDeadlines(app: FastifyInstance): void {
  app.decorateRequest('deadline');
  app.addHook('onRequest', (request, _reply, done) => {
    request.deadline = new Deadline(limits.work);
    request.deadline.run(done);
  });
  // Reading the body loses the async context, so enter it again.
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
