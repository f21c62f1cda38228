import { type RawBuilder, sql } from 'kysely';
import { changeKinds } from '../../../contract/history.ts';
import { type ItemKind, isItemKind, itemKinds } from '../../../contract/kinds.ts';
import { columnOf } from '../../db/columnNames.ts';
import { responseViews, viewOfToday } from '../../db/derived/responseViews.ts';
import { itemsInTerm } from '../asOfTerm.ts';

/** The data source of a statement: the tables and the `…_answer` views over them, as they are or as they were. */
export interface ReadModel {
  data: NamedTables;
  /** A view, by its name without the schema. */
  view: (name: string) => RawBuilder<unknown>;
  /** The list counters, as JSON by kind; empty if they do not apply to the data. */
  versions: RawBuilder<unknown>;
}

/** The beginning of a `with` clause, which names tables. Each of its entries ends with a comma. */
export type NamedTables = RawBuilder<unknown>;

/** Today's tables need no names. */
export const todaysTables: NamedTables = sql``;

const countersOfToday = sql`(select json_object_agg(kind, version) from list_version)`;

export const today: ReadModel = {
  data: todaysTables,
  view: (name) => sql.raw(viewOfToday(name)),
  versions: countersOfToday,
};

/** The rows of a table in the change log as they were known at a time. */
export const rowsKnownAt = (kind: string, at: string) => sql`(
  select * from ${sql.raw(`derived.${columnOf(kind)}_then`)}
  where known_from <= ${at}::timestamptz and known_until > ${at}::timestamptz)`;

/**
 * The tables as they were known at a time (contract 10), under their current names, with the names and codes of the term
 * `asOf` (contract 14) unless it is null. They hide the current tables: the same SQL finds the data of that time. The
 * database reads only those that a statement uses.
 */
export const tablesKnownAt = (at: string, asOf: string | null = null): NamedTables =>
  namedTables(changeKinds, (kind) => {
    const rows = rowsKnownAt(kind, at);
    if (asOf === null || !isItemKind(kind)) return sql`materialized (select * from ${rows} t)`;
    const tables = { items: rows, earlierValues: rowsKnownAt('earlierValue', at) };
    return sql`materialized (${itemsInTerm(kind, asOf, tables)})`;
  });

/** Today's tables of items with the names and codes of a term (contract 14), under their own names. */
export const tablesAsOf = (term: string): NamedTables =>
  namedTables(Object.keys(itemKinds) as ItemKind[], (kind) => {
    const tables = { items: sql.table(kind), earlierValues: sql.raw('earlier_value') };
    return sql`(${itemsInTerm(kind, term, tables)})`;
  });

const namedTables = <Kind extends string>(
  kinds: readonly Kind[],
  tableOf: (kind: Kind) => RawBuilder<unknown>,
): NamedTables =>
  sql.join(
    kinds.map((kind) => sql`${sql.raw(columnOf(kind))} as ${tableOf(kind)}, `),
    sql``,
  );

/** The views over tables that a `with` clause names. */
const viewsOver = (tables: NamedTables): Pick<ReadModel, 'data' | 'view'> => {
  // There they have their names without a schema.
  const view = (name: string) => name;
  const views = responseViews.map(({ name, query }) => sql.raw(`${name} as (${query(view)}), `));
  return { data: sql.join([tables, ...views], sql``), view: (name) => sql.raw(name) };
};

/** The data as it was known at a time, with the names and codes of the term `asOf` unless it is null. */
export const knownAt = (at: string, asOf: string | null = null): ReadModel => ({
  ...viewsOver(tablesKnownAt(at, asOf)),
  versions: sql`'{}'::json`,
});

/** The data of today with the names and codes of a term; without one, as it is. */
export const asOfTerm = (term: string | null): ReadModel =>
  term === null ? today : { ...viewsOver(tablesAsOf(term)), versions: countersOfToday };
