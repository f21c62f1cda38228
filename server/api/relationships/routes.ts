import * as z from 'zod/mini';
import type { ItemKey } from '../../../contract/kinds.ts';
import {
  allRelationshipKinds,
  keyNames,
  type RelationshipKind,
  relationshipPathOf,
  responseOf,
} from '../../../contract/relationships.ts';
import { type Keys, storedRelationships } from '../../catalog/checks.ts';
import { relate, unrelate } from '../../catalog/commands.ts';
import { unknownAmong } from '../../catalog/lookupChecks.ts';
import { change } from '../../db/changeTransaction.ts';
import { relationshipNotFound } from '../../errors.ts';
import { actorOf } from '../../http/actor.ts';
import { confirmBy } from '../../http/confirm.ts';
import { overrideQuery } from '../../http/overrideQuery.ts';
import type { Routes } from '../../http/routeScope.ts';
import { sendJson } from '../../http/sendJson.ts';
import { refuseOtherKeys } from '../items/ownKey.ts';
import { ownKey, pathKey } from '../items/routes.ts';

/** Routes to create or edit, and to delete, each kind of relationship (contract 4). */
export function relationshipRoutes(routes: Routes): void {
  for (const kind of allRelationshipKinds) routesOf(routes, kind);
}

function routesOf({ api, db }: Routes, kind: RelationshipKind): void {
  const { from, to, form } = kind;
  const response = responseOf(kind);
  const names = keyNames(kind);
  const path = relationshipPathOf(kind, { from: `:${names.from}`, to: `:${names.to}` });
  const config = { access: 'manage:data', missing: relationshipNotFound } as const;
  const params = z.strictObject({ [names.from]: pathKey(from), [names.to]: pathKey(to) });
  const keysOf = (request: { params: unknown }): Keys => {
    const keys = request.params as Record<string, ItemKey>;
    return { from: keys[names.from] ?? '', to: keys[names.to] ?? '' };
  };

  api.post(
    path,
    {
      config: {
        ...config,
        form,
        databaseErrors: (request, values) => {
          const readStored = async () => (await storedRelationships(db, kind, [keysOf(request)]))[0]?.stored;
          return unknownAmong(db, form, values, readStored);
        },
      },
      preValidation: refuseOtherKeys('relationship', form, [ownKey(from, names.from), ownKey(to, names.to)]),
      schema: {
        params,
        querystring: overrideQuery,
        body: form.schema,
        response: { 200: response, 201: response },
        summary: `Relate a ${from} to a ${to}, or edit their relationship`,
      },
    },
    async (request, reply) => {
      const keys = keysOf(request);
      const { created, edited } = await change(db, actorOf(request), (trx) =>
        relate(trx, kind, [{ keys, values: request.body }], confirmBy(request)),
      );
      const [saved] = [...created, ...edited];
      return sendJson(reply, saved?.json ?? '', created.length > 0 ? 201 : 200);
    },
  );

  api.delete(
    path,
    {
      config,
      schema: {
        params,
        querystring: overrideQuery,
        response: { 204: z.null() },
        summary: `Delete the relationship between a ${from} and a ${to}`,
      },
    },
    async (request, reply) => {
      const keys = keysOf(request);
      await change(db, actorOf(request), (trx) => unrelate(trx, kind, [keys]));
      return reply.code(204).send(null);
    },
  );
}
