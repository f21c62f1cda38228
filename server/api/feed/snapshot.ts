import { sql } from 'kysely';
import { feedValues } from '../../../contract/feed.ts';
import { isLookupKind } from '../../../contract/lookups.ts';
import type { Json } from '../../catalog/itemJson.ts';
import type { Db } from '../../db/tables.ts';
import { limits } from '../../runtime/limits.ts';
import { cursorOf, type Position } from './cursor.ts';
import { usesOf, valueSql, withUse } from './rowValues.ts';

interface Row {
  kind: string;
  firstKey: string;
  secondKey: string;
  line: Json;
  value: Json;
}

/** Runs a read of the database, soon. */
type Read = <T>(work: () => Promise<T>) => Promise<T>;

/**
 * All rows as they were after a change set, as lines of JSON, and at last the cursor of that change set. What was known after a
 * change set never changes, so each part is a statement of its own: a slow reader holds neither a transaction nor memory.
 */
export async function* snapshotLines(
  db: Db,
  position: Position & { at: string },
  read: Read,
): AsyncGenerator<string> {
  const { number, at } = position;
  for (const kind of Object.keys(feedValues)) {
    let last: Row | undefined;
    do {
      const rows = await read(() => rowsOf(db, kind, at, last));
      const lookups = isLookupKind(kind) ? rows.map(({ firstKey: key }) => ({ number, kind, key })) : [];
      const isUsed = await read(() => usesOf(db, lookups));
      const lines = rows.map(({ firstKey, line, value }) => {
        const whole = isLookupKind(kind) ? withUse(value, isUsed({ number, kind, key: firstKey })) : value;
        return `${line.slice(0, -1)}, "value" : ${whole}}\n`;
      });
      if (lines.length > 0) yield lines.join('');
      last = rows.length < limits.snapshotPart ? undefined : rows.at(-1);
    } while (last);
  }
  yield `${JSON.stringify({ next: cursorOf(position) })}\n`;
}

/** The next rows of a kind as they were known at a time, by key. */
async function rowsOf(db: Db, kind: string, at: string, after: Row | undefined): Promise<Row[]> {
  const { rows } = await sql<Row>`
    with e as materialized (
      select kind, first_key, second_key, version, saved_at, saved_by, fields as after, ${at}::timestamptz as at
      from known_state
      where kind = ${kind} and known_from <= ${at}::timestamptz and known_until > ${at}::timestamptz
        and (first_key, second_key) > (${after?.firstKey ?? ''}, ${after?.secondKey ?? ''})
      order by first_key, second_key limit ${limits.snapshotPart}
    )
    select first_key, second_key, ${valueSql}::text as value, json_build_object(
        'kind', kind, 'key', concat_ws('/', first_key, nullif(second_key, '')), 'version', coalesce(version, 0)
      )::text as line
    from e order by first_key, second_key`.execute(db);
  return rows;
}
