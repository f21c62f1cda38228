import * as z from 'zod/mini';
import { programGroup } from '../../../contract/programs.ts';
import { runningTerm } from '../../../contract/runningTerm.ts';
import { requireKnownTerms } from '../../catalog/knownTerms.ts';
import { whole } from '../../http/responseCache.ts';
import type { Routes } from '../../http/routeScope.ts';
import { termParameter } from '../../http/termParameter.ts';
import { programGroupsJson } from './programGroups.ts';

/** The programs that federal and state reports count (contract 12). */
export function programRoutes({ api, db, cache, config }: Routes): void {
  api.get(
    '/programs',
    {
      config: { access: 'signed-in', scope: 'read:report' },
      schema: {
        querystring: z.strictObject({ asOf: z.optional(termParameter), since: z.optional(termParameter) }),
        response: { 200: z.array(programGroup) },
        summary: 'The programs in effect in a term, by CIP code and credential level',
      },
    },
    async (request, reply) => {
      const { asOf = runningTerm(new Date(), config.timeZone), since } = request.query;
      return cache.respond(request, reply, {
        name: `programs ${asOf} ${since ?? ''}`,
        reads: ['major', 'degree', 'majorDegree', 'earlierValue', 'term', 'cipCode'],
        build: whole(async () => {
          await requireKnownTerms(db, 'PROGRAMS', [
            { field: 'asOf', label: 'As of', term: request.query.asOf },
            { field: 'since', label: 'Since', term: since },
          ]);
          return await programGroupsJson(db, asOf, since);
        }),
      });
    },
  );
}
