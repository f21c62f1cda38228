import { type RawBuilder, sql } from 'kysely';
import { kindForms } from '../../contract/kindForms.ts';
import { type ItemKind, itemKinds } from '../../contract/kinds.ts';
import { columnOf } from '../db/columnNames.ts';

// Items with the names and codes of a term (contract 14). Terms are `yyyyst` codes.

type Query = RawBuilder<unknown>;

/** The tables to read: those of today, or as they were known. */
export interface TermTables {
  items: Query;
  earlierValues: Query;
}

/**
 * The values of the items of a kind in a term that are not their own: `item_key`, and `earlier`, an object by field. The
 * value of a field is that of the earlier value with the smallest last term from the term on. The same rule in the browser
 * is `valueInTerm` (contract/earlierValues.ts).
 */
export const valuesInTerm = (kind: ItemKind, term: string, earlierValues: Query): Query => sql`
  select item_key, jsonb_object_agg(field, value) as earlier
  from (
    select distinct on (item_key, field) item_key, field, value from ${earlierValues} v
    where item_kind = ${sql.lit(kind)} and last_term >= ${term}
    order by item_key, field, last_term
  ) first group by item_key`;

/** The columns of an item's table. */
const columnsOf = (kind: ItemKind): string[] => {
  const { editForm } = kindForms[kind];
  const fields = [itemKinds[kind].key, ...Object.keys(editForm.fields), 'lastModified', 'lastModifiedBy'];
  return [...new Set(fields)];
};

/** The rows of an item's table with the values of a term. */
export function itemsInTerm(kind: ItemKind, term: string, { items, earlierValues }: TermTables): Query {
  const { key, earlier } = itemKinds[kind];
  const values = columnsOf(kind).map((field) => {
    const column = sql.raw(columnOf(field));
    if (!(earlier as readonly string[]).includes(field)) return sql`i.${column}`;
    const name = sql.lit(field);
    return sql`case when v.earlier ? ${name} then v.earlier ->> ${name} else i.${column} end as ${column}`;
  });
  return sql`
    select ${sql.join(values)} from ${items} i
    left join (${valuesInTerm(kind, term, earlierValues)}) v on v.item_key = i.${sql.raw(columnOf(key))}::text`;
}
