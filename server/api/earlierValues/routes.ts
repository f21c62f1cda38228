import * as z from 'zod/mini';
import { earlierValueForms, readEarlierValue } from '../../../contract/earlierValueForms.ts';
import { earlierValue, hasEarlierValues, itemEarlierValue } from '../../../contract/earlierValues.ts';
import { requiredText } from '../../../contract/fields.ts';
import { type ItemKey, type ItemKind, itemKinds } from '../../../contract/kinds.ts';
import { TERM_CODE } from '../../../contract/lookups.ts';
import { storedItems } from '../../catalog/checks.ts';
import {
  allEarlierValuesJson,
  deleteEarlierValue,
  type EarlierValueRef,
  earlierValueJson,
  earlierValuesJson,
  saveEarlierValue,
  unknownLastTerms,
} from '../../catalog/earlierValues.ts';
import { change } from '../../db/changeTransaction.ts';
import type { Db } from '../../db/tables.ts';
import { ApiError, earlierValueNotFound, itemNotFound } from '../../errors.ts';
import { actorOf } from '../../http/actor.ts';
import { overrideQuery } from '../../http/overrideQuery.ts';
import { whole } from '../../http/responseCache.ts';
import type { Routes } from '../../http/routeScope.ts';
import { sendJson } from '../../http/sendJson.ts';
import { refuseOtherKeys } from '../items/ownKey.ts';
import { pathKey } from '../items/routes.ts';

/** Names and codes that items had in earlier terms (contract 14). */
export function earlierValueRoutes(routes: Routes): void {
  const { api, db, cache } = routes;
  api.get(
    '/earlier-values',
    {
      config: { access: 'signed-in' },
      schema: {
        querystring: z.strictObject({}),
        response: { 200: z.array(itemEarlierValue) },
        summary: 'The names and codes that all items had in earlier terms',
      },
    },
    async (request, reply) =>
      cache.respond(request, reply, {
        name: 'earlierValues',
        reads: ['earlierValue'],
        build: whole(() => allEarlierValuesJson(db)),
      }),
  );
  for (const kind of Object.keys(itemKinds) as ItemKind[]) routesOf(routes, kind);
}

function routesOf({ api, db }: Routes, kind: ItemKind): void {
  const { collection, key } = itemKinds[kind];
  const form = earlierValueForms[kind];
  const path = `/${collection}/:${key}/earlier-values`;
  const item = { [key]: pathKey(kind) };
  const missing = () => itemNotFound(kind);
  const field = z.enum(itemKinds[kind].earlier as readonly [string, ...string[]]);
  const config = { access: 'manage:data', missing: earlierValueNotFound } as const;
  const ownKeys = [
    {
      name: 'field',
      readKey: (text: string) => (hasEarlierValues(kind, text) ? text : undefined),
      keyField: requiredText('Field', 60),
    },
    { name: 'lastTerm', readKey: (text: string) => text, keyField: requiredText('Last term', 60) },
  ];

  /** The earlier value that a path names. */
  function refOf(request: { params: unknown }): EarlierValueRef {
    const { [key]: itemKey = '', ...ref } = request.params as Record<string, string>;
    return { kind, key: itemKey, ...ref } as EarlierValueRef;
  }

  /** The value to save. Throws a 422 for a value that the item's form would reject, and for an unknown last term. */
  async function readValue(
    within: Db,
    { field, lastTerm }: EarlierValueRef,
    sent: unknown,
  ): Promise<string | null> {
    const read = readEarlierValue(kind, field, sent);
    const unknownOf = await unknownLastTerms(within, [lastTerm]);
    const errors = [...('errors' in read ? read.errors : []), ...unknownOf(form.entity, lastTerm)];
    if (errors.length > 0 || 'errors' in read) throw new ApiError(422, errors);
    return read.value;
  }

  api.get(
    path,
    {
      config: { ...config, missing },
      schema: {
        params: z.strictObject(item),
        querystring: z.strictObject({}),
        response: { 200: z.array(earlierValue) },
        summary: `The names and codes that a ${kind} had in earlier terms`,
      },
    },
    async (request, reply) => {
      const { [key]: itemKey = '' } = request.params as Record<string, ItemKey>;
      if (!(await storedItems(db, kind, [itemKey])).has(itemKey)) throw missing();
      return sendJson(reply, await earlierValuesJson(db, kind, itemKey));
    },
  );

  api.put(
    `${path}/:field/:lastTerm`,
    {
      config: { ...config, form },
      preValidation: refuseOtherKeys('earlier value', form, ownKeys),
      schema: {
        // An unknown term is an error of the form.
        params: z.strictObject({ ...item, field, lastTerm: z.string() }),
        querystring: overrideQuery,
        body: form.schema,
        response: { 200: earlierValue, 201: earlierValue },
        summary: `Create or edit an earlier value of a ${kind}`,
      },
    },
    async (request, reply) => {
      const ref = refOf(request);
      const { version } = request.body;
      const { json, isCreated } = await change(db, actorOf(request), async (trx) => {
        if (!(await storedItems(trx, kind, [ref.key])).has(ref.key)) throw missing();
        const value = await readValue(trx, ref, request.body.value);
        const isCreated = await saveEarlierValue(trx, ref, { value, version });
        return { json: await earlierValueJson(trx, ref), isCreated };
      });
      return sendJson(reply, json, isCreated ? 201 : 200);
    },
  );

  api.delete(
    `${path}/:field/:lastTerm`,
    {
      config,
      schema: {
        params: z.strictObject({ ...item, field, lastTerm: z.string().check(z.regex(TERM_CODE)) }),
        querystring: overrideQuery,
        response: { 204: z.null() },
        summary: `Delete an earlier value of a ${kind}`,
      },
    },
    async (request, reply) => {
      const ref = refOf(request);
      await change(db, actorOf(request), (trx) => deleteEarlierValue(trx, ref));
      return reply.code(204).send(null);
    },
  );
}
