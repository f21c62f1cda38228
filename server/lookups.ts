import { sql } from 'kysely';
import * as z from 'zod/mini';
import { awardType, termLabel } from '../contract/lookups.ts';
import type { Routes } from './http/routes.ts';

/** What dropdowns offer: award types by label, terms newest first. */
export function lookupRoutes({ api, db }: Routes): void {
  const config = { access: 'signed-in' } as const;
  const querystring = z.strictObject({});

  api.get(
    '/lookups/awardTypes',
    { config, schema: { querystring, response: { 200: z.array(awardType) }, summary: 'All award types' } },
    async () =>
      await db
        .selectFrom('awardType')
        .select(['degreeShort', 'degreeCode'])
        .orderBy(sql`degree_short collate "C"`)
        .execute(),
  );

  api.get(
    '/lookups/terms',
    {
      config,
      schema: { querystring, response: { 200: z.array(termLabel) }, summary: 'All terms, newest first' },
    },
    async () =>
      await db
        .selectFrom('term')
        .select(['termYyyyst', 'termLetterYear'])
        .orderBy(sql`term_yyyyst collate "C" desc`)
        .execute(),
  );
}
