import { type RawBuilder, sql } from 'kysely';
import { type ItemKind, itemKinds } from '../../../contract/kinds.ts';
import { allRelationshipKinds, keyNames, type RelationshipKind } from '../../../contract/relationships.ts';
import { itemsInTerm } from '../../catalog/asOfTerm.ts';
import { array, type Json, name, orderOf, textOf, viewOf } from '../../catalog/itemJson.ts';
import { columnOf } from '../../db/columnNames.ts';
import { labelSql } from '../../db/derived/recording.ts';
import type { Db } from '../../db/tables.ts';

type Query = RawBuilder<unknown>;

/** A condition for being in effect in a term. */
type InEffect = (term: string) => Query;

/** Conditions for a start and for an end between two terms. */
const changed = (isIn: InEffect, from: string, to: string) => ({
  started: sql`${isIn(to)} and not ${isIn(from)}`,
  ended: sql`${isIn(from)} and not ${isIn(to)}`,
});

/** The JSON of the differences between two terms (contract 10), in one statement. */
export async function termDifferencesJson(db: Db, from: string, to: string): Promise<Json> {
  const items = (Object.keys(itemKinds) as ItemKind[]).map((kind) => {
    const { started, ended } = changed(itemInEffect(kind), from, to);
    const list = (condition: Query) =>
      array(sql`select i.* from ${viewOf(kind)} i where ${condition} order by ${orderOf(kind)}`);
    return sql`${sql.lit(itemKinds[kind].collection)},
      json_build_object('started', ${list(started)}, 'ended', ${list(ended)})`;
  });
  const relationships = changed(
    (term) => sql`derived.in_effect(r.start_term, r.end_term, ${term})`,
    from,
    to,
  );
  return await textOf(
    db,
    sql`json_build_object('from', ${from}::text, 'to', ${to}::text, ${sql.join(items)}, 'relationships', json_build_object(
      'started', ${relatedJson(relationships.started)}, 'ended', ${relatedJson(relationships.ended)}),
      'renamed', ${renamedJson(from, to)})`,
  );
}

/** The items in effect in both terms whose names or codes differ, by kind, then label, then key (contract 14). */
function renamedJson(from: string, to: string): Query {
  const kinds = (Object.keys(itemKinds) as ItemKind[]).map((kind, place) => {
    const { key, earlier } = itemKinds[kind];
    const inTerm = (term: string) =>
      itemsInTerm(kind, term, { items: sql.table(kind), earlierValues: sql.table('earlier_value') });
    const column = sql.raw(columnOf(key));
    const fields = earlier.map(
      (field, at) =>
        sql`(${sql.lit(at)}, ${sql.lit(field)}, a.${sql.raw(columnOf(field))}, b.${sql.raw(columnOf(field))})`,
    );
    return sql`
      select ${sql.lit(place)} as place, ${sql.lit(kind)} as kind, i.${name(key)}::text as key,
        ${sql.raw(labelSql(kind, 't'))} as label, (
          select json_agg(json_build_object('name', f.name, 'before', f.before, 'after', f.after) order by f.at)
          from (values ${sql.join(fields)}) f (at, name, before, after) where f.before is distinct from f.after
        ) as fields
      from (${inTerm(from)}) a join (${inTerm(to)}) b using (${column}) join ${sql.table(kind)} t using (${column})
      join ${viewOf(kind)} i on i.${name(key)} = t.${column}
      where ${itemInEffect(kind)(from)} and ${itemInEffect(kind)(to)}`;
  });
  return sql`(
    select coalesce(json_agg(json_build_object('kind', kind, 'key', key, 'label', label, 'fields', fields)
      order by place, label collate "C", key collate "C"), '[]')
    from (${sql.join(kinds, sql` union all `)}) x where fields is not null)`;
}

/** Conditions on `i`, a row of a kind's view. */
const itemInEffect =
  (kind: ItemKind): InEffect =>
  (term) => {
    const { start, end, of } = itemKinds[kind].span;
    const isIn = sql.raw(of === 'years' ? 'derived.year_in_effect' : 'derived.in_effect');
    return sql`${isIn}(i.${name(start)}, i.${name(end)}, ${term})`;
  };

/** The relationships of all kinds for which a condition on `r` holds, by kind, then labels, then keys. */
function relatedJson(condition: Query): Query {
  const kinds = allRelationshipKinds.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  const rows = kinds.map(
    (kind, place) => sql`
      select ${sql.lit(place)} as place, ${sql.lit(kind.name)} as kind, ${ofEnd(kind, 'from').label} as one,
        ${ofEnd(kind, 'to').label} as other, ${ofEnd(kind, 'from').key} as first, ${ofEnd(kind, 'to').key} as second,
        ${sql.lit(kind.from)} as from_kind, ${sql.lit(kind.to)} as to_kind, r.start_term, r.end_term
      from ${sql.table(kind.name)} r
      join ${sql.table(kind.from)} f using (${sql.ref(keyNames(kind).from)})
      join ${sql.table(kind.to)} t using (${sql.ref(keyNames(kind).to)})
      where ${condition}`,
  );
  return sql`(
    select coalesce(json_agg(json_build_object(
        'kind', kind,
        'ends', json_build_array(
          json_build_object('kind', from_kind, 'key', first, 'label', one),
          json_build_object('kind', to_kind, 'key', second, 'label', other)),
        'startTerm', start_term, 'endTerm', end_term
      ) order by place, one collate "C", other collate "C", first collate "C", second collate "C"), '[]')
    from (${sql.join(rows, sql` union all `)}) x)`;
}

/** The key, as in paths, and the label of one end. */
function ofEnd(kind: RelationshipKind, end: 'from' | 'to'): { key: Query; label: Query } {
  const alias = end === 'from' ? 'f' : 't';
  return {
    key: sql.raw(`${alias}.${columnOf(itemKinds[kind[end]].key)}::text`),
    label: sql.raw(labelSql(kind[end], alias)),
  };
}
