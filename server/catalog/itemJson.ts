import { type RawBuilder, sql } from 'kysely';
import { listsOf } from '../../contract/details.ts';
import { type ItemKey, type ItemKind, itemKinds } from '../../contract/kinds.ts';
import {
  keyNames,
  type Link,
  type RelationshipKind,
  relationshipKinds,
  responseOf,
} from '../../contract/relationships.ts';
import { columnOf } from '../db/columnNames.ts';
import type { Db } from '../db/tables.ts';
import { asOfTerm, type ReadModel, today } from './knownAt/readModel.ts';

/**
 * The JSON text of a response. The database builds it from its `…_answer` views, and the server sends it unparsed. The names
 * of views and columns come from the contract, never from a request.
 */
export type Json = string;

/** A quoted name. The views' columns are in camel case as in the contract; Kysely would convert them to snake case. */
export const name = (text: string) => sql.raw(`"${text}"`);
/** The view of a kind of item or relationship, which is named after it. */
export const viewOf = (kind: string, { view }: ReadModel = today) => view(`${columnOf(kind)}_answer`);
const keyColumn = (kind: ItemKind) => name(itemKinds[kind].key);

/** The order of lists: by code point, whatever the locale of the database. `i` is the item. */
export const orderOf = (kind: ItemKind): RawBuilder<unknown> =>
  sql.join([
    ...itemKinds[kind].order.map((field) => sql`i.${name(field)} collate "C"`),
    sql`i.${keyColumn(kind)}`,
  ]);

/** The fields of the relationship itself. `r` is a row of its view. */
export const relationshipColumns = (kind: RelationshipKind): RawBuilder<unknown> =>
  sql.join(Object.keys(responseOf(kind).shape).map((column) => sql`r.${name(column)}`));

/** The rows of a query as a JSON array. */
export const array = (rows: RawBuilder<unknown>) =>
  sql`(select coalesce(json_agg(row_to_json(x)), '[]') from (${rows}) x)`;

/** The rows of a query as a JSON array, with the tables of a model. */
const arrayOf = ({ data }: ReadModel, rows: RawBuilder<unknown>) =>
  sql`(with ${data} x as (${rows}) select coalesce(json_agg(row_to_json(x)), '[]') from x)`;

/** All items of a kind, as a JSON array, with the names and codes of the term `asOf` unless it is null. */
export async function listJson(db: Db, kind: ItemKind, asOf: string | null = null): Promise<Json> {
  const model = asOfTerm(asOf);
  const items = sql`select i.* from ${viewOf(kind, model)} i order by ${orderOf(kind)}`;
  return await textOf(db, arrayOf(model, items));
}

/**
 * All pairs of major and degree as a JSON array, ordered by major code, then award, with the names and codes of the term
 * `asOf` unless it is null.
 */
export async function majorDegreesJson(db: Db, asOf: string | null): Promise<Json> {
  const model = asOfTerm(asOf);
  const pairs = sql`
    select row_to_json(m) as major, row_to_json(d) as degree, ${relationshipColumns(relationshipKinds.majorDegree)}
    from ${viewOf('majorDegree', model)} r
    join ${viewOf('major', model)} m using ("majorKey")
    join ${viewOf('degree', model)} d using ("degreeKey")
    order by m."majorCode" collate "C", d."degreeAwarded" collate "C", m."majorSegment" collate "C",
      d."degreeTitleRc" collate "C", r."majorKey", r."degreeKey"`;
  return await textOf(db, arrayOf(model, pairs));
}

/** The kinds of data in an item's detail. */
export const detailKinds = (kind: ItemKind): string[] => [
  ...new Set([kind, ...listsOf(kind).flatMap(({ relationship, to }) => [relationship.name, to])]),
];

/** The related items of an item, each with the relationship, as a JSON array. */
export function relatedJson(
  model: ReadModel,
  { relationship, near, far, to }: Link,
  key: ItemKey,
): RawBuilder<unknown> {
  const keys = keyNames(relationship);
  return array(sql`
    select row_to_json(i) as item, ${relationshipColumns(relationship)}
    from ${viewOf(relationship.name, model)} r join ${viewOf(to, model)} i on i.${keyColumn(to)} = r.${name(keys[far])}
    where r.${name(keys[near])} = ${key} order by ${orderOf(to)}`);
}

/**
 * One item with all related items, in one statement, with the names and codes of the term `asOf` unless it is null;
 * undefined if no item has this key.
 */
export async function detailJson(
  db: Db,
  kind: ItemKind,
  key: ItemKey,
  asOf: string | null,
): Promise<Json | undefined> {
  const model = asOfTerm(asOf);
  const lists = listsOf(kind).map((link) => sql`${sql.lit(link.list)}, ${relatedJson(model, link, key)}`);
  return await firstText(
    db,
    sql<{
      text: Json;
    }>`with ${model.data} found as (select * from ${viewOf(kind, model)} i where i.${keyColumn(kind)} = ${key})
      select json_build_object(${sql.lit(kind)}, row_to_json(i), ${sql.join(lists)})::text as text from found i`,
  );
}

async function firstText(db: Db, query: RawBuilder<{ text: Json }>): Promise<Json | undefined> {
  const { rows } = await query.execute(db);
  return rows[0]?.text;
}

/** The text of a JSON expression. */
export async function textOf(db: Db, json: RawBuilder<unknown>): Promise<Json> {
  return (await firstText(db, sql<{ text: Json }>`select ${json}::text as text`)) ?? '[]';
}
