import { type RawBuilder, sql } from 'kysely';
import { listsOf } from '../contract/details.ts';
import { type ItemKey, type ItemKind, itemKinds } from '../contract/items.ts';
import { type End, keyNames, type RelationshipKind, relationshipKinds } from '../contract/relationships.ts';
import type { Db } from './db/tables.ts';

/**
 * Answers are JSON text that the database writes from its `…_answer` views; the server sends it on unread. Names of
 * views and columns come from the contract's lists, never from a request.
 */
export type Json = string;

/** A quoted name: the columns of the views are in the contract's camel case, which Kysely would turn into snake case. */
const name = (text: string) => sql.raw(`"${text}"`);
/** The view of a kind of item or relationship is called by it. */
const viewOf = (kind: string) => sql.table(`derived.${kind}Answer`);
const keyColumn = (kind: ItemKind) => name(itemKinds[kind].key);

/** Code-point order, whatever the cluster's locale; `i` is the item. */
const ORDER: Record<ItemKind, RawBuilder<unknown>> = {
  school: sql`i."schoolCode" collate "C"`,
  department: sql`i.title7 collate "C", i."deptKey"`,
  degree: sql`i."degreeTitleRc" collate "C", i."degreeAwarded" collate "C", i."degreeKey"`,
  major: sql`i."majorCode" collate "C", i."majorSegment" collate "C", i."majorKey"`,
};

/** The fields of a relationship itself; `r` is a row of its view. */
export const relationshipColumns = ({ answer }: RelationshipKind): RawBuilder<unknown> =>
  sql.join(Object.keys(answer.shape).map((column) => sql`r.${name(column)}`));

const array = (rows: RawBuilder<unknown>) =>
  sql`(select coalesce(json_agg(row_to_json(x)), '[]') from (${rows}) x)`;

/** All items of a kind. */
export async function listJson(db: Db, kind: ItemKind): Promise<Json> {
  return await textOf(db, array(sql`select i.* from ${viewOf(kind)} i order by ${ORDER[kind]}`));
}

/** All pairs of major and degree, by major code, then award. */
export async function majorDegreesJson(db: Db): Promise<Json> {
  return await textOf(
    db,
    array(sql`
      select row_to_json(m) as major, row_to_json(d) as degree, ${relationshipColumns(relationshipKinds.majorDegree)}
      from derived.major_degree_answer r
      join derived.major_answer m using ("majorKey")
      join derived.degree_answer d using ("degreeKey")
      order by m."majorCode" collate "C", d."degreeAwarded" collate "C", m."majorSegment" collate "C",
        d."degreeTitleRc" collate "C", r."majorKey", r."degreeKey"`),
  );
}

/** One item, or undefined when there is none of that key. */
export async function itemJson(db: Db, kind: ItemKind, key: ItemKey): Promise<Json | undefined> {
  return await firstText(
    db,
    sql`select row_to_json(i)::text as text from ${viewOf(kind)} i where i.${keyColumn(kind)} = ${key}`,
  );
}

/** One item with everything that is related to it, in one statement; undefined when there is none of that key. */
export async function detailJson(db: Db, kind: ItemKind, key: ItemKey): Promise<Json | undefined> {
  const lists = listsOf(kind).map(({ relationship, near, far, to, list }) => {
    const keys = keyNames(relationship);
    const rows = sql`
      select row_to_json(i) as item, ${relationshipColumns(relationship)}
      from ${viewOf(relationship.name)} r join ${viewOf(to)} i on i.${keyColumn(to)} = r.${name(keys[far])}
      where r.${name(keys[near])} = ${key} order by ${ORDER[to]}`;
    return sql`${sql.lit(list)}, ${array(rows)}`;
  });
  return await firstText(
    db,
    sql`select json_build_object(${sql.lit(kind)}, row_to_json(i), ${sql.join(lists)})::text as text
      from ${viewOf(kind)} i where i.${keyColumn(kind)} = ${key}`,
  );
}

/** One relationship, without the items that it relates. */
export async function relationshipJson(
  db: Db,
  kind: RelationshipKind,
  keys: Record<End, ItemKey>,
): Promise<Json | undefined> {
  const { from, to } = keyNames(kind);
  return await firstText(
    db,
    sql`select row_to_json(x)::text as text from (
      select ${relationshipColumns(kind)} from ${viewOf(kind.name)} r
      where r.${name(from)} = ${keys.from} and r.${name(to)} = ${keys.to}) x`,
  );
}

async function firstText(db: Db, query: RawBuilder<unknown>): Promise<Json | undefined> {
  const { rows } = await (query as RawBuilder<{ text: string }>).execute(db);
  return rows[0]?.text;
}

async function textOf(db: Db, json: RawBuilder<unknown>): Promise<Json> {
  return (await firstText(db, sql`select ${json}::text as text`)) ?? '[]';
}
