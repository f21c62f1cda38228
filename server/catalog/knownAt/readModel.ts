import { type RawBuilder, sql } from 'kysely';
import { changeKinds } from '../../../contract/history.ts';
import { columnOf } from '../../db/columnNames.ts';
import { responseViews, viewOfToday } from '../../db/derived/responseViews.ts';

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

export const today: ReadModel = {
  data: todaysTables,
  view: (name) => sql.raw(viewOfToday(name)),
  versions: sql`(select json_object_agg(kind, version) from list_version)`,
};

/** The tables in the change log. */
const tables = changeKinds.map(columnOf);

/** A view in the `with` clause has its name without a schema. */
const viewKnownAt = (name: string) => name;

/**
 * The tables as they were known at a time (contract 10), under their current names. They hide the current tables: the same
 * SQL finds the data of that time. The database reads only those that a statement uses.
 */
export const tablesKnownAt = (at: string): NamedTables =>
  sql.join(
    tables.map(
      (table) => sql`${sql.raw(table)} as materialized (
        select * from ${sql.raw(`derived.${table}_then`)}
        where known_from <= ${at}::timestamptz and known_until > ${at}::timestamptz
      ), `,
    ),
    sql``,
  );

/** The data as it was known at a time. */
export function knownAt(at: string): ReadModel {
  const views = responseViews.map(({ name, query }) => sql.raw(`${name} as (${query(viewKnownAt)}), `));
  return {
    data: sql.join([tablesKnownAt(at), ...views], sql``),
    view: (name) => sql.raw(viewKnownAt(name)),
    versions: sql`'{}'::json`,
  };
}
