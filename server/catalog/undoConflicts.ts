import { type RawBuilder, sql, type Transaction } from 'kysely';
import { EARLIER_VALUE } from '../../contract/earlierValues.ts';
import { MAX_UNDO_CONFLICTS } from '../../contract/history.ts';
import { type ItemKind, itemKinds } from '../../contract/kinds.ts';
import { type LookupKind, lookupKinds } from '../../contract/lookups.ts';
import { allRelationshipKinds, keyNames, relationshipsOf } from '../../contract/relationships.ts';
import { fieldOf } from '../db/columnNames.ts';
import { usesOfLookups } from '../db/derived/recording.ts';
import type { Tables } from '../db/tables.ts';

/** A row of a change set whose previous state cannot be restored, and the reason. */
export interface UndoConflict {
  kind: string;
  /** The key, as in paths. */
  key: string;
  label: string;
  /**
   * What has changed since: the row, an end of the relationship, the relationships of the item that would be deleted, its
   * award type, the uses or the label of the term, or the rules of the database.
   */
  because:
    | 'changed'
    | 'deleted'
    | 'created'
    | 'end deleted'
    | 'related'
    | 'award removed'
    | 'used'
    | 'label taken'
    | 'refused';
  /** The end, the relationship, the award type, the use, the other term or the rule that causes the conflict. */
  other: string | null;
  /** The name of the user who made that change, its time, and its request. */
  by: string | null;
  at: string | null;
  requestId: string | null;
}

/** The conflicts that prevent restoring the state before a change set, one for each row and at most `MAX_UNDO_CONFLICTS`. */
export async function undoConflictsOf(trx: Transaction<Tables>, setNumber: number): Promise<UndoConflict[]> {
  const number = sql`${setNumber}`;
  const all = [
    changedSince(number),
    ...endsGone(number),
    ...itemsOfValuesGone(number),
    ...relatedSince(number),
    ...valuesAddedSince(number),
    awardsRemoved(number),
    ...usedSince(number),
    labelTaken(number),
  ];
  const { rows } = await sql<UndoConflict>`
    select kind, key, label, because, other, concat_ws(' as ', who.actor ->> 'name', who."actingAs" ->> 'name') as by, who.at,
      who."requestId"
    from (
      select distinct on (place) * from (${sql.join(all, sql` union all `)}) o
      order by place, since desc nulls last, other limit ${MAX_UNDO_CONFLICTS}
    ) latest
    left join derived.change_set_answer who on who.number = latest.since
    order by place`.execute(trx);
  return rows;
}

/**
 * The newest of the entries `l` of one row. Without `+ 0` PostgreSQL may read an index in the order of change sets: all
 * entries of an item with thousands of relationships, and again for each relationship.
 */
const newest = sql`order by l.set_number + 0 desc limit 1`;

const columns = sql`e.place, e.kind, concat_ws('/', e.first_key, e.second_key) as key, e.label`;
const isItem = sql`e.second_key is null`;

/**
 * Whether the change set itself has such an entry `b`. `offset 0` forces a lookup for each row: PostgreSQL assumes that
 * every set is small, and would compare all rows of a large set with each other.
 */
const isInSet = (condition: RawBuilder<unknown>) => sql`
  exists (select from change_entry b where b.set_number = e.set_number and ${condition} offset 0)`;

/** Rows whose state is no longer the state after the set, or that a change other than an undo has created again. */
function changedSince(number: RawBuilder<unknown>): RawBuilder<unknown> {
  // Two queries, because only these conditions on the second key can use an index.
  const ofRows = [
    { isOne: isItem, isSame: sql`l.second_key is null` },
    { isOne: sql`e.second_key is not null`, isSame: sql`l.second_key = e.second_key` },
  ];
  const later = (isSame: RawBuilder<unknown>) => sql`
    from change_entry l where l.kind = e.kind and l.first_key = e.first_key and ${isSame} and l.set_number > e.set_number`;
  return sql.join(
    ofRows.map(
      ({ isOne, isSame }) => sql`
        select ${columns}, case
            when not derived.agree(now.after, e.after) then
              case when now.after is null then 'deleted' when e.after is null then 'created' else 'changed' end
            else 'created'
          end as because, null as other, case when derived.agree(now.after, e.after) then made.set_number else now.set_number end as since
        from change_entry e
        join lateral (select l.set_number, l.after ${later(isSame)} ${newest}) now on true
        left join lateral (
          select l.set_number ${later(isSame)} and l.before is null ${newest}
        ) made on true
        left join change_set of_made on of_made.number = made.set_number
        where e.set_number = ${number} and ${isOne}
          and (not derived.agree(now.after, e.after) or now.after is not null and of_made.origin <> 'undo')`,
    ),
    sql` union all `,
  );
}

const keyIn = (kind: ItemKind, key: RawBuilder<unknown>) => (kind === 'school' ? key : sql`${key}::integer`);

/** Relationships to restore of which an item is deleted and is not restored with them. */
const endsGone = (number: RawBuilder<unknown>): RawBuilder<unknown>[] =>
  allRelationshipKinds.flatMap((kind) =>
    (['from', 'to'] as const).map((end) => {
      const key = end === 'from' ? sql`e.first_key` : sql`e.second_key`;
      return itemGone(number, kind[end], key, sql`e.kind = ${sql.lit(kind.name)}`);
    }),
  );

/** Earlier values to restore whose item is deleted and is not restored with them. */
const itemsOfValuesGone = (number: RawBuilder<unknown>): RawBuilder<unknown>[] =>
  (Object.keys(itemKinds) as ItemKind[]).map((item) =>
    itemGone(
      number,
      item,
      sql`split_part(e.first_key, '/', 2)`,
      sql`e.kind = ${sql.lit(EARLIER_VALUE)} and split_part(e.first_key, '/', 1) = ${sql.lit(item)}`,
    ),
  );

/** The entries to restore for which `isOne` holds and that belong to an item which is deleted and not restored with them. */
const itemGone = (
  number: RawBuilder<unknown>,
  item: ItemKind,
  key: RawBuilder<unknown>,
  isOne: RawBuilder<unknown>,
) => sql`
  select ${columns}, 'end deleted' as because, gone.label as other, gone.set_number as since
  from change_entry e
  left join lateral (
    select l.label, l.set_number from change_entry l
    where l.kind = ${sql.lit(item)} and l.first_key = ${key} and l.second_key is null
    ${newest}
  ) gone on true
  where e.set_number = ${number} and ${isOne} and e.after is null
    and not exists (
      select from ${sql.table(item)} i where ${sql.ref(`i.${itemKinds[item].key}`)} = ${keyIn(item, key)})
    and not ${isInSet(sql`b.kind = ${sql.lit(item)} and b.first_key = ${key} and b.after is null`)}`;

/** Items to delete that have earlier values which the set did not create. */
function valuesAddedSince(number: RawBuilder<unknown>): RawBuilder<unknown>[] {
  return (Object.keys(itemKinds) as ItemKind[]).map(
    (item) => sql`
      select ${columns}, 'related' as because, 'an earlier value of it' as other, made.set_number as since
      from change_entry e
      join earlier_value v on v.item_kind = ${sql.lit(item)} and v.item_key = e.first_key
      left join lateral (
        select l.set_number from change_entry l
        where l.kind = 'earlierValue' and l.first_key = v.key and l.second_key is null and l.before is null
        ${newest}
      ) made on true
      where e.set_number = ${number} and e.kind = ${sql.lit(item)} and e.before is null
        and not ${isInSet(sql`b.kind = 'earlierValue' and b.first_key = v.key and b.before is null`)}`,
  );
}

/** Items to delete that have relationships which the set did not create. */
function relatedSince(number: RawBuilder<unknown>): RawBuilder<unknown>[] {
  return (Object.keys(itemKinds) as ItemKind[]).flatMap((item) =>
    relationshipsOf(item).map(({ relationship, near }) => {
      const keys = keyNames(relationship);
      const isIt = (entry: string) => sql`
        ${sql.ref(`${entry}.kind`)} = ${sql.lit(relationship.name)}
        and ${sql.ref(`${entry}.firstKey`)} = ${sql.ref(`r.${keys.from}`)}::text
        and ${sql.ref(`${entry}.secondKey`)} = ${sql.ref(`r.${keys.to}`)}::text`;
      return sql`
        select ${columns}, 'related' as because, made.label as other, made.set_number as since
        from change_entry e
        join ${sql.table(relationship.name)} r on ${sql.ref(`r.${keys[near]}`)} = ${keyIn(item, sql`e.first_key`)}
        left join lateral (
          select l.label, l.set_number from change_entry l where ${isIt('l')} and l.before is null
          ${newest}
        ) made on true
        where e.set_number = ${number} and e.kind = ${sql.lit(item)} and e.before is null
          and not ${isInSet(sql`${isIt('b')} and b.before is null`)}`;
    }),
  );
}

/** Degrees to restore whose award type is no longer in the list. */
function awardsRemoved(number: RawBuilder<unknown>): RawBuilder<unknown> {
  const award = sql`plain_spaces(e.before ->> 'degreeAwarded')`;
  return sql`
    select ${columns}, 'award removed' as because, ${award} as other, gone.set_number as since
    from change_entry e
    left join lateral (
      select l.set_number from change_entry l
      where l.kind = 'awardType' and l.first_key = ${award} and l.second_key is null
      ${newest}
    ) gone on true
    where e.set_number = ${number} and e.kind = 'degree' and e.before is not null
      and not exists (select from award_type where degree_short = ${award})
      and not ${isInSet(sql`b.kind = 'awardType' and b.first_key = ${award} and b.after is null`)}`;
}

/** Terms and award types to delete that stored rows use, unless the set itself gave the row this value. */
function usedSince(number: RawBuilder<unknown>): RawBuilder<unknown>[] {
  return (Object.keys(lookupKinds) as LookupKind[]).flatMap((lookup) =>
    usesOfLookups[lookup].map(({ kind, table, column, keys: [first = '', second] }) => {
      // The term of an earlier value is in its key.
      const valueIn = (entry: string, state: 'before' | 'after') =>
        kind === EARLIER_VALUE
          ? sql`case when ${sql.ref(`${entry}.${state}`)} is not null then split_part(${sql.ref(`${entry}.firstKey`)}, '/', 4) end`
          : sql`${sql.ref(`${entry}.${state}`)} ->> ${sql.lit(fieldOf(column))}`;
      const isIt = (entry: string) => sql`
        ${sql.ref(`${entry}.kind`)} = ${sql.lit(kind)} and ${sql.ref(`${entry}.firstKey`)} = ${sql.ref(`r.${first}`)}::text
        and ${sql.ref(`${entry}.secondKey`)} ${second ? sql`= ${sql.ref(`r.${second}`)}::text` : sql`is null`}`;
      const takes = (entry: string) => sql`
        ${valueIn(entry, 'before')} is distinct from e.first_key`;
      return sql`
        select ${columns}, 'used' as because, taken.label as other, taken.set_number as since
        from change_entry e
        join ${sql.table(table)} r on ${sql.ref(`r.${column}`)} = e.first_key
        left join lateral (
          select l.label, l.set_number from change_entry l
          where ${isIt('l')} and ${valueIn('l', 'after')} = e.first_key and ${takes('l')}
          ${newest}
        ) taken on true
        where e.set_number = ${number} and e.kind = ${sql.lit(lookup)} and e.before is null
          and not ${isInSet(sql`${isIt('b')} and ${takes('b')}`)}`;
    }),
  );
}

/** Terms whose label to restore another term has, unless the set itself gave it the label. */
function labelTaken(number: RawBuilder<unknown>): RawBuilder<unknown> {
  const label = (entry: string) => sql`${sql.ref(`${entry}.before`)} ->> 'termLetterYear'`;
  return sql`
    select ${columns}, 'label taken' as because, t.term_yyyyst as other, taken.set_number as since
    from change_entry e
    join term t on t.term_letter_year = ${label('e')} and t.term_yyyyst <> e.first_key
    left join lateral (
      select l.set_number from change_entry l
      where l.kind = 'term' and l.first_key = t.term_yyyyst and l.second_key is null
        and l.after ->> 'termLetterYear' = t.term_letter_year and ${label('l')} is distinct from t.term_letter_year
      ${newest}
    ) taken on true
    where e.set_number = ${number} and e.kind = 'term' and e.after ->> 'termLetterYear' is distinct from ${label('e')}
      and not ${isInSet(sql`b.kind = 'term' and b.first_key = t.term_yyyyst and ${label('b')} is distinct from ${label('e')}`)}`;
}
