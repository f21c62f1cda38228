import { sql } from 'kysely';
import { changeKinds } from '../../../contract/history.ts';
import type { Json } from '../../catalog/itemJson.ts';
import type { Db } from '../../db/tables.ts';
import { entryJson } from '../history/changeSets.ts';

/** The entries to read. `cursor` is the number of previous entries. */
interface Page {
  limit: number;
  cursor: number | undefined;
}

/**
 * The JSON of a page of the net changes between the states just before two times: by kind as in contract 8, then label, then
 * key. Rows created and deleted in between are not included, nor are fields that have their old value again.
 */
export async function recordedJson(db: Db, from: Date, to: Date, { limit, cursor = 0 }: Page): Promise<Json> {
  const stateBefore = (time: Date) => sql`
    select * from known_state where kind in (select kind from kinds)
      and known_from < ${time.toISOString()}::timestamptz and known_until >= ${time.toISOString()}::timestamptz`;
  const { rows } = await sql<{ text: Json }>`
    with kinds as (
      select kind, place from jsonb_array_elements_text(${JSON.stringify(changeKinds)}::jsonb) with ordinality k (kind, place)
    ),
    older as materialized (${stateBefore(from)}),
    newer as materialized (${stateBefore(to)}),
    e as (
      select kind, first_key, nullif(second_key, '') as second_key, coalesce(n.label, o.label) as label,
        o.fields as before, n.fields as after,
        -- The labels of its ends are those of that time.
        (select max(number) from change_set where at < ${to.toISOString()}::timestamptz) as set_number
      from older o full join newer n using (kind, first_key, second_key)
      where o.fields is null or n.fields is null
        or o.fields <> n.fields and json_array_length(derived.fields_json(o.fields, n.fields)) > 0
    ),
    page as materialized (
      select e.*, row_number() over (
        order by k.place, label collate "C", first_key collate "C", second_key collate "C" nulls first) as place
      from e join kinds k using (kind)
      order by place limit ${limit + 1} offset ${cursor}
    )
    select ${entryJson}::text as text from page e order by place`.execute(db);
  const entries = rows.slice(0, limit).map(({ text }) => text);
  const next = rows.length > limit ? `"${cursor + limit}"` : 'null';
  return `{"from":"${from.toISOString()}","to":"${to.toISOString()}","entries":[${entries.join(',')}],"next":${next}}`;
}
