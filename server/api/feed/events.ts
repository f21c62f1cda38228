import { sql } from 'kysely';
import { isLookupKind } from '../../../contract/lookups.ts';
import type { Json } from '../../catalog/itemJson.ts';
import type { Db } from '../../db/tables.ts';
import { cursorOf, type Position } from './cursor.ts';
import { usesOf, valueSql, withUse } from './rowValues.ts';

// Change sets are numbered while the writer's lock is held, which is released after the commit. So no reader sees a change set
// before the one with the number before it, and what has been read never changes.

/** Whether a position is one of this log: `gone` if it has no such change set, `malformed` if that has no such place. */
export async function checkPosition(db: Db, position: Position): Promise<'valid' | 'gone' | 'malformed'> {
  const { rows } = await sql<{ hash: string; entries: number }>`
    select hash, (select max(place) from change_entry where set_number = number) as entries
    from change_set where number = ${position.number}`.execute(db);
  const [set] = rows;
  if (set?.hash !== position.hash) return 'gone';
  return position.place <= set.entries ? 'valid' : 'malformed';
}

/** The newest change set, all of it read; undefined if there is none. */
export async function newestPosition(db: Db): Promise<(Position & { at: string }) | undefined> {
  const { rows } = await sql<Position & { at: string }>`
    select number::float8 as number, hash, derived.iso(at) as at,
      (select max(place) from change_entry where set_number = number) as place
    from change_set order by change_set.number desc limit 1`.execute(db);
  return rows[0];
}

/** A page of the feed, and where it ends. */
export interface EventPage {
  json: Json;
  isEmpty: boolean;
  end: Position;
}

interface EventRow extends Position {
  kind: string;
  key: string;
  /** The fields of the event without the value. */
  event: Json;
  value: Json | null;
}

/** The events after a position, in the order of writing. Runs one statement, and another for terms and award types. */
export async function readEvents(db: Db, after: Position, limit: number): Promise<EventPage> {
  const { rows } = await sql<EventRow>`
    with e as materialized (
      select set_number, place, kind, first_key, second_key, coalesce(version, ${versionBefore}) as version, saved_at, saved_by,
        before, after, s.id, s.at, s.hash
      from change_entry o join change_set s on s.number = set_number
      where (set_number, place) > (${after.number}, ${after.place})
      order by set_number, place limit ${limit + 1}
    )
    select set_number::float8 as number, place, hash, kind, first_key as key, ${valueSql}::text as value, json_build_object(
        'set', id, 'at', derived.iso(at),
        'last', lead(set_number) over (order by set_number, place) is distinct from set_number,
        'kind', kind, 'key', concat_ws('/', first_key, second_key),
        'action', case when before is null then 'created' when after is null then 'deleted' else 'updated' end,
        'version', version
      )::text as event
    from e order by set_number, place`.execute(db);
  const page = rows.slice(0, limit);
  const ofLookups = page.filter(({ kind, value }) => isLookupKind(kind) && value !== null);
  const isUsed = await usesOf(
    db,
    ofLookups.map(({ number, kind, key }) => ({ number, kind, key })),
  );
  const events = page.map(({ number, kind, key, event, value }) => {
    const whole =
      value !== null && isLookupKind(kind) ? withUse(value, isUsed({ number, kind, key })) : value;
    return `${event.slice(0, -1)}, "value" : ${whole}}`;
  });
  const { number, place, hash } = page.at(-1) ?? after;
  const end = { number, place, hash };
  const json = `{"events":[${events.join(',')}],"next":"${cursorOf(end)}","more":${rows.length > limit}}`;
  return { json, isEmpty: page.length === 0, end };
}

/** Terms and award types had no version before step 13 of the schema. Their versions of that time rise to 0, in entry `o`. */
const versionBefore = sql`-(
  select count(*)::integer from change_entry later
  where (later.kind, later.first_key) = (o.kind, o.first_key) and later.second_key is null and later.version is null
    and later.set_number > o.set_number)`;
