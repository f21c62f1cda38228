import { type RawBuilder, sql, type Transaction } from 'kysely';
import { type Action, type ChangeSet, changeKinds, changeSet } from '../../../contract/history.ts';
import { type ItemKey, type ItemKind, isItemKind, itemKinds } from '../../../contract/kinds.ts';
import { isLookupKind } from '../../../contract/lookups.ts';
import {
  allRelationshipKinds,
  type End,
  type RelationshipKind,
  relationshipsOf,
} from '../../../contract/relationships.ts';
import { type Json, name } from '../../catalog/itemJson.ts';
import { ownSetId } from '../../db/changeTransaction.ts';
import type { Db, Tables } from '../../db/tables.ts';

// This file is long because lists, pages and single change sets share the SQL of their entries.

// Reads the change log for users (contract 8). The database builds the JSON. In these queries `s` is a row of
// derived.change_set_answer, `u` its row of derived.undone, and `e` a row of change_entry.

type Query = RawBuilder<unknown>;

/** The page to read. `cursor` is the end of the previous page: the number of a change set, or the place of an entry. */
export interface Page {
  limit: number;
  cursor: number | undefined;
}

/** The change sets to find. All defined conditions must hold. */
export interface ChangeSetFilter {
  /** The acting or the real user, in either case. */
  actor?: string | undefined;
  /** `kind` and `action` must hold for the same entry. */
  kind?: string | undefined;
  action?: Action | undefined;
  origin?: string | undefined;
  /** From the first time, inclusive, to the second, exclusive. */
  from?: Date | undefined;
  to?: Date | undefined;
  /** A part of the title, the reason or a label, in either case. */
  q?: string | undefined;
  requestId?: string | undefined;
}

/** The maximum number of entries of a set in a list of sets, and in the history of an item. */
const MAX_IN_LIST = 5;
const MAX_IN_HISTORY = 50;

const literals = (texts: readonly string[]) => sql.join(texts.map((text) => sql.lit(text)));
const all = (conditions: readonly Query[]) => sql.join(conditions, sql` and `);

/** Whether an entry is shown: entries of lookups only in sets that count them (derived/log.sql). */
const isShown = sql`e.kind in (${literals(changeKinds)}) and (derived.is_counted(1, e.kind)
  or derived.is_counted((select of_entry.form from change_set of_entry where of_entry.number = e.set_number), e.kind))`;

/** Whether a set is shown: sets of earlier steps and of upgrades that changed only lookups count nothing. */
const isShownSet = sql`created + updated + deleted > 0`;

/** A page of change sets, newest first, each with its first entries. */
export async function changeSetsJson(db: Db, filter: ChangeSetFilter, page: Page): Promise<Json> {
  const entries = sql`
    select * from change_entry e where set_number = s.number and ${isShown} order by place limit ${MAX_IN_LIST}`;
  return await pageOfSets(db, page, numbersOf(filter, page), entries, sql`s.created + s.updated + s.deleted`);
}

/** The numbers of the sets of a page, plus one more if there is a next page. */
function numbersOf({ q, ...filter }: ChangeSetFilter, { limit, cursor }: Page): Query {
  const conditions = all([isShownSet, ...conditionsOf(filter)]);
  const before = sql`${cursor ?? Number.MAX_SAFE_INTEGER}`;
  const newest = sql`order by number desc limit ${limit + 1}`;
  if (q === undefined)
    return sql`select number from change_set c where number < ${before} and ${conditions} ${newest}`;
  const contains = (column: string) =>
    sql`position(derived.fold(${q}) in derived.fold(${sql.ref(column)})) > 0`;
  // Search labels entry by entry, newest first: a search set by set takes far longer with few matches.
  return sql`
    select number from (
      (select number from change_set c
        where number < ${before} and ${conditions} and (${contains('c.title')} or ${contains('c.reason')}) ${newest})
      union
      (select distinct set_number from change_entry e
        where set_number < ${before} and ${isShown} and ${contains('e.label')}
          and exists (select from change_set c where number = set_number and ${conditions})
        order by set_number desc limit ${limit + 1})
    ) found ${newest}`;
}

/** The conditions of a filter on `c`, a row of change_set. */
function conditionsOf({
  actor,
  kind,
  action,
  origin,
  from,
  to,
  requestId,
}: Omit<ChangeSetFilter, 'q'>): Query[] {
  const conditions = [
    actor !== undefined && sql`derived.fold(${actor}) in (derived.fold(c.actor), derived.fold(c.acting_as))`,
    // The counts exclude most sets at once.
    action !== undefined && sql`${sql.ref(`c.${action}`)} > 0`,
    kind !== undefined &&
      sql`exists (
        select from change_entry e
        where set_number = c.number and kind = ${kind} and ${isShown} and ${action === undefined ? sql`true` : hasAction[action]})`,
    origin !== undefined && sql`c.origin = ${origin}`,
    from !== undefined && sql`c.at >= ${from.toISOString()}::timestamptz`,
    to !== undefined && sql`c.at < ${to.toISOString()}::timestamptz`,
    requestId !== undefined && sql`c.request_id = ${requestId}`,
  ];
  return conditions.filter((condition) => condition !== false);
}

/** Whether an entry has an action. */
const hasAction: Record<Action, Query> = {
  created: sql`e.before is null`,
  updated: sql`e.before is not null and e.after is not null`,
  deleted: sql`e.after is null`,
};

/**
 * A page of the change sets of an item, newest first, with the entries of the item and its relationships; undefined if the
 * item has never existed.
 */
export async function historyJson(
  db: Db,
  kind: ItemKind,
  key: ItemKey,
  page: Page,
): Promise<Json | undefined> {
  const places = placesOf(kind, String(key));
  const [own = sql`false`] = places;
  const { rows } = await sql`select where exists (select from change_entry e where ${own})`.execute(db);
  if (rows.length === 0) return undefined;
  // A set may have thousands of entries of the item, so each step looks up only the number of the next set.
  const newestBefore = (number: Query) =>
    sql`greatest(${sql.join(
      places.map(
        (isIt) =>
          sql`(select max(e.set_number) from change_entry e where ${isIt} and e.set_number < ${number})`,
      ),
    )})`;
  const numbers = sql`
    with recursive walk (number) as (
      select ${newestBefore(sql`${page.cursor ?? Number.MAX_SAFE_INTEGER}`)}
      union all
      select ${newestBefore(sql`walk.number`)} from walk where walk.number is not null
    )
    select number from walk where number is not null limit ${page.limit + 1}`;
  const entries = entriesAt(places, sql`s.number`, { limit: MAX_IN_HISTORY, cursor: undefined });
  const entryCount = sql.join(
    places.map((isIt) => sql`(select count(*) from change_entry e where set_number = s.number and ${isIt})`),
    sql` + `,
  );
  return await pageOfSets(db, page, numbers, entries, entryCount);
}

/** Conditions on `e`: exactly one holds for each entry of an item or its relationships. Each has an index. */
function placesOf(kind: ItemKind, key: string): Query[] {
  const column = { from: 'firstKey', to: 'secondKey' } as const;
  return [
    sql`e.kind = ${kind} and e.first_key = ${key}`,
    // A range, for the index: '0' is the character after '/'.
    sql`e.kind = 'earlierValue' and e.first_key >= ${`${kind}/${key}/`} and e.first_key < ${`${kind}/${key}0`}`,
    ...relationshipsOf(kind).map(
      ({ relationship, near }) =>
        sql`e.kind = ${sql.lit(relationship.name)} and ${sql.ref(`e.${column[near]}`)} = ${key}`,
    ),
  ];
}

/** Conditions on `e` for the entries of one row and, for an item, of its relationships. `key` is as in paths. */
function placesOfRow(kind: string, key: string): Query[] {
  // School codes match in either case; other keys of items are numbers.
  if (isItemKind(kind)) return placesOf(kind, key.toUpperCase());
  // All other keys match exactly.
  if (isLookupKind(kind) || kind === 'earlierValue')
    return [sql`e.kind = ${kind} and e.first_key = ${key} and e.second_key is null and ${isShown}`];
  const [first, ...second] = key.toUpperCase().split('/');
  return [sql`e.kind = ${kind} and e.first_key = ${first} and e.second_key = ${second.join('/')}`];
}

/** A page of the entries of a set that meet any condition. Each condition is limited to one page: it may match thousands. */
function entriesAt(places: readonly Query[], number: Query, { limit, cursor = 0 }: Page): Query {
  const page = sql`order by place limit ${limit}`;
  const each = places.map(
    (isIt) =>
      sql`(select e.* from change_entry e where e.set_number = ${number} and ${isIt} and place > ${cursor} ${page})`,
  );
  return sql`select * from (${sql.join(each, sql` union all `)}) e ${page}`;
}

/**
 * The JSON of the sets with these numbers; there is one more number than the page has sets if there is a next page.
 * `entries` selects the entries of a set to include, of `entryCount` in total.
 */
async function pageOfSets(
  db: Db,
  { limit }: Page,
  numbers: Query,
  entries: Query,
  entryCount: Query,
): Promise<Json> {
  const { rows } = await sql<{ number: number; text: Json }>`
    with page as materialized (${numbers})
    select s.number::float8 as number, (
      select json_build_object(${setFields}, 'entries', coalesce(json_agg(${entryJson} order by e.place), '[]'),
        'entryCount', ${entryCount})
      from (${entries}) e
    )::text as text
    from page join derived.change_set_answer s using (number)
    left join derived.undone(array(select number from page)) u using (number)
    order by s.number desc`.execute(db);
  return `{"changeSets":[${rows
    .slice(0, limit)
    .map(({ text }) => text)
    .join(',')}],"next":${nextOf(
    rows.map(({ number }) => number),
    limit,
  )}}`;
}

/** The JSON of the cursor after a page. `positions` are those of its rows, plus one more if there is a next page. */
const nextOf = (positions: readonly number[], limit: number): Json =>
  positions.length > limit ? `"${positions[limit - 1]}"` : 'null';

/** The entries of a set to read: all, or those of one row and, for an item, of its relationships. */
interface EntryPage extends Page {
  row: { kind: string; key: string } | undefined;
}

/** A change set with a page of its entries, in the order of writing; undefined if there is no such set. */
export async function changeSetDetailJson(
  db: Db,
  id: string,
  { row, limit, cursor }: EntryPage,
): Promise<Json | undefined> {
  const set = await changeSetOf(db, id);
  if (!set) return undefined;
  const places = row && placesOfRow(row.kind, row.key);
  const number = sql`${set.number}`;
  const entries = entriesAt(places ?? [isShown], number, { limit: limit + 1, cursor });
  const { rows } = await sql<{ place: number; text: Json }>`
    select e.place, ${entryJson}::text as text from (${entries}) e order by e.place`.execute(db);
  const shown = rows.slice(0, limit).map(({ text }) => text);
  const next = nextOf(
    rows.map(({ place }) => place),
    limit,
  );
  return `{"changeSet":${set.text},"entries":[${shown.join(',')}],"next":${next}}`;
}

/** A change set without its entries: its number, its JSON, and the parsed JSON. */
export async function changeSetOf(
  db: Db,
  id: string,
): Promise<{ number: number; text: Json; set: ChangeSet } | undefined> {
  const { rows } = await sql<{ number: number; text: Json }>`
    select s.number::float8 as number, json_build_object(${setFields})::text as text
    from derived.change_set_answer s left join lateral derived.undone(array[s.number]) u on true
    where s.id = ${id} and ${isShownSet}`.execute(db);
  const [found] = rows;
  return found && { ...found, set: JSON.parse(found.text) as ChangeSet };
}

/**
 * Seals the change set of a transaction, so that its counts are known, and returns its JSON. The transaction may change
 * nothing afterward.
 */
export async function finishedChangeSet(trx: Transaction<Tables>): Promise<Json> {
  await sql`set constraints all immediate`.execute(trx);
  const own = trx.selectFrom('changeSet').select('id').where('id', '=', ownSetId);
  const { id } = await own.executeTakeFirstOrThrow();
  return (await changeSetOf(trx, id))?.text ?? '';
}

const setFields = sql.join(
  Object.keys(changeSet.shape).map((field) =>
    field === 'undoneBy' ? sql`'undoneBy', u.undone_by` : sql`${sql.lit(field)}, s.${name(field)}`,
  ),
);

/** The state of a row, with its key if the key is a field of the form. */
const withCode = (state: 'before' | 'after') =>
  sql`case when e.kind = 'school' then e.${name(state)} || jsonb_build_object('schoolCode', e.first_key) else e.${name(state)} end`;

/** The JSON of `e`. */
export const entryJson = sql`json_build_object(
  'kind', e.kind,
  'key', concat_ws('/', e.first_key, e.second_key),
  'label', e.label,
  'action', case when e.before is null then 'created' when e.after is null then 'deleted' else 'updated' end,
  'fields', derived.fields_json(${withCode('before')}, ${withCode('after')}),
  'ends', case e.kind ${sql.join(allRelationshipKinds.map(endsOf), sql` `)} end
)`;

function endsOf(kind: RelationshipKind): Query {
  return sql`when ${sql.lit(kind.name)} then json_build_array(${endOf(kind, 'from')}, ${endOf(kind, 'to')})`;
}

/** The JSON of an end of the relationship of `e`, with the item's label at that time. */
function endOf(kind: RelationshipKind, end: End): Query {
  const item = kind[end];
  const key = end === 'from' ? sql`e.first_key` : sql`e.second_key`;
  const { key: column } = itemKinds[item];
  const value = item === 'school' ? key : sql`${key}::integer`;
  return sql`json_build_object(
    'kind', ${sql.lit(item)},
    'key', ${key},
    'label', (
      select l.label from change_entry l
      where l.kind = ${sql.lit(item)} and l.first_key = ${key} and l.second_key is null and l.set_number <= e.set_number
      order by l.set_number desc limit 1),
    'exists', exists (select from ${sql.table(item)} i where ${sql.ref(`i.${column}`)} = ${value}))`;
}
