import { type RawBuilder, sql } from 'kysely';
import { type Json, name, textOf } from '../../catalog/itemJson.ts';
import { tablesAsOf } from '../../catalog/knownAt/readModel.ts';
import { columnOf } from '../../db/columnNames.ts';
import { labelSql, relationshipLabelSql } from '../../db/derived/recording.ts';
import type { Db } from '../../db/tables.ts';

type Query = RawBuilder<unknown>;

/** The fields of a program whose change is a change of its group. Lengths are in years, quarters and weeks. */
const reported = [
  'programLengthYrs',
  'programLengthQtrs',
  'acadYrInstrWks',
  'specProgIndctr',
  'selfSuppPgm',
] as const;
const fields = ['majorKey', 'degreeKey', 'label', ...reported] as const;

/** The programs in effect in a term (`yyyyst`), with the names and codes of that term. All values of a response come from here. */
const programsIn = (term: string): Query => sql`
  with ${tablesAsOf(term)} programs as (select m.cip_code collate "C" as cip, d.program_cred_level collate "C" as level, d.degree_awarded collate "C" as award,
    r.major_key as "majorKey", r.degree_key as "degreeKey",
    ${sql.raw(relationshipLabelSql(labelSql('major', 'm'), labelSql('degree', 'd')))} as label,
    ${sql.join(reported.map((field) => sql`r.${sql.raw(columnOf(field))} as ${name(field)}`))}
  from major_degree r join major m using (major_key) join degree d using (degree_key)
  where derived.in_effect(r.start_term, r.end_term, ${term})
    and derived.in_effect(m.start_term_yyyyst, m.end_term_yyyyst, ${term})
    and derived.in_effect(d.degree_start_term_yyyyst, d.degree_end_term_yyyyst, ${term})
  ) select * from programs`;

/** The groups of programs. `compared` is equal if a group has the same pairs with the same reported values. */
const groupsOf = (programs: Query): Query => sql`
  select cip, level,
    json_agg(distinct award order by award) as awards,
    json_agg(json_build_object(${sql.join(fields.map((field) => sql`${sql.lit(field)}, ${name(field)}`))})
      order by label collate "C", "majorKey", "degreeKey") as programs,
    jsonb_agg(jsonb_build_array(${sql.join(['majorKey', 'degreeKey', ...reported].map(name))})
      order by "majorKey", "degreeKey") as compared
  from (${programs}) p group by cip, level`;

/**
 * The JSON of the programs in effect in the term `asOf`, grouped by CIP code and credential level (contract 12), in one
 * statement. With the term `since`, each group has its change from then to `asOf`, and ended groups are included. Terms are
 * `yyyyst` codes.
 */
export async function programGroupsJson(db: Db, asOf: string, since: string | undefined): Promise<Json> {
  const earlier = groupsOf(since === undefined ? sql`${programsIn(asOf)} where false` : programsIn(since));
  const change =
    since === undefined
      ? sql`null`
      : sql`case when e.compared is null then 'new' when g.compared is null then 'ended'
          when g.compared <> e.compared then 'changed' end`;
  return await textOf(
    db,
    sql`(
      with g as (${groupsOf(programsIn(asOf))}), e as (${earlier}),
      compared as (
        select coalesce(g.cip, e.cip) as cip, coalesce(g.level, e.level) as level,
          coalesce(g.awards, '[]') as awards, coalesce(g.programs, '[]') as programs, ${change} as change
        -- Neither a code nor a level is ever empty.
        from g full join e on coalesce(g.cip, '') = coalesce(e.cip, '') and coalesce(g.level, '') = coalesce(e.level, '')
      )
      select coalesce(json_agg(json_build_object(
          'cipCode', cip, 'cipTitle', c.title, 'programCredLevel', level,
          'awards', awards, 'programs', programs, 'change', change
        ) order by cip nulls last, level nulls last), '[]')
      from compared left join cip_code c on c.code = cip)`,
  );
}
