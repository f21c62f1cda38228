import { type RawBuilder, sql } from 'kysely';
import { type Json, textOf } from '../../catalog/itemJson.ts';
import type { Db } from '../../db/tables.ts';

/**
 * The JSON of the numbers of majors and degrees in effect in each fall term of the lookup, from the first start term up to
 * `last`, for each school and in total (contract 10). Runs one statement.
 */
export async function countsJson(db: Db, last: string): Promise<Json> {
  const isIn = (row: string, start = 'start_term', end = 'end_term') =>
    sql`derived.in_effect(${sql.ref(`${row}.${start}`)}, ${sql.ref(`${row}.${end}`)}, f.term)`;
  const majorIsIn = isIn('m', 'start_term_yyyyst', 'end_term_yyyyst');
  const degreeIsIn = isIn('d', 'degree_start_term_yyyyst', 'degree_end_term_yyyyst');
  const schoolIsIn = sql`derived.year_in_effect(s.year_start, s.year_end, f.term)`;
  return await textOf(
    db,
    sql`(
      with falls as materialized (
        select term_yyyyst as term from term
        where right(term_yyyyst, 2) = '92' and term_yyyyst <= ${last} and term_yyyyst >= coalesce((
          select min(start collate "C") from (
            select start_term_yyyyst as start from major union all select degree_start_term_yyyyst from degree
          ) starts
        ), '')
      ),
      majors as (
        ${countByFall(sql`major m on ${majorIsIn}`, sql`null::text`)} union all
        ${countByFall(sql`(school_major r join school s using (school_code) join major m using (major_key))
          on ${isIn('r')} and ${schoolIsIn} and ${majorIsIn}`)}
      ),
      degrees as (
        ${countByFall(sql`degree d on ${degreeIsIn}`, sql`null::text`)} union all
        ${countByFall(sql`(school_degree r join school s using (school_code) join degree d using (degree_key))
          on ${isIn('r')} and ${schoolIsIn} and ${degreeIsIn}`)}
      ),
      codes as (select null::text as code union all select school_code from school)
      select coalesce(json_agg(json_build_object(
          'term', f.term, 'schoolCode', c.code, 'majors', coalesce(m.count, 0), 'degrees', coalesce(d.count, 0)
        ) order by f.term collate "C", c.code collate "C" nulls first), '[]')
      from falls f cross join codes c
      left join majors m on m.term = f.term and coalesce(m.code, '') = coalesce(c.code, '')
      left join degrees d on d.term = f.term and coalesce(d.code, '') = coalesce(c.code, '')
    )`,
  );
}

/** The number of rows of a join in each fall, by school if they have a school. */
const countByFall = (joined: RawBuilder<unknown>, code: RawBuilder<unknown> = sql.ref('s.schoolCode')) =>
  sql`select f.term, ${code} as code, count(*) as count from falls f join ${joined} group by 1, 2`;
