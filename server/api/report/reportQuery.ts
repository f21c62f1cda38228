import { type RawBuilder, sql } from 'kysely';
import { relationshipKinds } from '../../../contract/relationships.ts';
import type { ReportFilter } from '../../../contract/report.ts';
import { relationshipColumns } from '../../catalog/itemJson.ts';
import { asOfTerm, knownAt, type ReadModel, today } from '../../catalog/knownAt/readModel.ts';
import { conditionsOf, meetsAll, termsInEffect } from './conditions.ts';

// Separators in the text that the database returns. JSON never contains them unescaped, and keys never contain them.
export const UNIT = '\u001f';
export const RECORD = '\u001e';

/** The kinds of item in a report whose JSON its rows contain. */
export const reportKinds = ['school', 'major', 'degree', 'department', 'majorDegree'] as const;
export type Kind = (typeof reportKinds)[number];

/** The kinds of item that can have earlier values. */
export const namedKinds = ['school', 'major', 'degree', 'department'] as const;
export type NamedKind = (typeof namedKinds)[number];

/** Items as key and JSON. */
type Items = string | null;

/**
 * The result of the database: the keys of the rows, for each changed list its items, and the items that have other names or
 * codes in the term of the report.
 */
export interface QueryResult extends Record<Kind, Items> {
  versions: Record<Kind, number>;
  tooLarge: boolean;
  rows: string | null;
  earlier: Record<NamedKind, Items> | null;
}

/** The views of the items with earlier values, and their keys there. */
const namedViews: Record<NamedKind, { view: string; key: string }> = {
  school: { view: 'school_answer', key: 'schoolCode' },
  major: { view: 'report_major_answer', key: 'majorKey' },
  degree: { view: 'degree_answer', key: 'degreeKey' },
  department: { view: 'department_answer', key: 'deptKey' },
};

// Contract 5. More rows would use up memory that other requests need.
export const MAX_ROWS = 200_000;

/** The tables to read: as they are or as they were known, with the names and codes of the term unless it is null. */
export const modelOf = (asOf: string | null, at: string | null): ReadModel =>
  at === null ? asOfTerm(asOf) : knownAt(at, asOf);

/**
 * Majors, `m`, × their degrees, `d`, × their schools, `s`, × their departments, `p` (contract 5). As of a term, only those
 * that are in effect then, with their relationships. Of the majors, all: being in effect is a condition of the filter.
 */
export function joinedRows(asOf: string | null): RawBuilder<unknown> {
  /** Restricts a join to relationships, `r`, and items in effect in the term. */
  const andInEffect = (r: string, isItemInEffect: (term: string) => RawBuilder<unknown>) =>
    asOf === null
      ? sql``
      : sql`and ${termsInEffect(`${r}.start_term`, `${r}.end_term`, asOf)} and ${isItemInEffect(asOf)}`;
  return sql`
    major m
    left join (major_degree r join degree d using (degree_key)) on r.major_key = m.major_key
      ${andInEffect('r', (term) => termsInEffect('d.degree_start_term_yyyyst', 'd.degree_end_term_yyyyst', term))}
    left join (school_major s join school c using (school_code)) on s.major_key = m.major_key
      ${andInEffect('s', (term) => sql`derived.year_in_effect(c.year_start, c.year_end, ${term})`)}
    left join (major_department o join department p using (dept_key)) on o.major_key = m.major_key
      ${andInEffect('o', (term) => termsInEffect('p.start_term', 'p.end_term', term))}`;
}

/**
 * The statement of a report. `cached` has the counters of the cached items, which have their latest names and codes. `at` is
 * the time when the data was known; null means today.
 */
export function reportQuery(
  filter: ReportFilter,
  cached: Record<Kind, number>,
  at: string | null,
): RawBuilder<QueryResult> {
  const asOf = filter.asOfTerm;
  const model = modelOf(asOf, at);
  const { view, versions } = at === null ? today : model;
  // The database reads the items only if the condition applies.
  const ifChanged = (kind: Kind, key: string, from: RawBuilder<unknown>) => sql`
    case when versions ->> ${sql.lit(kind)} is distinct from ${String(cached[kind])} then
      (select string_agg(${sql.raw(key)} || ${UNIT} || row_to_json(a)::text, ${RECORD}) from ${from})
    end`;
  return sql<QueryResult>`
    with ${model.data} found as materialized (
      select s.school_code as school, m.major_key as major, d.degree_key as degree, p.dept_key as department,
        m.major_code, m.major_segment, d.degree_awarded, d.degree_title_rc, p.title7
      from ${joinedRows(asOf)}
      where ${meetsAll(conditionsOf(filter))}
      limit ${sql.lit(MAX_ROWS + 1)}
    ),
    size as materialized (
      select count(*) > ${sql.lit(MAX_ROWS)} as too_large from found
    ),
    report as materialized (
      select school, major, degree, department,
        row_number() over (
          order by school collate "C" nulls last, major_code collate "C", major_segment collate "C",
            degree_awarded collate "C" nulls last, degree_title_rc collate "C" nulls last,
            title7 collate "C" nulls last, major, degree, department) as place
      from found where not (select too_large from size)
    ),
    now as materialized (
      select ${versions} as versions
    )
    select versions, too_large as "tooLarge",
      (select string_agg(
          coalesce(school, '') || ${UNIT} || major || ${UNIT} || coalesce(degree::text, '')
            || ${UNIT} || coalesce(department::text, ''), ${RECORD} order by place)
        from report) as rows,
      ${sql.join(
        namedKinds.map((kind) => {
          const of = namedViews[kind];
          return sql`${ifChanged(kind, `a."${of.key}"`, sql`${view(of.view)} a`)} as ${sql.raw(kind)}`;
        }),
      )},
      ${ifChanged(
        'majorDegree',
        `r."majorKey" || '/' || r."degreeKey"`,
        sql`${view('major_degree_answer')} r
          cross join lateral (select ${relationshipColumns(relationshipKinds.majorDegree)}) a`,
      )} as "majorDegree",
      ${asOf === null || at !== null ? sql`null` : earlierItems(model, asOf)} as earlier
    from now, size`;
}

/** The items that have other names or codes in a term, by kind. */
function earlierItems({ view }: ReadModel, term: string): RawBuilder<unknown> {
  const lists = namedKinds.map((kind) => {
    const of = namedViews[kind];
    const key = sql.raw(`a."${of.key}"::text`);
    return sql`${sql.lit(kind)}, (
      select string_agg(${key} || ${UNIT} || row_to_json(a)::text, ${RECORD}) from ${view(of.view)} a
      where ${key} in (select item_key from earlier_value where item_kind = ${sql.lit(kind)} and last_term >= ${term}))`;
  });
  return sql`json_build_object(${sql.join(lists)})`;
}
