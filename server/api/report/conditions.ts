import { type RawBuilder, sql } from 'kysely';
import { NONE, type ReportFilter } from '../../../contract/report.ts';

type Sql = RawBuilder<unknown>;

/** The part of a joined row that a condition is on: the major `m`, the relationship `s` to its school, or its degree `d`. */
export type Part = 'major' | 'school' | 'degree';

/** The names of the filters that restrict rows. `knownAt` is the data that they are read from. */
type Name = Exclude<keyof ReportFilter, 'knownAt'>;

/** A condition on the joined rows, and the filter that sets it. */
export interface Condition {
  filter: Name;
  part: Part;
  isMet: Sql;
}

/** Whether a span of terms, given its columns, is in effect in a term. */
export const termsInEffect = (start: string, end: string, term: string): Sql =>
  sql`derived.in_effect(${sql.ref(start)}, ${sql.ref(end)}, ${term})`;

/** Whether a column contains a text, ignoring case. `%` and `_` are not wildcards. */
const contains = (column: string, text: string) =>
  sql`position(derived.fold(${text}) in derived.fold(${sql.ref(column)})) > 0`;

/** The condition of each filter, from its value. A flag has one if it is off. */
type Conditions = {
  [N in Name]: { part: Part; isMet: (value: NonNullable<ReportFilter[N]>) => Sql };
};

/**
 * The only conditions of the report: they select its rows (`reportQuery.ts`) and explain why a major has none
 * (`exclusions.ts`). Of the degree, each excludes majors without one, except those of `NONE`: their columns are null, so no
 * comparison is true.
 */
const conditions: Conditions = {
  schoolCode: {
    part: 'school',
    isMet: (code) =>
      code.toUpperCase() === NONE ? sql`s.school_code is null` : sql`s.school_code = upper(${code})`,
  },
  majorCode: { part: 'major', isMet: (code) => sql`m.major_code = upper(${code})` },
  majorTitle: {
    part: 'major',
    isMet: (text) => {
      const titles = ['m.title20', 'm.title_long', 'm.title7'].map((column) => contains(column, text));
      return sql`(${sql.join(titles, sql` or `)})`;
    },
  },
  majorStartTermYyyyst: { part: 'major', isMet: (term) => sql`m.start_term_yyyyst = ${term}` },
  majorEndTermYyyyst: { part: 'major', isMet: (term) => sql`m.end_term_yyyyst = ${term}` },
  majorActive: { part: 'major', isMet: () => sql`not m.active` },
  majorInactive: { part: 'major', isMet: () => sql`m.active` },
  // Contract 5: undergraduate is segment U, graduate both G and M.
  underGraduate: { part: 'major', isMet: () => sql`m.major_segment <> 'U'` },
  graduate: { part: 'major', isMet: () => sql`m.major_segment = 'U'` },
  degreeListAwarded: {
    part: 'degree',
    isMet: (awards) => {
      // One parameter, so that the statement is the same for lists of any length.
      const isAwarded = sql`d.degree_awarded in (select jsonb_array_elements_text(${JSON.stringify(awards)}::jsonb))`;
      return awards.includes(NONE) ? sql`(d.degree_key is null or ${isAwarded})` : isAwarded;
    },
  },
  degreeTitleRc: { part: 'degree', isMet: (text) => contains('d.degree_title_rc', text) },
  degreeStartTermYyyyst: { part: 'degree', isMet: (term) => sql`d.degree_start_term_yyyyst = ${term}` },
  degreeEndTermYyyyst: { part: 'degree', isMet: (term) => sql`d.degree_end_term_yyyyst = ${term}` },
  degreeActive: { part: 'degree', isMet: () => sql`not d.degree_active` },
  degreeInactive: { part: 'degree', isMet: () => sql`d.degree_active` },
  asOfTerm: {
    part: 'major',
    isMet: (term) => termsInEffect('m.start_term_yyyyst', 'm.end_term_yyyyst', term),
  },
};

/** The conditions of the filters that restrict something, in the order of the form. */
export const conditionsOf = (filter: ReportFilter): Condition[] =>
  (Object.keys(conditions) as Name[]).flatMap((name) => {
    const value = filter[name];
    if (value === null || value === true) return [];
    const { part, isMet } = conditions[name] as { part: Part; isMet: (value: unknown) => Sql };
    return [{ filter: name, part, isMet: isMet(value) }];
  });

/** Whether a joined row meets all of these conditions. */
export const meetsAll = (all: readonly Condition[]): Sql =>
  all.length === 0
    ? sql`true`
    : sql.join(
        all.map(({ isMet }) => isMet),
        sql` and `,
      );
