import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import * as z from 'zod/mini';
import { asApiError } from '../db/databaseErrors.ts';
import { isLargeChangeAhead } from '../db/largeChanges.ts';
import type { Db, Engine } from '../db/tables.ts';
import { unavailable } from '../errors.ts';
import { failureOf } from '../http/failures.ts';

const health = z.object({ status: z.string() });

/** `/healthz`: the process is alive. `/readyz`: it is not stopping, and the database responds; otherwise 503. */
export function healthRoutes(
  app: FastifyInstance,
  db: Db,
  engine: Engine,
  basePath: string,
  isStopping: () => boolean,
): void {
  const config = { access: 'public' } as const;
  const querystring = z.strictObject({});

  app.get(
    `${basePath}/healthz`,
    { config, schema: { querystring, response: { 200: health }, summary: 'The process is alive' } },
    async (_request, reply) => reply.header('cache-control', 'no-store').send({ status: 'ok' }),
  );

  app.get(
    `${basePath}/readyz`,
    {
      config,
      schema: { querystring, response: { 200: health, 503: health }, summary: 'The database responds' },
    },
    async (_request, reply) => {
      reply.header('cache-control', 'no-store');
      if (isStopping()) {
        reply.failure = { why: 'stopping' };
        return reply.code(503).send({ status: 'stopping' });
      }
      try {
        // While it saves a large change, the embedded database serves no other request.
        const isBusy = engine.name === 'embedded' && isLargeChangeAhead();
        if (!isBusy) await sql`select 1`.execute(db);
        return { status: 'ok' };
      } catch (error) {
        reply.failure = failureOf(error, asApiError(error) ?? unavailable('database', error));
        return reply.code(503).send({ status: 'the database does not respond' });
      }
    },
  );
}
