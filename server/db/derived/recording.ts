import { type Form, factsOfForm } from '../../../contract/form.ts';
import { kindForms } from '../../../contract/kindForms.ts';
import { type ItemKind, itemKinds } from '../../../contract/kinds.ts';
import type { LookupKind } from '../../../contract/lookups.ts';
import { allRelationshipKinds, keyNames } from '../../../contract/relationships.ts';
import { columnOf, fieldOf } from '../columnNames.ts';

// This file is long because it has what is logged, and the SQL that logs it, side by side.

/** A table whose changes are logged. Table, key and term names are those of the database. */
interface Logged {
  table: string;
  /** Its name in the change log (contract 8). */
  kind: string;
  keys: readonly string[];
  /** Whether an operator may change it with SQL alone: the change then names the database role as the person. */
  byOperator?: true;
  terms: readonly string[];
  /** SQL for the label of a row, given the row's alias. */
  label: (row: string) => string;
  /** The counters that its changes raise: its own, and those of the kinds that show its labels. */
  counters: readonly string[];
  /** Columns that the database computes, as SQL over a row of known_state. */
  computed?: Readonly<Record<string, string>>;
  /** Rules that a newly saved row must keep, besides its check constraints, for an operation. */
  rules?: (operation: 'insert' | 'update') => string;
}

/** SQL for the label of an item (contract 8). Its fields are all required. */
const itemLabel = (kind: ItemKind, row: string) =>
  itemKinds[kind].label.map((field) => `${row}.${columnOf(field)}`).join(" || ' ' || ");

/** SQL for the label of a relationship (contract 8), given SQL for the labels of its two ends. */
export const relationshipLabelSql = (from: string, to: string): string => `${from} || ' – ' || ${to}`;

const termsOf = (form: Form) =>
  Object.entries(factsOfForm(form))
    .filter(([, { lookup }]) => lookup === 'term')
    .map(([field]) => columnOf(field));

const items = (Object.keys(itemKinds) as ItemKind[]).map((kind): Logged => {
  return {
    table: columnOf(kind),
    kind,
    keys: [columnOf(itemKinds[kind].key)],
    terms: termsOf(kindForms[kind].editForm),
    label: (row) => itemLabel(kind, row),
    counters: [kind],
  };
});

const relationships = allRelationshipKinds.map((relationship): Logged => {
  const { name, from, to, form } = relationship;
  const keys = keyNames(relationship);
  const labelOf = (end: ItemKind, row: string, key: string) =>
    `(select ${itemLabel(end, 'e')} from ${columnOf(end)} e where e.${columnOf(itemKinds[end].key)} = ${row}.${columnOf(key)})`;
  return {
    table: columnOf(name),
    kind: name,
    keys: [columnOf(keys.from), columnOf(keys.to)],
    terms: termsOf(form),
    label: (row) => relationshipLabelSql(labelOf(from, row, keys.from), labelOf(to, row, keys.to)),
    counters: [name],
  };
});

/** Names and codes of earlier terms. An entry has the label of its item. */
const earlierValues: Logged = {
  table: 'earlier_value',
  kind: 'earlierValue',
  keys: ['key'],
  terms: ['last_term'],
  label: (row) => {
    const labels = (Object.keys(itemKinds) as ItemKind[]).map((kind) => {
      const key = kind === 'school' ? `${row}.item_key` : `${row}.item_key::integer`;
      return `when ${quoted(kind)} then
        (select ${itemLabel(kind, 'e')} from ${columnOf(kind)} e where e.${columnOf(itemKinds[kind].key)} = ${key})`;
    });
    return `(case ${row}.item_kind ${labels.join(' ')} end)`;
  },
  counters: ['earlierValue'],
  computed: Object.fromEntries(
    ['item_kind', 'item_key', 'field', 'last_term'].map((column, at) => [
      column,
      `split_part(first_key, '/', ${at + 1})`,
    ]),
  ),
};
/**
 * SQL that requires a newly saved label of a term to be short and that of no other term (contract 14). Stored labels may stay,
 * because earlier steps accepted longer and equal ones, and an undo may bring back a long one.
 */
function termLabelSql(operation: 'insert' | 'update'): string {
  const changed =
    operation === 'update'
      ? ' join old_rows o on o.term_yyyyst = n.term_yyyyst and o.term_letter_year <> n.term_letter_year'
      : '';
  const tooLong = `from new_rows n${changed} where char_length(n.term_letter_year) > 6`;
  const taken = `from new_rows n${changed}
    join term t on t.term_letter_year = n.term_letter_year and t.term_yyyyst <> n.term_yyyyst`;
  return `
  if this.origin not in ('migration', 'undo') and exists (select ${tooLong}) then
    raise exception 'The label % has more than 6 characters', (select min(n.term_letter_year) ${tooLong})
      using errcode = 'check_violation', table = 'term', column = 'term_letter_year', constraint = 'term_term_letter_year';
  end if;
  if this.origin <> 'migration' and exists (select ${taken}) then
    raise exception 'Two terms would have the label %', (select min(n.term_letter_year) ${taken})
      using errcode = 'unique_violation', table = 'term', column = 'term_letter_year', constraint = 'term_term_letter_year_key';
  end if;`;
}

/** The lookups. Responses of other kinds contain their labels, so a change raises the counters of those kinds too. */
const lookups: Logged[] = [
  {
    table: 'term',
    kind: 'term',
    keys: ['term_yyyyst'],
    byOperator: true,
    terms: [],
    label: (row) => `${row}.term_letter_year`,
    counters: ['term', 'degree', 'major', 'majorDegree'],
    computed: { answer: "term_json(first_key, fields ->> 'termLetterYear')" },
    rules: termLabelSql,
  },
  {
    table: 'award_type',
    kind: 'awardType',
    keys: ['degree_short'],
    byOperator: true,
    terms: [],
    label: (row) => `${row}.degree_short`,
    counters: ['awardType', 'degree', 'majorDegree'],
  },
];

const logged = [...items, ...relationships, earlierValues, ...lookups];

/** The tables that are not logged, but have rows in responses: their changes only raise counters. */
const counted = [
  { table: 'import_mapping', counters: ['importMapping'] },
  { table: 'cip_code', counters: ['cipCode'] },
];

/** SQL for the label of a row of a kind, given the row's alias. */
export const labelSql = (kind: string, row: string): string =>
  logged.find((one) => one.kind === kind)?.label(row) ?? 'null';

/** A column that holds keys of a lookup, with the kind and the keys of its rows. */
export interface LookupUse extends Pick<Logged, 'table' | 'kind' | 'keys'> {
  column: string;
}

/** The columns that hold keys of the lookups that users maintain. */
export const usesOfLookups: Readonly<Record<LookupKind, readonly LookupUse[]>> = {
  term: logged.flatMap(({ table, kind, keys, terms }) =>
    terms.map((column) => ({ table, column, kind, keys })),
  ),
  awardType: [{ table: 'degree', column: 'degree_awarded', kind: 'degree', keys: ['degree_key'] }],
};

/** The kinds whose changes are counted. */
export const countedKinds = [...new Set([...logged, ...counted].flatMap(({ counters }) => counters))];

const STAMP = ['version', 'last_modified', 'last_modified_by'];

/** Whether the rows of a table have the version, time and person of their last save. Terms and award types have them from step 13 on. */
export const isStamped = (columns: readonly string[]): boolean => columns.includes('version');

/**
 * SQL that records the changes of every logged table, given the columns of the existing tables, and counts those of the
 * others. The JSON field names come from the columns, so that no field is forgotten. The fields are listed explicitly for
 * each table, because converting whole rows to JSON would cost more than everything else.
 */
export function recordingSql(columnsOf: ReadonlyMap<string, readonly string[]>): string {
  return [
    ...present(columnsOf).map(([of, columns]) => tableSql(of, columns)),
    ...counted.filter(({ table }) => columnsOf.has(table)).map(countSql),
  ].join('\n');
}

/** The logged tables that exist, with their columns. */
export const present = (columnsOf: ReadonlyMap<string, readonly string[]>) =>
  logged.flatMap((of): [Logged, readonly string[]][] => {
    const columns = columnsOf.get(of.table);
    return columns ? [[of, columns]] : [];
  });

const withSettings = (...settings: string[]) => `returns trigger
language plpgsql security definer ${settings.map((setting) => `set ${setting}`).join(' ')} as $$`;

const SETTINGS = ['search_path = pg_catalog, public, pg_temp', 'enable_seqscan = off'];
const FUNCTION = withSettings(...SETTINGS);
// A plan cached from an update of one row would be a nested loop, which is slow for an update of many rows.
const JOINING_FUNCTION = withSettings(...SETTINGS, 'enable_nestloop = off');

function tableSql(of: Logged, columns: readonly string[]): string {
  const { table } = of;
  return `
${of.byOperator ? operatorSql(of) : ''}
${isStamped(columns) ? stampSql(of) : ''}
${['insert', 'update', 'delete'].map((operation) => recordSql(of, columns, operation as Operation)).join('')}
create trigger no_truncate before truncate on ${table} for each statement execute function derived.refuse();
alter table ${table} enable always trigger no_truncate;`;
}

export const text = (row: string, key: string | undefined) => (key ? `${row}.${key}::text` : 'null::text');
export const quoted = (value: string) => `'${value}'`;

/** Its trigger comes before those of the rows, because they need the person. */
const operatorSql = ({ table }: Logged) => `
create trigger name_operator before insert or update or delete on ${table}
  for each statement execute function derived.name_operator();
alter table ${table} enable always trigger name_operator;`;

/** Contract 8: the versions of a reused key continue. Rows of a migration or of the sample keep their time and person. */
function stampSql({ table, kind, byOperator, keys: [first, second] }: Logged): string {
  return `
create function derived.stamp_${table}() ${FUNCTION}
declare
  this change_set := derived.current_set();
begin
  new.version := 1 + coalesce((
    select version from change_entry
    where kind = ${quoted(kind)} and first_key = ${text('new', first)}
      and second_key ${second ? `= ${text('new', second)}` : 'is null'}
    order by set_number desc limit 1
  ), 0);
  if this.origin in ('migration', 'sample') then
    new.last_modified := coalesce(new.last_modified, this.at);
    new.last_modified_by := coalesce(new.last_modified_by, this.origin);
  else
    new.last_modified := this.at;
    new.last_modified_by := this.actor;
  end if;
  return new;
end
$$;
create trigger stamp_insert before insert on ${table} for each row execute function derived.stamp_${table}();
create trigger stamp_update before update on ${table} for each row execute function derived.stamp_update();
alter table ${table} enable always trigger stamp_insert, enable always trigger stamp_update;
${byOperator ? '' : personSql(table)}`;
}

const personSql = (table: string) => `
create trigger need_person before delete on ${table} for each statement execute function derived.need_person();
alter table ${table} enable always trigger need_person;`;

type Operation = 'insert' | 'update' | 'delete';

const rowsOf: Record<Operation, { referencing: string; row: string }> = {
  insert: { referencing: 'new table as new_rows', row: 'n' },
  update: { referencing: 'old table as old_rows new table as new_rows', row: 'n' },
  delete: { referencing: 'old table as old_rows', row: 'o' },
};

/** SQL that records all rows changed by one statement with a single insert. */
function recordSql(of: Logged, columns: readonly string[], operation: Operation): string {
  const { table, kind, keys, label, counters, rules } = of;
  const { referencing, row } = rowsOf[operation];
  const [first, second] = keys;
  const same = keys.map((key) => `o.${key} = n.${key}`).join(' and ');
  const from = {
    insert: 'new_rows n',
    update: `new_rows n join old_rows o on ${same}`,
    delete: 'old_rows o',
  }[operation];
  const fields = fieldsSql(columns, keys);
  const version = operation === 'delete' ? 'o.version + 1' : 'n.version';
  return `
create function derived.record_${operation}_${table}() ${operation === 'update' ? JOINING_FUNCTION : FUNCTION}
declare
  this change_set;
  ${operation === 'update' ? 'written integer;' : ''}
begin
  if not exists (select from ${operation === 'delete' ? 'old_rows' : 'new_rows'}) then
    return null;
  end if;
  this := derived.current_set();
  ${operation === 'delete' ? '' : `${termsSql(of, operation)}${rules?.(operation) ?? ''}`}
  insert into change_entry
    (set_number, place, kind, first_key, second_key, label, version, saved_at, saved_by, before, after)
  select this.number,
    coalesce((select max(place) from change_entry where set_number = this.number), 0) + row_number() over (),
    ${quoted(kind)}, ${text(row, first)}, ${text(row, second)}, ${label(row)},
    ${isStamped(columns) ? `${version}, ${row}.last_modified, ${row}.last_modified_by` : 'null, null, null'},
    ${operation === 'insert' ? 'null' : fields('o')}, ${operation === 'delete' ? 'null' : fields('n')}
  from ${from}
  on conflict on constraint change_entry_row do update set
    label = excluded.label, version = excluded.version, saved_at = excluded.saved_at, saved_by = excluded.saved_by,
    after = excluded.after;
  ${operation === 'update' ? keysSql(of) : ''}
  ${raiseSql(counters)}
  return null;
end
$$;
create trigger record_${operation} after ${operation} on ${table} referencing ${referencing}
  for each statement execute function derived.record_${operation}_${table}();
alter table ${table} enable always trigger record_${operation};`;
}

/**
 * SQL that raises the counters of changed data, in the same transaction, to at least the current time in microseconds.
 * So a value is never used twice, not even after failover to a standby that lagged behind or after a restore, and a
 * response cached for one value is never mistaken for that of another state.
 */
const raiseSql = (counters: readonly string[]) => `
  update list_version
    set version = greatest(version + 1, (extract(epoch from clock_timestamp()) * 1000000)::bigint)
    where kind in (${counters.map(quoted).join(', ')});`;

const countSql = ({ table, counters }: (typeof counted)[number]) => `
create function derived.count_${table}() ${FUNCTION}
begin
  ${raiseSql(counters)}
  return null;
end
$$;
create trigger count_changes after insert or update or delete or truncate on ${table}
  for each statement execute function derived.count_${table}();
alter table ${table} enable always trigger count_changes;`;

/** SQL for a JSON object of a row's stored fields, without keys and stamps. */
export const fieldsSql = (columns: readonly string[], keys: readonly string[]) => (row: string) => {
  const fields = columns
    .filter((column) => !keys.includes(column) && !STAMP.includes(column))
    .map((column) => `${quoted(fieldOf(column))}, ${row}.${column}`);
  return `jsonb_build_object(${fields.join(', ')})`;
};

/**
 * SQL that requires a newly saved term to exist. A stored term may stay, and an undo may bring back what the set that it undoes
 * took away.
 */
function termsSql(
  { table, kind, keys, terms, computed = {} }: Logged,
  operation: 'insert' | 'update',
): string {
  const isNew = (term: string) =>
    operation === 'update'
      ? ` join old_rows o on ${keys.map((key) => `o.${key} = n.${key}`).join(' and ')} and n.${term} is distinct from o.${term}`
      : '';
  const [first, second] = keys;
  return terms
    .map(
      (term) => `
  if exists (
    select from new_rows n${isNew(term)}
    where n.${term} is not null and (select count(*) from term where term_yyyyst = n.${term}) = 0
      and not exists (
        select from change_set s join change_entry e on e.set_number = s.number
        where this.origin = 'undo' and s.id = this.undoes and e.kind = ${quoted(kind)}
          and e.first_key = ${text('n', first)} and e.second_key is not distinct from ${text('n', second)}
          and ${computed[term] ? 'e.before is not null' : `e.before ->> ${quoted(fieldOf(term))} = n.${term}`}
      )
  ) then
    raise exception 'Unknown term' using errcode = 'foreign_key_violation', table = ${quoted(table)},
      column = ${quoted(term)}, constraint = ${quoted(`${table}_${term}_known`)};
  end if;`,
    )
    .join('');
}

const keysSql = ({ table }: Logged) => `
  get diagnostics written = row_count;
  if written <> (select count(*) from new_rows) then
    raise exception 'The key of a row of ${table} never changes' using errcode = 'insufficient_privilege';
  end if;`;
