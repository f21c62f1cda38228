import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyReply {
    /** The error codes in the response. */
    refusal: readonly string[] | null;
  }
}

/**
 * Logs one line per response: who (acting as whom), the action, its key and the result. Never a body, never a cookie.
 */
export function logAnswers(app: FastifyInstance): void {
  app.decorateReply('refusal', null);
  app.addHook('onResponse', async (request, reply) => {
    const { caller, routeOptions, params, method } = request;
    request.log.info(
      {
        who: (caller?.impersonator ?? caller?.person)?.uciNetId,
        actingAs: caller?.impersonator ? caller.person.uciNetId : undefined,
        action: `${method} ${routeOptions.url ?? request.url.slice(0, 200)}`,
        key: params,
        status: reply.statusCode,
        codes: reply.refusal ?? undefined,
        ms: Math.round(reply.elapsedTime * 10) / 10,
      },
      'answered',
    );
  });
}
