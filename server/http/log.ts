import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyReply {
    /** The codes of the errors that are answered. */
    refusal: readonly string[] | null;
  }
}

/** One line for each answer: who (and as whom), what, of which key, with what result. Never a body, never a cookie. */
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
