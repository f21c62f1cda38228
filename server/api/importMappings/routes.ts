import * as z from 'zod/mini';
import { importMapping, importMappingForm } from '../../../contract/importMappings.ts';
import { actorOf } from '../../http/actor.ts';
import { whole } from '../../http/responseCache.ts';
import type { Routes } from '../../http/routeScope.ts';
import { sendJson } from '../../http/sendJson.ts';
import { mappingsJson, saveMapping } from './savedMappings.ts';

/** The column mappings of imports, which the office shares. */
export function importMappingRoutes({ api, db, cache }: Routes): void {
  const querystring = z.strictObject({});

  api.get(
    '/import-mappings',
    {
      config: { access: 'manage:data' },
      schema: {
        querystring,
        response: { 200: z.array(importMapping) },
        summary: 'The column mappings of imports, newest first',
      },
    },
    async (request, reply) =>
      cache.respond(request, reply, {
        name: 'import-mappings',
        reads: ['importMapping'],
        build: whole(() => mappingsJson(db)),
      }),
  );

  api.put(
    '/import-mappings',
    {
      config: { access: 'manage:data', form: importMappingForm },
      schema: {
        querystring,
        body: importMappingForm.schema,
        response: { 200: importMapping },
        summary: 'Save the column mapping of a set of headers, and replace an earlier one',
      },
    },
    async (request, reply) => sendJson(reply, await saveMapping(db, actorOf(request), request.body)),
  );
}
