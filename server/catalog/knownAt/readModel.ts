import { readFileSync } from 'node:fs';
import { type RawBuilder, sql } from 'kysely';

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
  view: (name) => sql.table(`derived.${name}`),
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

const isOfReport = ({ name }: { name: string }) =>
  tables.some((table) => name === `${table}_answer`) || name === 'report_major_answer';

/** The views, with the text of the schema. They refer to each other without a schema name. */
const views = readFileSync(new URL('../../db/derived/answers.sql', import.meta.url), 'utf8')
  .split(/^create view derived\./m)
  .slice(1)
  .map((text) => {
    const [, name = '', query = ''] = /^(\w+) as\n([^;]+);/.exec(text) ?? [];
    return { name, query: query.replaceAll(/derived\.(\w+_answer)/g, '$1') };
  })
  .filter(isOfReport);

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
  const viewsKnownAt = views.map(({ name, query }) => sql.raw(`${name} as (${query}), `));
  return {
    data: sql.join([...tablesKnownAt, ...viewsKnownAt], sql``),
    view: (name) => sql.raw(name),
    versions: sql`'{}'::json`,
  };
}
