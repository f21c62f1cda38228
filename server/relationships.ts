import { sql } from 'kysely';
import * as z from 'zod/mini';
import { type ItemKey, type ItemKind, itemKinds } from '../contract/items.ts';
import {
  hasProgram,
  type Pair,
  pairPath,
  pairs,
  program,
  programForm,
  type RelationshipForm,
  relationship,
  relationshipForm,
} from '../contract/relationships.ts';
import { type Json, type PairKeys, pairTable, relationshipJson } from './answers.ts';
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

/** Create or edit, and delete, for each of the six kinds of relationship (contract 4). */
export function relationshipRoutes(routes: Routes): void {
  for (const pair of pairs) routesOf(routes, pair);
}

function routesOf({ api, db }: Routes, pair: Pair): void {
  const { from, to } = pair;
  const form = hasProgram(pair) ? programForm : relationshipForm;
  const answer = hasProgram(pair) ? program : relationship;
  const names = { from: itemKinds[from].key, to: itemKinds[to].key };
  const config = { access: 'manage:data', missing: relationshipNotFound } as const;
  const params = z.strictObject({ [names.from]: pathKey(from), [names.to]: pathKey(to) });
  const keysOf = (request: { params: unknown }): PairKeys => {
    const keys = request.params as Record<string, ItemKey>;
    return { from: keys[names.from] ?? '', to: keys[names.to] ?? '' };
  };

  api.post(
    pairPath(pair),
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
        const stored = await storedRelationship(trx, pair, keys);
        refuseStale(stored, body.version);
        await checkKnown(trx, form, body, stored);
        if (stored && body.version === null && !wantsOverride(request))
          throw new Confirm([
            `This ${from} is already related to this ${to}. Saving replaces that relationship.`,
          ]);
        return { json: await saveRelationship(trx, pair, keys, body), created: !stored };
      });
      return sendJson(reply, json, created ? 201 : 200);
    },
  );

  api.delete(
    pairPath(pair),
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
        const { rows } = await sql`delete from ${sql.table(pairTable(pair))}
          where ${isPair(pair, keys)} returning 1`.execute(trx);
        if (rows.length === 0) throw relationshipNotFound();
      });
      return reply.code(204).send(null);
    },
  );
}

const isPair = ({ from, to }: Pair, keys: PairKeys) =>
  sql`${sql.ref(itemKinds[from].key)} = ${keys.from} and ${sql.ref(itemKinds[to].key)} = ${keys.to}`;

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

async function storedRelationship(db: Db, pair: Pair, keys: PairKeys): Promise<Stored | undefined> {
  const { rows } = await sql<Stored>`
    select start_term, end_term, version, last_modified, last_modified_by
    from ${sql.table(pairTable(pair))} where ${isPair(pair, keys)}`.execute(db);
  return rows[0];
}

function refuseStale(stored: Stored | undefined, version: number | null): void {
  if (version === null || version === stored?.version) return;
  throw editConflict('relationship', stored?.lastModifiedBy ?? null, stored?.lastModified ?? null);
}

/** Writes a relationship of each of these to each of those, of which none is there yet, in one statement. */
export async function relateAll(
  db: Db,
  pair: Pair,
  froms: readonly ItemKey[],
  tos: readonly ItemKey[],
  { version: _version, ...values }: RelationshipForm,
): Promise<void> {
  const rows = froms.flatMap((from) =>
    tos.map((to) => ({ ...values, [itemKinds[pair.from].key]: from, [itemKinds[pair.to].key]: to })),
  );
  if (rows.length > 0) await insertRows(pairTable(pair), rows).execute(db);
}

/** Writes the relationship of a pair, new or over the one that is there, and answers it. */
async function saveRelationship(db: Db, pair: Pair, keys: PairKeys, values: RelationshipForm): Promise<Json> {
  const { version: _version, ...columns } = values;
  const conflict = [itemKinds[pair.from].key, itemKinds[pair.to].key] as ('schoolCode' | 'majorKey')[];
  await db
    .insertInto(pairTable(pair) as 'school_major' as 'schoolMajor')
    .values({ ...columns, [itemKinds[pair.from].key]: keys.from, [itemKinds[pair.to].key]: keys.to } as never)
    .onConflict((on) => on.columns(conflict).doUpdateSet(columns))
    .execute();
  return (await relationshipJson(db, pair, keys)) ?? '';
}
