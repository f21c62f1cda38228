import { sql } from 'kysely';
import * as z from 'zod/mini';
import { type ItemKey, type ItemKind, itemKinds } from '../contract/items.ts';
import {
  allRelationshipKinds,
  type End,
  keyNames,
  type RelationshipForm,
  type RelationshipKind,
  relationshipCalls,
} from '../contract/relationships.ts';
import { type Json, relationshipJson } from './answers.ts';
import { change } from './db/changes.ts';
import { insertRows } from './db/insertRows.ts';
import type { Db } from './db/tables.ts';
import { Confirm, editConflict, itemNotFound, relationshipNotFound } from './errors.ts';
import { actorOf } from './http/actor.ts';
import { overrideQuery, wantsOverride } from './http/override.ts';
import type { Routes } from './http/routes.ts';
import { sendJson } from './http/send.ts';
import { pathKey } from './items/items.ts';
import { checkKnown } from './known.ts';

/** Create or edit, and delete, for each kind of relationship (contract 4). */
export function relationshipRoutes(routes: Routes): void {
  for (const kind of allRelationshipKinds) routesOf(routes, kind);
}

type Keys = Record<End, ItemKey>;

function routesOf({ api, db }: Routes, kind: RelationshipKind): void {
  const { from, to, form, answer } = kind;
  const names = keyNames(kind);
  const path = relationshipCalls(kind, { from: `:${names.from}`, to: `:${names.to}` });
  const config = { access: 'manage:data', missing: relationshipNotFound } as const;
  const params = z.strictObject({ [names.from]: pathKey(from), [names.to]: pathKey(to) });
  const keysOf = (request: { params: unknown }): Keys => {
    const keys = request.params as Record<string, ItemKey>;
    return { from: keys[names.from] ?? '', to: keys[names.to] ?? '' };
  };

  api.post(
    path,
    {
      config: { ...config, form },
      schema: {
        params,
        querystring: overrideQuery,
        body: form.schema,
        response: { 200: answer, 201: answer },
        summary: `Relate a ${from} to a ${to}, or edit how they are related`,
      },
    },
    async (request, reply) => {
      const keys = keysOf(request);
      const { body } = request;
      const { json, created } = await change(db, actorOf(request), async (trx) => {
        await checkItem(trx, from, keys.from);
        await checkItem(trx, to, keys.to);
        const stored = await storedRelationship(trx, kind, keys);
        refuseStale(stored, body.version);
        await checkKnown(trx, form, body, stored);
        if (stored && body.version === null && !wantsOverride(request))
          throw new Confirm([
            `This ${from} is already related to this ${to}. Saving replaces that relationship.`,
          ]);
        return { json: await saveRelationship(trx, kind, keys, body), created: !stored };
      });
      return sendJson(reply, json, created ? 201 : 200);
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
        summary: `Delete how a ${from} and a ${to} are related`,
      },
    },
    async (request, reply) => {
      const keys = keysOf(request);
      await change(db, actorOf(request), async (trx) => {
        const { rows } = await sql`delete from ${sql.table(kind.name)}
          where ${hasKeys(kind, keys)} returning 1`.execute(trx);
        if (rows.length === 0) throw relationshipNotFound();
      });
      return reply.code(204).send(null);
    },
  );
}

function hasKeys(kind: RelationshipKind, keys: Keys) {
  const { from, to } = keyNames(kind);
  return sql`${sql.ref(from)} = ${keys.from} and ${sql.ref(to)} = ${keys.to}`;
}

async function checkItem(db: Db, kind: ItemKind, key: ItemKey): Promise<void> {
  const { rows } = await sql`select 1 from ${sql.table(kind)}
    where ${sql.ref(itemKinds[kind].key)} = ${key}`.execute(db);
  if (rows.length === 0) throw itemNotFound(kind);
}

interface Stored {
  startTerm: string;
  endTerm: string | null;
  version: number;
  lastModified: string;
  lastModifiedBy: string;
}

async function storedRelationship(db: Db, kind: RelationshipKind, keys: Keys): Promise<Stored | undefined> {
  const { rows } = await sql<Stored>`
    select start_term, end_term, version, last_modified, last_modified_by
    from ${sql.table(kind.name)} where ${hasKeys(kind, keys)}`.execute(db);
  return rows[0];
}

function refuseStale(stored: Stored | undefined, version: number | null): void {
  if (version === null || version === stored?.version) return;
  throw editConflict('relationship', stored?.lastModifiedBy ?? null, stored?.lastModified ?? null);
}

/** Writes a relationship of each of these to each of those, of which none is there yet, in one statement. */
export async function relateAll(
  db: Db,
  kind: RelationshipKind,
  froms: readonly ItemKey[],
  tos: readonly ItemKey[],
  { version: _version, ...values }: RelationshipForm,
): Promise<void> {
  const names = keyNames(kind);
  const rows = froms.flatMap((from) => tos.map((to) => ({ ...values, [names.from]: from, [names.to]: to })));
  if (rows.length > 0) await insertRows(kind.name, rows).execute(db);
}

/** Writes a relationship, new or over the one that is there, and answers it. */
async function saveRelationship(
  db: Db,
  kind: RelationshipKind,
  keys: Keys,
  values: RelationshipForm,
): Promise<Json> {
  const { version: _version, ...columns } = values;
  const names = keyNames(kind);
  const given = sql.join(
    Object.keys(columns).map((name) => sql`${sql.ref(name)} = excluded.${sql.ref(name)}`),
  );
  await sql`
    ${insertRows(kind.name, [{ ...columns, [names.from]: keys.from, [names.to]: keys.to }])}
    on conflict (${sql.ref(names.from)}, ${sql.ref(names.to)}) do update set ${given}`.execute(db);
  return (await relationshipJson(db, kind, keys)) ?? '';
}
