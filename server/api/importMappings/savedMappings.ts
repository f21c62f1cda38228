import { hash } from 'node:crypto';
import { type RawBuilder, sql, type Transaction } from 'kysely';
import { type ImportMappingForm, MOST_MAPPINGS } from '../../../contract/importMappings.ts';
import { headerSet } from '../../../intake/words.ts';
import { array, type Json, textOf } from '../../catalog/itemJson.ts';
import { type Actor, change } from '../../db/changeTransaction.ts';
import type { Db, Tables } from '../../db/tables.ts';

type Trx = Transaction<Tables>;

/** The rows of a query for mappings, as the contract has them. */
const mappings = (rows: RawBuilder<unknown>) => sql`
  select headers, kind, columns, derived.iso(last_modified) as "lastModified", last_modified_by as "lastModifiedBy"
  from (${rows}) m order by last_modified desc`;

/** All mappings as a JSON array, newest first. */
export async function mappingsJson(db: Db): Promise<Json> {
  return await textOf(db, array(mappings(sql`select * from import_mapping`)));
}

/**
 * Saves a mapping, replaces that of the same set of headers, and returns it in JSON. Of too many mappings it removes those
 * that were saved longest ago. A mapping is no part of the catalog, so the change log has no entry.
 */
export async function saveMapping(
  db: Db,
  actor: Actor & { uciNetId: string },
  mapping: ImportMappingForm,
): Promise<Json> {
  const headersHash = hash('sha256', headerSet(mapping.headers));
  const stored = (trx: Trx) =>
    textOf(
      trx,
      sql`(select row_to_json(x) from (
        ${mappings(sql`select * from import_mapping where headers_hash = ${headersHash}`)}) x)`,
    );
  const save = async (trx: Trx) => {
    await write(trx, headersHash, mapping, actor.uciNetId);
    await removeOldest(trx);
    return await stored(trx);
  };
  return await change(db, actor, save, async (trx, saved) => (await stored(trx)) === saved);
}

/** Each save is later than all others, even if the clock is set back, so the mapping just saved is never the oldest. */
async function write(
  trx: Trx,
  headersHash: string,
  { headers, kind, columns }: ImportMappingForm,
  uciNetId: string,
): Promise<void> {
  await sql`
    insert into import_mapping (headers_hash, headers, kind, columns, last_modified, last_modified_by)
    select ${headersHash}, ${JSON.stringify(headers)}::text::jsonb, ${kind}, ${JSON.stringify(columns)}::text::jsonb,
      greatest(clock_timestamp(), max(last_modified) + interval '1 millisecond'), ${uciNetId}
    from import_mapping
    on conflict (headers_hash) do update set headers = excluded.headers, kind = excluded.kind,
      columns = excluded.columns, last_modified = excluded.last_modified, last_modified_by = excluded.last_modified_by
  `.execute(trx);
}

async function removeOldest(trx: Trx): Promise<void> {
  const tooMany = trx
    .selectFrom('importMapping')
    .select('headersHash')
    .orderBy('lastModified', 'desc')
    .offset(MOST_MAPPINGS);
  await trx.deleteFrom('importMapping').where('headersHash', 'in', tooMany).execute();
}
