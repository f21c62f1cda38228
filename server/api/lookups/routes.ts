import { sql } from 'kysely';
import * as z from 'zod/mini';
import { awardType, termLabel } from '../../../contract/lookups.ts';
import { whole } from '../../http/responseCache.ts';
import type { Routes } from '../../http/routeScope.ts';

/** The options of dropdown lists: award types by label, terms newest first. */
export function lookupRoutes({ api, db, cache }: Routes): void {
  const config = { access: 'signed-in' } as const;
  const querystring = z.strictObject({});

  api.get(
    '/lookups/awardTypes',
    { config, schema: { querystring, response: { 200: z.array(awardType) }, summary: 'All award types' } },
    async (request, reply) =>
      cache.respond(request, reply, {
        name: 'awardTypes',
        reads: ['awardType'],
        build: whole(async () => {
          const types = db.selectFrom('awardType').select(['degreeShort', 'degreeCode']);
          return JSON.stringify(await types.orderBy(sql`degree_short collate "C"`).execute());
        }),
      }),
  );

  api.get(
    '/lookups/terms',
    {
      config,
      schema: { querystring, response: { 200: z.array(termLabel) }, summary: 'All terms, newest first' },
    },
    async (request, reply) =>
      cache.respond(request, reply, {
        name: 'terms',
        reads: ['term'],
        build: whole(async () => {
          const terms = db.selectFrom('term').select(['termYyyyst', 'termLetterYear']);
          return JSON.stringify(await terms.orderBy(sql`term_yyyyst collate "C" desc`).execute());
        }),
      }),
  );
}
