import { sql, type Transaction } from 'kysely';
import { type ErrorItem, errorCode } from '../../contract/errors.ts';
import type { EntityName } from '../../contract/field.ts';
import { factsOfForm } from '../../contract/form.ts';
import { kindForms } from '../../contract/kindForms.ts';
import { type ItemKey, type ItemKind, itemKinds } from '../../contract/kinds.ts';
import { TERM_CODE } from '../../contract/lookups.ts';
import { rowsAs } from '../db/insertRows.ts';
import type { Db, Tables } from '../db/tables.ts';
import { earlierValueNotFound } from '../errors.ts';
import { refuseVersion } from './checks.ts';
import { array, type Json, name, textOf } from './itemJson.ts';
import { type LookupChanges, noLookupChanges } from './lookupChecks.ts';
import { deleteAll, findAll, insertAll, type Row, updateAll } from './storedRows.ts';

// Names and codes that items had in earlier terms (contract 14). Terms are `yyyyst` codes.

type Trx = Transaction<Tables>;

/** Names an earlier value: an item, one of its fields, and the last term in which the field had the value. */
export interface EarlierValueRef {
  kind: ItemKind;
  key: ItemKey;
  field: string;
  lastTerm: string;
}

/** The key of an earlier value, as in paths: `major/12/titleLong/201992`. */
export const earlierValueKey = ({ kind, key, field, lastTerm }: EarlierValueRef): string =>
  [kind, key, field, lastTerm].join('/');

/** The fields with earlier values, in the order of the forms: `school/title`. */
const fields = Object.entries(itemKinds).flatMap(([kind, { earlier }]) =>
  earlier.map((field) => `${kind}/${field}`),
);
const placeOfField = sql`array_position(${sql.lit(`{${fields.join()}}`)}::text[], v.item_kind || '/' || v.field)`;

const columns = sql.raw(
  `v.field, v.last_term as "lastTerm", v.value, v.version, derived.iso(v.last_modified) as "lastModified", v.last_modified_by as "lastModifiedBy"`,
);

/** The earlier values of an item as a JSON array, by field in the order of the form, then last term. */
export const earlierValuesJson = (db: Db, kind: ItemKind, key: ItemKey): Promise<Json> =>
  textOf(
    db,
    array(sql`
      select ${columns} from earlier_value v where item_kind = ${kind} and item_key = ${String(key)}
      order by ${placeOfField}, last_term`),
  );

/** All earlier values with the kinds and keys of their items as a JSON array, by kind, key, field and last term. */
export const allEarlierValuesJson = (db: Db): Promise<Json> =>
  textOf(
    db,
    array(sql`
      select item_kind as kind, item_key as ${name('key')}, ${columns} from earlier_value v
      order by item_kind, item_key, ${placeOfField}, last_term`),
  );

/** One earlier value as JSON. */
export async function earlierValueJson(db: Db, ref: EarlierValueRef): Promise<Json> {
  const list = await textOf(
    db,
    array(sql`select ${columns} from earlier_value v where v.key = ${earlierValueKey(ref)}`),
  );
  return list.slice(1, -1);
}

/**
 * Creates or edits an earlier value of a stored item, and returns whether it has created it. `version` is the edited version;
 * without one, the save replaces any version. Throws a 409 if the stored version is another.
 */
export async function saveEarlierValue(
  trx: Trx,
  ref: EarlierValueRef,
  { value, version }: { value: string | null; version: number | null },
): Promise<boolean> {
  const key = earlierValueKey(ref);
  const [stored] = await findAll(trx, 'earlierValue', [{ key }]);
  await refuseVersion(trx, 'earlier value', stored, version);
  const rows = [{ key, value }];
  if (stored) await updateAll(trx, 'earlierValue', ['key'], rows);
  else await insertAll(trx, 'earlierValue', rows);
  return !stored;
}

/** Deletes an earlier value. Throws a 404 if there is none. */
export async function deleteEarlierValue(trx: Trx, ref: EarlierValueRef): Promise<void> {
  const deleted = await deleteAll(trx, 'earlierValue', [{ key: earlierValueKey(ref) }]);
  if (deleted.length === 0) throw earlierValueNotFound();
}

/** The code of the error that a field has an earlier value of a later term. */
export const EARLIER_VALUE_EXISTS = 'EARLIER_VALUE_EXISTS';

/** An edit of an item whose new names and codes apply from a term on. `values` are those to save. */
export interface EffectiveEdit {
  key: ItemKey;
  stored: Row;
  values: Row;
  effectiveTerm: string;
}

/** The earlier values to insert for an edit, or the errors that prevent it. */
export interface KeptValues {
  rows: Row[];
  errors: ErrorItem[];
}

/**
 * The values that edits replace, as earlier values through the term before the effective term, one result for each edit.
 * An edit has an error if its term is not in the lookup or is the first one, or if a field has an earlier value with that
 * last term or a later one. Terms are those of the lookup after `lookupChanges`. Runs two statements for all edits.
 */
export async function keptValues(
  db: Db,
  kind: ItemKind,
  edits: readonly EffectiveEdit[],
  lookupChanges: LookupChanges = noLookupChanges,
): Promise<KeptValues[]> {
  if (edits.length === 0) return [];
  const { labels, termBefore } = await readTerms(db, lookupChanges);
  const results = edits.map(({ key, stored, values, effectiveTerm }) => {
    const changed = itemKinds[kind].earlier.filter(
      (field) => (stored[field] ?? null) !== (values[field] ?? null),
    );
    const lastTerm = termBefore.get(effectiveTerm);
    if (lastTerm === undefined) return { refs: [], errors: [unknownTerm(effectiveTerm)] };
    if (lastTerm === null)
      return {
        refs: [],
        errors: changed.length > 0 ? [firstTerm(labels.get(effectiveTerm) ?? effectiveTerm)] : [],
      };
    const refs = changed.map((field) => ({ kind, key, field, lastTerm, value: stored[field] ?? null }));
    return { refs, errors: [] };
  });
  const taken = await takenAmong(
    db,
    results.flatMap(({ refs }) => refs),
  );
  return results.map(({ refs, errors }) => {
    const conflicts = refs.filter((ref) => taken.has(earlierValueKey(ref)));
    return {
      rows: refs.map(({ value, ...ref }) => ({ key: earlierValueKey(ref), value })),
      errors: [
        ...errors,
        ...conflicts.slice(0, 1).map((ref) => {
          const last = taken.get(earlierValueKey(ref)) ?? '';
          return valueExists(ref, labels.get(last) ?? last);
        }),
      ],
    };
  });
}

/** Inserts the earlier values of edits without errors. */
export const keepValues = (trx: Trx, kept: readonly KeptValues[]): Promise<void> =>
  insertAll(
    trx,
    'earlierValue',
    kept.flatMap(({ rows }) => rows),
  );

/** The labels of the stored terms, and the term before each after `lookupChanges`; null before the first. */
async function readTerms(db: Db, { created, deleted }: LookupChanges) {
  const stored = await db.selectFrom('term').select(['termYyyyst', 'termLetterYear']).execute();
  const references = new Set([...stored.map(({ termYyyyst }) => `term ${termYyyyst}`), ...created]);
  for (const reference of deleted) references.delete(reference);
  // Ordered by code unit.
  const terms = [...references]
    .filter((reference) => reference.startsWith('term '))
    .map((reference) => reference.slice('term '.length))
    .toSorted();
  return {
    labels: new Map(stored.map(({ termYyyyst, termLetterYear }) => [termYyyyst, termLetterYear])),
    termBefore: new Map(terms.map((term, at) => [term, terms[at - 1] ?? null])),
  };
}

/** The last terms of the latest stored values that are not before these, by the keys of these. */
async function takenAmong(db: Db, refs: readonly EarlierValueRef[]): Promise<ReadonlyMap<string, string>> {
  if (refs.length === 0) return new Map();
  const rows = refs.map(({ kind, key, field, lastTerm }) => ({
    key: earlierValueKey({ kind, key, field, lastTerm }),
    itemKind: kind,
    itemKey: String(key),
    field,
    lastTerm,
  }));
  const { rows: taken } = await sql<{ key: string; lastTerm: string }>`
    select g.key, max(v.last_term) as last_term
    from ${rowsAs('earlierValue', rows)} g join earlier_value v using (item_kind, item_key, field)
    where v.last_term >= g.last_term group by g.key`.execute(db);
  return new Map(taken.map(({ key, lastTerm }) => [key, lastTerm]));
}

const unknownTerm = (term: string): ErrorItem => ({
  code: 'EFFECTIVE_TERM_UNKNOWN_VALUE',
  field: 'effectiveTerm',
  message: `Effective term ${term.slice(0, 60)} does not exist`,
});

const firstTerm = (term: string): ErrorItem => ({
  code: 'EFFECTIVE_TERM_UNKNOWN_VALUE',
  field: 'effectiveTerm',
  message: `${term} is the first term, so there is no earlier one. Save a correction of all terms instead`,
});

function valueExists({ kind, field }: EarlierValueRef, last: string): ErrorItem {
  const { label } = factsOfForm(kindForms[kind].editForm)[field] ?? { label: field };
  return {
    code: EARLIER_VALUE_EXISTS,
    field: 'effectiveTerm',
    message: `${label} already has an earlier value through ${last}. Choose a later term, or edit the earlier values`,
  };
}

/** Returns a function that gives the errors of a last term which the lookup does not have. It knows only these terms. */
export async function unknownLastTerms(
  db: Db,
  terms: readonly string[],
  { created, deleted }: LookupChanges = noLookupChanges,
): Promise<(entity: EntityName, lastTerm: string) => ErrorItem[]> {
  const possible = [...new Set(terms)].filter((term) => TERM_CODE.test(term));
  const { rows } = await sql<{ term: string }>`
    select term_yyyyst as term from term
    where term_yyyyst in (select jsonb_array_elements_text(${JSON.stringify(possible)}::jsonb))`.execute(db);
  const known = new Set(rows.map(({ term }) => term));
  const isKnown = (term: string) =>
    (known.has(term) || created.has(`term ${term}`)) && !deleted.has(`term ${term}`);
  return (entity, lastTerm) =>
    isKnown(lastTerm)
      ? []
      : [
          {
            code: errorCode(entity, 'lastTerm', 'UNKNOWN_VALUE'),
            field: 'lastTerm',
            message: `Last term ${lastTerm.slice(0, 60)} does not exist`,
          },
        ];
}
