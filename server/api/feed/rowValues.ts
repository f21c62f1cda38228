import { type RawBuilder, sql } from 'kysely';
import { feedValues } from '../../../contract/feed.ts';
import { isItemKind, itemKinds } from '../../../contract/kinds.ts';
import { isLookupKind, type LookupKind, lookupKinds } from '../../../contract/lookups.ts';
import { keyNames, relationshipKinds } from '../../../contract/relationships.ts';
import { type Json } from '../../catalog/itemJson.ts';
import { fieldOf } from '../../db/columnNames.ts';
import { usesOfLookups } from '../../db/derived/recording.ts';
import type { Db } from '../../db/tables.ts';

// The rows of the feed as JSON: as in the lists, but as they were after a change set. The change log has the stored fields of a
// row; the labels of its terms and its award come from what was known then.

type Query = RawBuilder<unknown>;

const firstKey = sql`e.first_key`;
const numberOf = (key: Query) => sql`${key}::integer`;
const stamp = {
  version: sql`e.version`,
  lastModified: sql`derived.iso(e.saved_at)`,
  lastModifiedBy: sql`e.saved_by`,
};

/** SQL for the fields that are not in the log under their names. */
function computedOf(kind: string): Readonly<Record<string, Query>> {
  if (isItemKind(kind)) {
    const { key, savedBy } = itemKinds[kind];
    const own = {
      ...stamp,
      [key]: kind === 'school' ? firstKey : numberOf(firstKey),
      [savedBy]: stamp.lastModifiedBy,
    };
    return kind === 'degree' ? { ...own, ...labelsOfDegree } : own;
  }
  if (isLookupKind(kind)) return { ...stamp, [lookupKinds[kind].key]: firstKey };
  const relationship = Object.values(relationshipKinds).find(({ name }) => name === kind);
  if (!relationship) return { ...stamp, field: partOfKey(3), lastTerm: partOfKey(4) };
  const { from, to } = keyNames(relationship);
  return {
    ...stamp,
    [from]: relationship.from === 'school' ? firstKey : numberOf(firstKey),
    [to]: numberOf(sql`e.second_key`),
  };
}

/** A part of the key of an earlier value: `major/12/titleLong/201992`. */
const partOfKey = (place: number) => sql`split_part(e.first_key, '/', ${sql.lit(place)})`;

const labelsOfDegree = {
  degreeShort: sql`e.after -> 'degreeAwarded'`,
  degreeCode: knownField('awardType', 'degreeAwarded', 'degreeCode'),
  startTerm: termSql('degreeStartTermYyyyst'),
  endTerm: termSql('degreeEndTermYyyyst'),
};

function termSql(field: string): Query {
  return sql`term_json(e.after ->> ${sql.lit(field)}, ${knownField('term', field, 'termLetterYear')})`;
}

/** A field of the lookup that a field of `e` names, as it was known then. */
function knownField(kind: LookupKind, by: string, field: string): Query {
  return sql`(
    select k.fields ->> ${sql.lit(field)} from known_state k
    where k.kind = ${sql.lit(kind)} and k.first_key = e.after ->> ${sql.lit(by)} and k.second_key = ''
      and k.known_from <= e.at and k.known_until > e.at)`;
}

function objectSql(kind: string): Query {
  const computed = computedOf(kind);
  const fields = Object.keys(feedValues[kind]?.shape ?? {}).filter((field) => field !== 'isUsed');
  return sql`json_build_object(${sql.join(
    fields.map((field) => sql`${sql.lit(field)}, ${computed[field] ?? sql`e.after -> ${sql.lit(field)}`}`),
  )})`;
}

/**
 * SQL for the JSON of a row of any kind, null if it was deleted. `e` has the columns of change_entry, and `at` of its change set.
 * The value of a lookup lacks `isUsed`.
 */
export const valueSql: Query = sql`case when e.after is not null then case e.kind ${sql.join(
  Object.keys(feedValues).map((kind) => sql`when ${sql.lit(kind)} then ${objectSql(kind)}`),
  sql` `,
)} end end`;

/** A row of a lookup as it was after a change set. */
export interface LookupRow {
  number: number;
  kind: string;
  key: string;
}

/** The keys of lookups in `k`, a row of known_state: in its fields or, of an earlier value, in its key. */
const usesSql = (Object.keys(usesOfLookups) as LookupKind[]).flatMap((lookup) =>
  [...new Set(usesOfLookups[lookup].map(({ column }) => column))].map((column) =>
    column === 'last_term'
      ? sql`(${sql.lit(lookup)}, case when k.kind = 'earlierValue' then split_part(k.first_key, '/', 4) end)`
      : sql`(${sql.lit(lookup)}, k.fields ->> ${sql.lit(fieldOf(column))})`,
  ),
);
const usingKinds = [...new Set(Object.values(usesOfLookups).flatMap((uses) => uses.map(({ kind }) => kind)))];

/**
 * Returns the function that knows whether stored data used a row of a lookup after its change set. One statement, which reads
 * what was known between these change sets once.
 */
export async function usesOf(db: Db, rows: readonly LookupRow[]): Promise<(row: LookupRow) => boolean> {
  if (rows.length === 0) return () => false;
  // The first change set of a database has only lookups: nothing used them, however long the log is today.
  const { rows: found } = await sql<LookupRow>`
    with given as materialized (
      select s.number, s.at, g.kind, g.key
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as g (number bigint, kind text, key text)
      join change_set s on s.number = g.number and (s.number > 1 or s.created > 0)
    ), used as materialized (
      select of.kind, of.key, range_agg(tstzrange(k.known_from, k.known_until)) as times
      from known_state k, lateral (values ${sql.join(usesSql)}) of (kind, key)
      where k.known_from <= (select max(at) from given) and k.known_until > (select min(at) from given)
        and k.kind in (${sql.join(usingKinds.map((kind) => sql.lit(kind)))})
        and (of.kind, of.key) in (select kind, key from given)
      group by of.kind, of.key
    )
    select number::float8 as number, kind, key from given join used using (kind, key) where times @> at`.execute(
    db,
  );
  const nameOf = ({ number, kind, key }: LookupRow) => `${number} ${kind} ${key}`;
  const used = new Set(found.map(nameOf));
  return (row) => used.has(nameOf(row));
}

/** The JSON of a row of a lookup, given that of its fields. */
export const withUse = (fields: Json, isUsed: boolean): Json =>
  `${fields.slice(0, -1)}, "isUsed" : ${isUsed}}`;
