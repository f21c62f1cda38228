import * as z from 'zod/mini';
import { detailOf, itemResponses } from '../../../contract/details.ts';
import { kindForms } from '../../../contract/kindForms.ts';
import { type ItemKey, type ItemKind, itemKinds } from '../../../contract/kinds.ts';
import { storedItems } from '../../catalog/checks.ts';
import { create, edit, remove } from '../../catalog/commands.ts';
import { detailJson, detailKinds, listJson } from '../../catalog/itemJson.ts';
import { requireKnownTerms } from '../../catalog/knownTerms.ts';
import { unknownAmong } from '../../catalog/lookupChecks.ts';
import { change } from '../../db/changeTransaction.ts';
import { itemNotFound } from '../../errors.ts';
import type { Access } from '../../http/access.ts';
import { actorOf } from '../../http/actor.ts';
import { asOfParameter, asOfQuery, readsAsOf } from '../../http/asOfQuery.ts';
import { confirmBy } from '../../http/confirm.ts';
import { effectiveTermOf } from '../../http/effectiveTerm.ts';
import { overrideQuery } from '../../http/overrideQuery.ts';
import { whole } from '../../http/responseCache.ts';
import type { Routes } from '../../http/routeScope.ts';
import { sendJson } from '../../http/sendJson.ts';
import { degreeEndpoints } from './degree.ts';
import { departmentEndpoints } from './department.ts';
import type { ItemEndpoints } from './itemEndpoints.ts';
import { majorEndpoints } from './major.ts';
import { type OwnKey, refuseOtherKeys } from './ownKey.ts';
import { schoolEndpoints } from './school.ts';

const itemEndpoints = {
  school: schoolEndpoints,
  department: departmentEndpoints,
  degree: degreeEndpoints,
  major: majorEndpoints,
} satisfies Record<ItemKind, unknown>;

export function itemRoutes(routes: Routes): void {
  for (const endpoints of Object.values(itemEndpoints)) routesOf(routes, endpoints);
}

/** The schema of an item's key in a path. An invalid key fails, and the response is the same as for a missing item. */
export function pathKey(kind: ItemKind) {
  const { readKey } = itemEndpoints[kind];
  const schema = z.transform<string, ItemKey>((text, context) => {
    const key = readKey(text);
    if (key === undefined) context.issues.push({ code: 'custom', input: text, message: 'Invalid key' });
    return key ?? z.NEVER;
  });
  z.globalRegistry.add(schema, kind === 'school' ? { type: 'string' } : { type: 'integer', minimum: 1 });
  return schema;
}

/** Who may read the list of a kind. */
export const listAccess = (kind: ItemKind): Access => itemEndpoints[kind].listAccess;

/** The key of an item in a path, where it has this name. */
export const ownKey = (kind: ItemKind, name: string): OwnKey => ({ ...itemEndpoints[kind], name });

/** List, detail, create, edit and delete of one kind of item (spec 7, contract 2 to 4). */
function routesOf({ api, db, cache }: Routes, endpoints: ItemEndpoints): void {
  const { kind } = endpoints;
  const { collection, key: keyName } = itemKinds[kind];
  const { createForm, editForm } = kindForms[kind];
  const detailReads = detailKinds(kind);
  const missing = () => itemNotFound(kind);
  const manage = { access: 'manage:data', missing } as const;
  const params = z.strictObject({ [keyName]: pathKey(kind) });
  const pathKeyOf = (request: { params: unknown }) =>
    (request.params as Record<string, ItemKey>)[keyName] ?? '';

  api.get(
    `/${collection}`,
    {
      config: { access: endpoints.listAccess, scope: 'read:catalog' },
      schema: {
        querystring: asOfQuery,
        response: { 200: z.array(itemResponses[kind]) },
        summary: `All ${collection}`,
      },
    },
    async (request, reply) => {
      const asOf = request.query.asOf ?? null;
      return cache.respond(request, reply, {
        name: `${collection} ${asOf ?? ''}`,
        reads: readsAsOf(asOf, [kind]),
        build: whole(async () => {
          await requireKnownTerms(db, createForm.entity, [asOfParameter(asOf)]);
          return await listJson(db, kind, asOf);
        }),
      });
    },
  );

  api.get(
    `/${collection}/:${keyName}`,
    {
      config: { ...manage, scope: 'read:catalog' },
      schema: {
        params,
        querystring: asOfQuery,
        response: { 200: detailOf(kind) },
        summary: `One ${kind} with all related items`,
      },
    },
    async (request, reply) => {
      const key = pathKeyOf(request);
      const asOf = request.query.asOf ?? null;
      return cache.respond(request, reply, {
        name: `${kind} ${key} ${asOf ?? ''}`,
        reads: readsAsOf(asOf, detailReads),
        build: whole(async () => {
          await requireKnownTerms(db, createForm.entity, [asOfParameter(asOf)]);
          const json = await detailJson(db, kind, key, asOf);
          if (json === undefined) throw missing();
          return json;
        }),
      });
    },
  );

  api.post(
    `/${collection}`,
    {
      config: {
        ...manage,
        form: createForm,
        databaseErrors: (_request, values) => unknownAmong(db, createForm, values),
      },
      schema: {
        querystring: overrideQuery,
        body: createForm.schema,
        response: { 201: endpoints.created },
        summary: kind === 'degree' ? 'Create a degree for each award' : `Create a ${kind}`,
      },
    },
    async (request, reply) => {
      const json = await change(db, actorOf(request), async (trx) => {
        const rows = await create(trx, kind, [request.body], confirmBy(request));
        return endpoints.createdJson(rows.map(({ json }) => json));
      });
      return sendJson(reply, json, 201);
    },
  );

  api.put(
    `/${collection}/:${keyName}`,
    {
      config: {
        ...manage,
        form: editForm,
        takesEffectiveTerm: true,
        databaseErrors: (request, values) => {
          const key = pathKeyOf(request);
          const readStored = async () => (await storedItems(db, kind, [key])).get(key);
          return unknownAmong(db, editForm, values, readStored);
        },
      },
      preValidation: refuseOtherKeys(kind, editForm, [ownKey(kind, keyName)]),
      schema: {
        params,
        querystring: overrideQuery,
        body: editForm.schema,
        response: { 200: itemResponses[kind] },
        summary: `Edit a ${kind}`,
      },
    },
    async (request, reply) => {
      const key = pathKeyOf(request);
      const edits = [{ key, values: request.body, effectiveTerm: effectiveTermOf(request) }];
      const [saved] = await change(db, actorOf(request), (trx) => edit(trx, kind, edits, confirmBy(request)));
      return sendJson(reply, saved?.json ?? '');
    },
  );

  api.delete(
    `/${collection}/:${keyName}`,
    {
      config: manage,
      schema: {
        params,
        querystring: overrideQuery,
        response: { 204: z.null() },
        summary: `Delete a ${kind}, with its relationships if confirmed`,
      },
    },
    async (request, reply) => {
      await change(db, actorOf(request), (trx) =>
        remove(trx, kind, [pathKeyOf(request)], confirmBy(request)),
      );
      return reply.code(204).send(null);
    },
  );
}
