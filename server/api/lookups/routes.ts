import { sql } from 'kysely';
import * as z from 'zod/mini';
import { awardType, termLabel } from '../../../contract/lookups.ts';
import { cipCode } from '../../../contract/programs.ts';
import { whole } from '../../http/responseCache.ts';
import type { Routes } from '../../http/routeScope.ts';

/** The options of dropdown lists: award types by label, terms newest first, CIP codes by code. */
export function lookupRoutes({ api, db, cache }: Routes): void {
  const config = { access: 'signed-in', scope: 'read:catalog' } as const;
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

  api.get(
    '/lookups/cip',
    {
      config,
      schema: { querystring, response: { 200: z.array(cipCode) }, summary: 'All codes of CIP 2020, by code' },
    },
    async (request, reply) =>
      cache.respond(request, reply, {
        name: 'cip',
        reads: ['cipCode'],
        build: whole(async () => {
          const codes = db.selectFrom('cipCode').select(['code', 'title']);
          return JSON.stringify(await codes.orderBy(sql`code collate "C"`).execute());
        }),
      }),
  );
}
