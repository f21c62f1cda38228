import * as z from 'zod/mini';
import { changeForm } from '../../../contract/change.ts';
import {
  actions,
  changeKinds,
  changeSetDetail,
  changeSets,
  origins,
  saved,
} from '../../../contract/history.ts';
import { type ItemKey, type ItemKind, itemKinds } from '../../../contract/kinds.ts';
import { isLookupKind } from '../../../contract/lookups.ts';
import { isCleanText, normalizeText } from '../../../contract/text.ts';
import { changeSetNotFound, itemNotFound } from '../../errors.ts';
import { actorOf } from '../../http/actor.ts';
import { pageOf } from '../../http/pagination.ts';
import type { Routes } from '../../http/routeScope.ts';
import { sendJson } from '../../http/sendJson.ts';
import { fromTime, toTime } from '../../http/timeParameters.ts';
import { limits } from '../../runtime/limits.ts';
import { pathKey } from '../items/routes.ts';
import { changeSetDetailJson, changeSetsJson, historyJson } from './changeSets.ts';
import { undoRequest } from './undoRequest.ts';

const clean = z.string().check(z.minLength(1), z.refine(isCleanText));
/** Search text, normalized like stored text. */
const searchText = z.pipe(z.pipe(clean, z.transform(normalizeText)), z.string().check(z.minLength(1)));
const kind = z.enum(changeKinds as [string, ...string[]]);

const page = pageOf({ max: 200, byDefault: 50 });

const setsQuery = z.strictObject({
  ...page,
  actor: z.optional(searchText),
  kind: z.optional(kind),
  action: z.optional(z.enum(actions)),
  origin: z.optional(z.enum(origins)),
  from: z.optional(fromTime),
  to: z.optional(toTime),
  q: z.optional(searchText),
  requestId: z.optional(clean),
});

const setQuery = z
  .strictObject({ ...page, kind: z.optional(kind), key: z.optional(clean) })
  .check(
    z.refine((query) => (query.kind === undefined) === (query.key === undefined), { path: ['kind', 'key'] }),
  );

/** School codes match in either case; keys of other items are numbers, those of lookups match exactly. */
const storedKey = (kind: string, key: string) => (isLookupKind(kind) ? key : key.toUpperCase());

/** The change sets, the history of each item, and undo (contract 8). */
export function historyRoutes(routes: Routes): void {
  const { api, db, config } = routes;
  const missing = changeSetNotFound;
  const params = z.strictObject({ id: clean });

  api.get(
    '/changes',
    {
      config: { access: 'manage:data' },
      schema: { querystring: setsQuery, response: { 200: changeSets }, summary: 'Change sets, newest first' },
    },
    async (request, reply) => {
      const { limit, cursor, ...filter } = request.query;
      return sendJson(reply, await changeSetsJson(db, filter, { limit, cursor }));
    },
  );

  api.get(
    '/changes/:id',
    {
      config: { access: 'manage:data', missing },
      schema: {
        params,
        querystring: setQuery,
        response: { 200: changeSetDetail },
        summary: 'One change set with its entries, or with those of one row',
      },
    },
    async (request, reply) => {
      const { limit, cursor, kind, key } = request.query;
      const row = kind === undefined || key === undefined ? undefined : { kind, key: storedKey(kind, key) };
      const json = await changeSetDetailJson(db, request.params.id, { limit, cursor, row });
      if (json === undefined) throw missing();
      return sendJson(reply, json);
    },
  );

  api.post(
    '/changes/:id/undo',
    {
      config: { access: 'manage:data', missing, form: changeForm, work: limits.longWork },
      schema: {
        params,
        querystring: z.strictObject({}),
        body: changeForm.schema,
        response: { 201: saved },
        summary: 'Undo a change set',
      },
    },
    async (request, reply) => {
      const actor = actorOf(request);
      const reason = request.body.reason ?? actor.reason ?? null;
      const set = await undoRequest(db, { ...actor, reason }, request.params.id, config.timeZone);
      return sendJson(reply, `{"changeSet":${set}}`, 201);
    },
  );

  for (const itemKind of Object.keys(itemKinds) as ItemKind[]) itemHistory(routes, itemKind);
}

function itemHistory({ api, db }: Routes, itemKind: ItemKind): void {
  const { collection, key } = itemKinds[itemKind];
  const missing = () => itemNotFound(itemKind);
  api.get(
    `/${collection}/:${key}/history`,
    {
      config: { access: 'manage:data', missing },
      schema: {
        params: z.strictObject({ [key]: pathKey(itemKind) }),
        querystring: z.strictObject(page),
        response: { 200: changeSets },
        summary: `The change sets of a ${itemKind} and its relationships, newest first, also if it is deleted`,
      },
    },
    async (request, reply) => {
      const { limit, cursor } = request.query;
      const { [key]: itemKey = '' } = request.params as Record<string, ItemKey>;
      const json = await historyJson(db, itemKind, itemKey, { limit, cursor });
      if (json === undefined) throw missing();
      return sendJson(reply, json);
    },
  );
}
