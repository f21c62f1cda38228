import { type RawBuilder, sql } from 'kysely';
import { type ItemKey, type ItemKind, itemKinds } from '../contract/items.ts';
import { hasProgram, type Pair, pairOf } from '../contract/relationships.ts';
import type { Db } from './db/tables.ts';

/**
 * Answers are JSON text that the database writes from its `…_answer` views; the server sends it on unread. Names of
 * views and columns come from the contract's lists, never from a request.
 */
export type Json = string;

const SPAN = ['startTerm', 'endTerm', 'active'];
const PROGRAM = [
  'programLengthYrs',
  'programLengthQtrs',
  'acadYrInstrWks',
  'specProgIndctr',
  'terminalPgmFlag',
  'profDegreePgm',
  'selfSuppPgm',
];
const STAMP = ['version', 'lastModified', 'lastModifiedBy'];

/** A quoted name: the views speak the contract's camel case, which Kysely's naming would turn into snake case. */
const name = (text: string) => sql.raw(`"${text}"`);
const view = (of: string) => sql.raw(`derived."${of}_answer"`);
const itemView = (kind: ItemKind) => view(kind);
const keyColumn = (kind: ItemKind) => name(itemKinds[kind].key);

/** Code-point order, whatever the cluster's locale; `i` is the item. */
const ORDER: Record<ItemKind, RawBuilder<unknown>> = {
  school: sql`i."schoolCode" collate "C"`,
  department: sql`i.title7 collate "C", i."deptKey"`,
  degree: sql`i."degreeTitleRc" collate "C", i."degreeAwarded" collate "C", i."degreeKey"`,
  major: sql`i."majorCode" collate "C", i."majorSegment" collate "C", i."majorKey"`,
};

/** The table and the views of a kind of relationship are named for it: `school_major`. */
export const pairTable = ({ from, to }: Pair) => `${from}_${to}`;

/** The fields of a relationship itself, in the contract's order; `r` is a row of its view. */
export function relationshipColumns(pair: Pair): RawBuilder<unknown> {
  const columns = [...SPAN, ...(hasProgram(pair) ? PROGRAM : []), ...STAMP];
  return sql.join(columns.map((column) => sql`r.${name(column)}`));
}

const array = (rows: RawBuilder<unknown>) =>
  sql`(select coalesce(json_agg(row_to_json(x)), '[]') from (${rows}) x)`;

/** All items of a kind. */
export async function listJson(db: Db, kind: ItemKind): Promise<Json> {
  return await textOf(db, array(sql`select i.* from ${itemView(kind)} i order by ${ORDER[kind]}`));
}

/** All pairs of major and degree, by major code, then award. */
export async function majorDegreesJson(db: Db): Promise<Json> {
  const pair = { from: 'major', to: 'degree' } as const;
  return await textOf(
    db,
    array(sql`
      select row_to_json(m) as major, row_to_json(d) as degree, ${relationshipColumns(pair)}
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
    sql`select row_to_json(i)::text as text from ${itemView(kind)} i where i.${keyColumn(kind)} = ${key}`,
  );
}

/** One item with everything that is related to it, in one statement; undefined when there is none of that key. */
export async function detailJson(db: Db, kind: ItemKind, key: ItemKey): Promise<Json | undefined> {
  const related = (Object.keys(itemKinds) as ItemKind[]).flatMap((other) => {
    const pair = pairOf(kind, other);
    if (!pair) return [];
    const rows = sql`
      select row_to_json(i) as item, ${relationshipColumns(pair)}
      from ${view(pairTable(pair))} r join ${itemView(other)} i using (${keyColumn(other)})
      where r.${keyColumn(kind)} = ${key} order by ${ORDER[other]}`;
    return [sql`${sql.lit(itemKinds[other].collection)}, ${array(rows)}`];
  });
  return await firstText(
    db,
    sql`select json_build_object(${sql.lit(kind)}, row_to_json(i), ${sql.join(related)})::text as text
      from ${itemView(kind)} i where i.${keyColumn(kind)} = ${key}`,
  );
}

/** One relationship, without the items that it relates. */
export async function relationshipJson(db: Db, pair: Pair, keys: PairKeys): Promise<Json | undefined> {
  return await firstText(
    db,
    sql`select row_to_json(x)::text as text from (
      select ${relationshipColumns(pair)} from ${view(pairTable(pair))} r
      where r.${keyColumn(pair.from)} = ${keys.from} and r.${keyColumn(pair.to)} = ${keys.to}) x`,
  );
}

export interface PairKeys {
  from: ItemKey;
  to: ItemKey;
}

async function firstText(db: Db, query: RawBuilder<unknown>): Promise<Json | undefined> {
  const { rows } = await (query as RawBuilder<{ text: string }>).execute(db);
  return rows[0]?.text;
}

async function textOf(db: Db, json: RawBuilder<unknown>): Promise<Json> {
  return (await firstText(db, sql`select ${json}::text as text`)) ?? '[]';
}
