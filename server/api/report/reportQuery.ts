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

/** What the cached items show: the list counters, and the place in the change log; null without cached items. */
export interface CachedState {
  versions: Record<Kind, number>;
  place: LogPlace | null;
}

/** A change set by its number and hash, which covers all sets before it, and the schema: a migration changes rows without the log. */
export interface LogPlace {
  number: number;
  hash: string;
  schema: string;
}

/**
 * The result of the database: the keys of the rows, for each changed list its items, and the items that have other names or
 * codes in the term of the report.
 */
export interface QueryResult extends Record<Kind, Items> {
  versions: Record<Kind, number>;
  /** The newest change set. */
  place: LogPlace | null;
  /** The kind and key of each row that has changed since the cached state; null if all items of a changed list are returned. */
  changed: string | null;
  /** Whether the log has all changes since the cached state. If not, the result is of no use. */
  isContinued: boolean;
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

/** More changed rows than this take longer to look up than all items to read. */
const MAX_CHANGED = 5_000;

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
 * The statement of a report. The cached items have their latest names and codes. `at` is the time when the data was known; null
 * means today. If the place of the cached items in the log is known, the database returns only items that have changed since.
 */
export function reportQuery(
  filter: ReportFilter,
  { versions: cached, place }: CachedState,
  at: string | null,
): RawBuilder<QueryResult> {
  const asOf = filter.asOfTerm;
  const model = modelOf(asOf, at);
  const { view, versions } = at === null ? today : model;
  // The database reads the items only if the condition applies.
  const ifChanged = (
    kind: Kind,
    key: string,
    from: RawBuilder<unknown>,
    isChanged: RawBuilder<unknown>,
  ) => sql`
    case when versions ->> ${sql.lit(kind)} is distinct from ${String(cached[kind])} then
      (select string_agg(${sql.raw(key)} || ${UNIT} || row_to_json(a)::text, ${RECORD}) from ${from}
       where ${place ? isChanged : sql`true`})
    end`;
  return sql<QueryResult>`
    with ${model.data} ${place ? changedSince(place) : sql``} found as materialized (
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
      ${at === null ? newestPlace : sql`null`} as place,
      ${place ? sql`(select coalesce(string_agg(kind || ${UNIT} || concat_ws('/', first_key, second_key), ${RECORD}), '') from changed)` : sql`null`} as changed,
      ${place ? isContinued(place) : sql`true`} as "isContinued",
      (select string_agg(
          coalesce(school, '') || ${UNIT} || major || ${UNIT} || coalesce(degree::text, '')
            || ${UNIT} || coalesce(department::text, ''), ${RECORD} order by place)
        from report) as rows,
      ${sql.join(
        namedKinds.map((kind) => {
          const of = namedViews[kind];
          const isChanged = sql`a.${sql.raw(`"${of.key}"`)} in ${changedKeys(kind)}`;
          return sql`${ifChanged(kind, `a."${of.key}"`, sql`${view(of.view)} a`, isChanged)} as ${sql.raw(kind)}`;
        }),
      )},
      ${ifChanged(
        'majorDegree',
        `r."majorKey" || '/' || r."degreeKey"`,
        sql`${view('major_degree_answer')} r
          cross join lateral (select ${relationshipColumns(relationshipKinds.majorDegree)}) a`,
        sql`(r."majorKey", r."degreeKey") in (
          select first_key::integer, second_key::integer from changed where kind = 'majorDegree')`,
      )} as "majorDegree",
      ${asOf === null || at !== null ? sql`null` : earlierItems(model, asOf)} as earlier
    from now, size`;
}

/** The step of the schema and the hash of its views. */
const schema = sql`(select step || ' ' || derived from schema_step)`;

const newestPlace = sql`(
  select json_build_object('number', number, 'hash', hash, 'schema', ${schema})
  from change_set where hash is not null order by number desc limit 1)`;

/** The rows changed after a place in the log. The order and the limit keep the planner from reading the whole log. */
const changedSince = ({ number }: LogPlace) => sql`changed as materialized (
  select kind, first_key, second_key from change_entry where set_number > ${number}
  order by set_number, place limit ${sql.lit(MAX_CHANGED + 1)}),`;

/** Whether the log still has this place, and all changes after it are known. A lookup's change shows in items of other kinds. */
const isContinued = ({ number, hash, schema: known }: LogPlace) => sql`(
  exists (select from change_set where number = ${number} and hash = ${hash})
  and ${schema} = ${known}
  and (select count(*) <= ${sql.lit(MAX_CHANGED)} and count(*) filter (where kind in ('term', 'awardType')) = 0 from changed))`;

/** The keys of the changed items of a kind. */
const changedKeys = (kind: NamedKind) => {
  const key = sql.raw(kind === 'school' ? 'first_key' : 'first_key::integer');
  return sql`(select ${key} from changed where kind = ${sql.lit(kind)})`;
};

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
