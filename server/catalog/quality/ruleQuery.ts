import { type RawBuilder, sql } from 'kysely';
import { type ItemKind, isItemKind, itemKinds, type Span } from '../../../contract/kinds.ts';
import { keyNames, type RelationshipKind, relationshipKinds } from '../../../contract/relationships.ts';
import { relationshipSpan } from '../../../contract/spans.ts';
import { columnOf } from '../../db/columnNames.ts';
import { labelSql } from '../../db/derived/recording.ts';

/** The parts of the queries of quality rules. They name tables without a schema, so that they can read earlier states too. */

export type Query = RawBuilder<unknown>;

const relationshipOf = (kind: string) => relationshipKinds[kind as keyof typeof relationshipKinds];

/** A row of the table of a kind, and its alias in a query. */
export interface Row {
  kind: string;
  alias: string;
}
export const row = (kind: string, alias: string): Row => ({ kind, alias });

export const column = ({ alias }: Row, field: string): Query => sql.raw(`${alias}.${columnOf(field)}`);
export const table = (kind: string): Query => sql.raw(columnOf(kind));

export const keysOf = (kind: string): string[] => {
  if (isItemKind(kind)) return [itemKinds[kind].key];
  const { from, to } = keyNames(relationshipOf(kind));
  return [from, to];
};

/** The key columns of a row, as a row value. */
export const key = (of: Row): Query => sql`(${sql.join(keysOf(of.kind).map((field) => column(of, field)))})`;

export const spanOf = (kind: string): Span => (isItemKind(kind) ? itemKinds[kind].span : relationshipSpan);
/** The names of the fields with the start and the end of a row. */
export const spanFields = (kind: string): string[] => [spanOf(kind).start, spanOf(kind).end];
export const activeField = (kind: string): string => (isItemKind(kind) ? itemKinds[kind].active : 'active');

const bounds = (of: Row) => spanFields(of.kind).map((field) => column(of, field)) as [Query, Query];

/** Whether a row is in effect in a term, a `yyyyst` code (contract 10). */
export const isIn = (of: Row, term: string): Query =>
  sql`${sql.raw(spanOf(of.kind).of === 'years' ? 'derived.year_in_effect' : 'derived.in_effect')}(${sql.join(bounds(of))}, ${term})`;

/** Whether the end of a row is before a term. */
export const hasEnded = (of: Row, term: string): Query =>
  spanOf(of.kind).of === 'years'
    ? sql`${bounds(of)[1]} < left(${term}, 4)::integer`
    : sql`${bounds(of)[1]} < ${term}`;

/** Whether the periods of two rows with terms have a term in common. An open end is after every term. */
export function overlap(a: Row, b: Row): Query {
  const [[startOfA, endOfA], [startOfB, endOfB]] = [bounds(a), bounds(b)];
  return sql`coalesce(${startOfA} <= ${endOfB}, true) and coalesce(${startOfB} <= ${endOfA}, true)`;
}

/** A text without case and surrounding blanks, to be compared. */
export const folded = (text: Query): Query => sql`derived.fold(btrim(${text}))`;

/** A row as an item of a finding. */
export const item = (of: Row): Query => sql`json_build_object(
  'kind', ${sql.lit(of.kind)},
  'keys', json_build_array(${sql.join(keysOf(of.kind).map((field) => column(of, field)))}),
  'label', ${sql.raw(labelSql(of.kind, of.alias))})`;

/** Stored values of a row as facts of a finding. */
export const facts = (of: Row, ...fields: string[]): Query =>
  sql`json_build_array(${sql.join(
    fields.map((field) => sql`json_build_object('name', ${sql.lit(field)}, 'value', ${column(of, field)})`),
  )})`;

export const spanFacts = (of: Row): Query => facts(of, ...spanFields(of.kind));

/** Values of the edit form that fix the first item of a finding. */
export const values = (field: string, value: Query): Query =>
  sql`json_build_object(${sql.lit(field)}, ${value})`;

interface Found {
  items: Query[];
  facts: Query[];
  /** The values that fix it, null if this finding has no fix. */
  fix?: Query;
}

/** The select list of a finding. */
export const found = ({ items, facts: ofItems, fix = sql`null::json` }: Found): Query => sql`
  json_build_array(${sql.join(items)}) as items, json_build_array(${sql.join(ofItems)}) as facts, ${fix} as fix`;

/** The select list of a finding about a group of rows, in the order of their keys. */
export function foundGroup(of: Row, ofRow: Query[]): Query {
  const order = sql.join(keysOf(of.kind).map((field) => column(of, field)));
  return sql`json_agg(${item(of)} order by ${order}) as items,
    json_agg(json_build_array(${sql.join(ofRow)}) order by ${order}) as facts, null::json as fix`;
}

/** The findings of several kinds. */
export const ofKinds = (names: readonly string[], query: (of: Row) => Query): Query =>
  sql.join(
    names.map((kind) => query(row(kind, 't'))),
    sql` union all `,
  );

/** Rows of a kind for which a condition holds, each a finding. */
export const each = (of: Row, condition: Query, ofRow: Query[], fix?: Query): Query => sql`
  select ${found({ items: [item(of)], facts: ofRow, ...(fix && { fix }) })}
  from ${table(of.kind)} ${sql.raw(of.alias)} where ${condition}`;

/** Pairs of rows of a kind, each once. */
export const pairs = (kind: string, condition: (a: Row, b: Row) => Query, fields: string[]): Query => {
  const [a, b] = [row(kind, 'a'), row(kind, 'b')];
  return sql`
    select ${found({ items: [item(a), item(b)], facts: [facts(a, ...fields), facts(b, ...fields)] })}
    from ${table(kind)} a join ${table(kind)} b on ${condition(a, b)} and ${key(a)} < ${key(b)}`;
};

/** The two ends of a kind of relationship, as the rows of a join with `r`. */
export function ends({ from, to }: RelationshipKind): [Row, Row] {
  return [row(from, 'f'), row(to, 't')];
}

/** Whether a row has a relationship in effect to an item in effect. */
export function hasInEffect(of: Row, kind: RelationshipKind, term: string): Query {
  const { from, to } = keyNames(kind);
  const isFrom = kind.from === of.kind;
  const other = row(isFrom ? kind.to : kind.from, 'o');
  const near = isFrom ? from : to;
  const far = isFrom ? to : from;
  const relationship = row(kind.name, 'r');
  return sql`exists (
    select from ${table(kind.name)} r join ${table(other.kind)} o on ${column(other, itemKinds[other.kind as ItemKind].key)} = ${column(relationship, far)}
    where ${column(relationship, near)} = ${column(of, itemKinds[of.kind as ItemKind].key)}
      and ${isIn(relationship, term)} and ${isIn(other, term)})`;
}

export const major = row('major', 'm');
export const degree = row('degree', 'd');
export const program = row('majorDegree', 'r');
/** The join of programs: `r` with its major `m` and its degree `d`. */
export const programs = sql`major_degree r join major m using (major_key) join degree d using (degree_key)`;
/** Whether a row of that join is a program in a term. */
export const isProgram = (term: string): Query =>
  sql`${isIn(program, term)} and ${isIn(major, term)} and ${isIn(degree, term)}`;

/** Programs for which a condition holds, each a finding. */
export const eachProgram = (term: string, condition: Query, ofRow: Query[], fix?: Query): Query => sql`
  select ${found({ items: [item(program)], facts: ofRow, ...(fix && { fix }) })}
  from ${programs} where ${isProgram(term)} and ${condition}`;
