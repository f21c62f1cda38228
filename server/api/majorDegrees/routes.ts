import * as z from 'zod/mini';
import { majorDegree, majorDegreeCreated, majorDegreeForm } from '../../../contract/majorDegree.ts';
import { majorDegreesJson } from '../../catalog/itemJson.ts';
import { requireKnownTerms } from '../../catalog/knownTerms.ts';
import { unknownAmong } from '../../catalog/lookupChecks.ts';
import { createMajorDegree } from '../../catalog/majorDegree.ts';
import { change } from '../../db/changeTransaction.ts';
import { actorOf } from '../../http/actor.ts';
import { asOfParameter, asOfQuery, readsAsOf } from '../../http/asOfQuery.ts';
import { confirmBy } from '../../http/confirm.ts';
import { overrideQuery } from '../../http/overrideQuery.ts';
import { whole } from '../../http/responseCache.ts';
import type { Routes } from '../../http/routeScope.ts';

/** Lists the pairs of majors and degrees, and creates a major with its degrees (contract 4). */
export function majorDegreeRoutes({ api, db, cache }: Routes): void {
  api.get(
    '/major-degrees',
    {
      config: { access: 'manage:data', scope: 'read:catalog' },
      schema: {
        querystring: asOfQuery,
        response: { 200: z.array(majorDegree) },
        summary: 'All pairs of major and degree',
      },
    },
    async (request, reply) => {
      const asOf = request.query.asOf ?? null;
      return cache.respond(request, reply, {
        name: `major-degrees ${asOf ?? ''}`,
        reads: readsAsOf(asOf, ['major', 'degree', 'majorDegree']),
        build: whole(async () => {
          await requireKnownTerms(db, majorDegreeForm.entity, [asOfParameter(asOf)]);
          return await majorDegreesJson(db, asOf);
        }),
      });
    },
  );

  api.post(
    '/major-degrees',
    {
      config: {
        access: 'manage:data',
        form: majorDegreeForm,
        databaseErrors: (_request, values) => unknownAmong(db, majorDegreeForm, values),
      },
      schema: {
        querystring: overrideQuery,
        body: majorDegreeForm.schema,
        response: { 201: majorDegreeCreated },
        summary: 'Create a major with its degrees, schools and departments, all or nothing',
      },
    },
    async (request, reply) => {
      const majorKey = await change(db, actorOf(request), (trx) =>
        createMajorDegree(trx, request.body, confirmBy(request)),
      );
      return reply.code(201).send({ majorKey });
    },
  );
}
