import * as z from 'zod/mini';
import { lookupForms } from '../../../contract/lookupForms.ts';
import {
  type LookupKind,
  lookupKinds,
  maintainedAwardType,
  maintainedTerm,
  TERM_CODE,
} from '../../../contract/lookups.ts';
import { isCleanText } from '../../../contract/text.ts';
import { createLookup, editLookup, removeLookup } from '../../catalog/lookupCommands.ts';
import { lookupJson, lookupListJson, lookupReads } from '../../catalog/lookupJson.ts';
import { change } from '../../db/changeTransaction.ts';
import { lookupNotFound } from '../../errors.ts';
import { actorOf } from '../../http/actor.ts';
import { whole } from '../../http/responseCache.ts';
import type { Routes } from '../../http/routeScope.ts';
import { sendJson } from '../../http/sendJson.ts';
import { refuseOtherKeys } from '../items/ownKey.ts';

const responses = { term: maintainedTerm, awardType: maintainedAwardType };

/** Whether a text in a path can be a key. Any other text is the key of nothing. */
const isKey: Record<LookupKind, (text: string) => boolean> = {
  term: (text) => TERM_CODE.test(text),
  awardType: isCleanText,
};

/** Terms and award types, for those who maintain them (contract 14). */
export function lookupMaintenanceRoutes(routes: Routes): void {
  for (const kind of Object.keys(lookupKinds) as LookupKind[]) routesOf(routes, kind);
}

/** List, create, edit and delete of one kind of lookup. */
function routesOf({ api, db, cache }: Routes, kind: LookupKind): void {
  const { collection, key: keyName, noun } = lookupKinds[kind];
  const form = lookupForms[kind];
  const response = responses[kind];
  const missing = () => lookupNotFound(kind);
  const manage = { access: 'manage:data', missing } as const;
  const querystring = z.strictObject({});
  const params = z.strictObject({ [keyName]: z.string().check(z.refine(isKey[kind])) });
  const pathKeyOf = (request: { params: unknown }) =>
    (request.params as Record<string, string>)[keyName] ?? '';
  const ownKey = {
    name: keyName,
    readKey: (text: string) => (isKey[kind](text) ? text : undefined),
    keyField: (form.fields as Record<string, z.ZodMiniType>)[keyName] as z.ZodMiniType,
  };

  api.get(
    `/${collection}`,
    {
      config: { access: 'manage:data' },
      schema: {
        querystring,
        response: { 200: z.array(response) },
        summary: `All ${noun}s, with whether stored data uses them`,
      },
    },
    async (request, reply) =>
      cache.respond(request, reply, {
        name: `maintained ${collection}`,
        reads: lookupReads(kind),
        build: whole(() => lookupListJson(db, kind)),
      }),
  );

  api.post(
    `/${collection}`,
    {
      config: { ...manage, form },
      schema: { querystring, body: form.schema, response: { 201: response }, summary: `Create a ${noun}` },
    },
    async (request, reply) => {
      const values: Record<string, unknown> = request.body;
      const json = await change(db, actorOf(request), async (trx) => {
        await createLookup(trx, kind, values);
        return await lookupJson(trx, kind, String(values[keyName]));
      });
      return sendJson(reply, json, 201);
    },
  );

  api.put(
    `/${collection}/:${keyName}`,
    {
      config: { ...manage, form },
      preValidation: refuseOtherKeys(noun, form, [ownKey]),
      schema: {
        params,
        querystring,
        body: form.schema,
        response: { 200: response },
        summary: `Edit a ${noun}`,
      },
    },
    async (request, reply) => {
      const key = pathKeyOf(request);
      const json = await change(db, actorOf(request), async (trx) => {
        await editLookup(trx, kind, { ...request.body, [keyName]: key });
        return await lookupJson(trx, kind, key);
      });
      return sendJson(reply, json);
    },
  );

  api.delete(
    `/${collection}/:${keyName}`,
    {
      config: manage,
      schema: {
        params,
        querystring,
        response: { 204: z.null() },
        summary: `Delete a ${noun} that stored data does not use`,
      },
    },
    async (request, reply) => {
      await change(db, actorOf(request), (trx) => removeLookup(trx, kind, pathKeyOf(request)));
      return reply.code(204).send(null);
    },
  );
}
