import * as z from 'zod/mini';
import { recordedDifferences, termCount, termDifferences } from '../../../contract/differences.ts';
import { itemKinds } from '../../../contract/kinds.ts';
import { allRelationshipKinds } from '../../../contract/relationships.ts';
import { runningTerm } from '../../../contract/runningTerm.ts';
import { createMoments } from '../../catalog/knownAt/moment.ts';
import { requireKnownTerms } from '../../catalog/knownTerms.ts';
import { ApiError } from '../../errors.ts';
import { pageOf } from '../../http/pagination.ts';
import { whole } from '../../http/responseCache.ts';
import type { Routes } from '../../http/routeScope.ts';
import { sendJson } from '../../http/sendJson.ts';
import { termParameter } from '../../http/termParameter.ts';
import { fromTime, toTime } from '../../http/timeParameters.ts';
import { countsJson } from './counts.ts';
import { recordedJson } from './recordedDifferences.ts';
import { termDifferencesJson } from './termDifferences.ts';

const page = pageOf({ max: 1_000, byDefault: 200 });

const wrongOrder = () =>
  new ApiError(422, [{ code: 'DIFFERENCES_TO_ORDER', field: 'to', message: 'To must not be before From' }]);

const items = Object.keys(itemKinds);
const relationships = allRelationshipKinds.map(({ name }) => name);

/** The differences between two terms, and the recorded changes between two times (contract 10). */
export function differenceRoutes({ api, db, cache, config }: Routes): void {
  api.get(
    '/differences',
    {
      config: { access: 'manage:data' },
      schema: {
        querystring: z.strictObject({ from: termParameter, to: termParameter }),
        response: { 200: termDifferences },
        summary: 'Items and relationships that started or ended between two terms',
      },
    },
    async (request, reply) => {
      const { from, to } = request.query;
      return cache.respond(request, reply, {
        name: `differences ${from} ${to}`,
        reads: [...items, ...relationships, 'earlierValue', 'term', 'awardType'],
        build: whole(async () => {
          await requireKnownTerms(db, 'DIFFERENCES', [
            { field: 'from', label: 'From', term: from },
            { field: 'to', label: 'To', term: to },
          ]);
          if (from > to) throw wrongOrder();
          return await termDifferencesJson(db, from, to);
        }),
      });
    },
  );

  api.get(
    '/counts/terms',
    {
      config: { access: 'signed-in', scope: 'read:report' },
      schema: {
        querystring: z.strictObject({}),
        response: { 200: z.array(termCount) },
        summary: 'The number of majors and degrees in effect each fall, by school',
      },
    },
    async (request, reply) => {
      const year = Number(runningTerm(new Date(), config.timeZone).slice(0, 4));
      const last = `${year + 2}92`;
      return cache.respond(request, reply, {
        name: `counts ${last}`,
        reads: ['school', 'major', 'degree', 'schoolMajor', 'schoolDegree', 'term'],
        build: whole(() => countsJson(db, last)),
      });
    },
  );

  const momentOf = createMoments(db, { field: 'to', label: 'To', code: 'DIFFERENCES_TO_OUT_OF_RANGE' });
  api.get(
    '/differences/recorded',
    {
      config: { access: 'manage:data' },
      schema: {
        querystring: z.strictObject({ from: fromTime, to: toTime, ...page }),
        response: { 200: recordedDifferences },
        summary: 'The net changes between two times: created, updated and deleted rows',
      },
    },
    async (request, reply) => {
      const { from, to, limit, cursor } = request.query;
      if (from > to) throw wrongOrder();
      // Wait for a change that is being saved, so that no page of these differences changes afterward.
      await momentOf(to.toISOString());
      return sendJson(reply, await recordedJson(db, from, to, { limit, cursor }));
    },
  );
}
