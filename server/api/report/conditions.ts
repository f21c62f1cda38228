import { type RawBuilder, sql } from 'kysely';
import { NONE, type ReportFilter } from '../../../contract/report.ts';

type Condition = RawBuilder<unknown>;

/** Whether a span of terms, given its columns, is in effect in a term. */
export const termsInEffect = (start: string, end: string, term: string): Condition =>
  sql`derived.in_effect(${sql.ref(start)}, ${sql.ref(end)}, ${term})`;

/** A filter as a condition on the joined rows: `m` is a major, `s` a relationship to its school, `d` a degree. */
export function conditionsOf(filter: ReportFilter): Condition {
  const conditions = [...majorConditions(filter), ...schoolConditions(filter), ...degreeConditions(filter)];
  return conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `);
}

/** Whether a column contains a text, ignoring case. `%` and `_` are not wildcards. */
const contains = (column: string, text: string) =>
  sql`position(derived.fold(${text}) in derived.fold(${sql.ref(column)})) > 0`;

/** The condition for the included states of a stored flag. Both states need no condition. */
function states(column: string, whenTrue: boolean, whenFalse: boolean): Condition[] {
  if (whenTrue && whenFalse) return [];
  if (!whenTrue && !whenFalse) return [sql`false`];
  return [sql`${sql.ref(column)} = ${whenTrue}`];
}

function majorConditions(filter: ReportFilter): Condition[] {
  const {
    majorCode,
    majorTitle,
    majorStartTermYyyyst,
    majorEndTermYyyyst,
    underGraduate,
    graduate,
    asOfTerm,
  } = filter;
  const conditions = states('m.active', filter.majorActive, filter.majorInactive);
  if (asOfTerm !== null) conditions.push(termsInEffect('m.start_term_yyyyst', 'm.end_term_yyyyst', asOfTerm));
  if (majorCode !== null) conditions.push(sql`m.major_code = upper(${majorCode})`);
  if (majorTitle !== null) {
    const titles = ['m.title20', 'm.title_long', 'm.title7'].map((column) => contains(column, majorTitle));
    conditions.push(sql`(${sql.join(titles, sql` or `)})`);
  }
  if (majorStartTermYyyyst !== null) conditions.push(sql`m.start_term_yyyyst = ${majorStartTermYyyyst}`);
  if (majorEndTermYyyyst !== null) conditions.push(sql`m.end_term_yyyyst = ${majorEndTermYyyyst}`);
  // Contract 5: undergraduate is segment U, graduate both G and M.
  if (!underGraduate) conditions.push(sql`m.major_segment <> 'U'`);
  if (!graduate) conditions.push(sql`m.major_segment = 'U'`);
  return conditions;
}

function schoolConditions({ schoolCode }: ReportFilter): Condition[] {
  if (schoolCode === null) return [];
  if (schoolCode.toUpperCase() === NONE) return [sql`s.school_code is null`];
  return [sql`s.school_code = upper(${schoolCode})`];
}

/** Each condition except `NONE` excludes majors without a degree: their columns are null, so no comparison is true. */
function degreeConditions(filter: ReportFilter): Condition[] {
  const { degreeListAwarded, degreeTitleRc, degreeStartTermYyyyst, degreeEndTermYyyyst } = filter;
  const conditions = states('d.degree_active', filter.degreeActive, filter.degreeInactive);
  if (degreeListAwarded !== null) {
    // One parameter, so that the statement is the same for lists of any length.
    const awarded = sql`d.degree_awarded in (select jsonb_array_elements_text(${JSON.stringify(degreeListAwarded)}::jsonb))`;
    conditions.push(degreeListAwarded.includes(NONE) ? sql`(d.degree_key is null or ${awarded})` : awarded);
  }
  if (degreeTitleRc !== null) conditions.push(contains('d.degree_title_rc', degreeTitleRc));
  if (degreeStartTermYyyyst !== null)
    conditions.push(sql`d.degree_start_term_yyyyst = ${degreeStartTermYyyyst}`);
  if (degreeEndTermYyyyst !== null) conditions.push(sql`d.degree_end_term_yyyyst = ${degreeEndTermYyyyst}`);
  return conditions;
}
