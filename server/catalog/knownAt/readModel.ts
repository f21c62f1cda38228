import { type RawBuilder, sql } from 'kysely';
import { responseViews, viewOfToday } from '../../db/derived/responseViews.ts';

/** The data source of a statement: the tables and the `…_answer` views over them, as they are or as they were. */
export interface ReadModel {
  /** The beginning of the statement's `with` clause. */
  data: RawBuilder<unknown>;
  /** A view, by its name without the schema. */
  view: (name: string) => RawBuilder<unknown>;
  /** The list counters, as JSON by kind; empty if they do not apply to the data. */
  versions: RawBuilder<unknown>;
}

export const today: ReadModel = {
  data: sql``,
  view: (name) => sql.raw(viewOfToday(name)),
  versions: sql`(select json_object_agg(kind, version) from list_version)`,
};

/** The tables of the report and their lookups. */
const tables = [
  'school',
  'department',
  'degree',
  'major',
  'major_degree',
  'school_major',
  'major_department',
  'term',
  'award_type',
];

const views = responseViews.filter(
  ({ name }) => name === 'report_major_answer' || tables.some((table) => name === `${table}_answer`),
);

/** A view in the `with` clause has its name without a schema. */
const viewKnownAt = (name: string) => name;

/**
 * The data as it was known at a time (contract 10). A `with` clause defines its tables under their current names and so
 * hides the current tables: the same SQL finds the data of that time.
 */
export function knownAt(at: string): ReadModel {
  const tablesKnownAt = tables.map(
    (table) => sql`${sql.raw(table)} as materialized (
      select * from ${sql.raw(`derived.${table}_then`)}
      where known_from <= ${at}::timestamptz and known_until > ${at}::timestamptz
    ), `,
  );
  const viewsKnownAt = views.map(({ name, query }) => sql.raw(`${name} as (${query(viewKnownAt)}), `));
  return {
    data: sql.join([...tablesKnownAt, ...viewsKnownAt], sql``),
    view: (name) => sql.raw(viewKnownAt(name)),
    versions: sql`'{}'::json`,
  };
}
