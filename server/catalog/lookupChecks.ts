import { sql } from 'kysely';
import { type ErrorItem, errorCode } from '../../contract/errors.ts';
import { factsOf, type Lookup } from '../../contract/field.ts';
import { type Form, partOf } from '../../contract/form.ts';
import type { Db } from '../db/tables.ts';

/** Values that have passed their form's validation. */
export interface LookupInput {
  values: object;
  /** The stored row, for an edit: a stored term that is no longer known may stay unchanged. */
  stored?: object | undefined;
}

/** Terms and awards that will exist, or no longer exist, when the values are saved: `term 203192`, `award BA`. */
export interface LookupChanges {
  created: ReadonlySet<string>;
  deleted: ReadonlySet<string>;
}

export const noLookupChanges: LookupChanges = { created: new Set(), deleted: new Set() };

interface Reference {
  lookup: Lookup;
  value: string;
  label: string;
  /** The form that has the field, the field's name there, and its path in the body. */
  form: Form;
  name: string;
  field: string;
}

/**
 * Finds references to terms, awards, schools and departments that do not exist. Returns the errors for each input:
 * UNKNOWN_VALUE, one per field. Runs one statement for all inputs.
 */
export async function unknownValues(
  db: Db,
  form: Form,
  inputs: readonly LookupInput[],
  { created, deleted }: LookupChanges = noLookupChanges,
): Promise<ErrorItem[][]> {
  const references = inputs.map(({ values, stored = {} }) => referencesIn(form, values, stored, ''));
  const known = new Set([...(await knownAmong(db, references.flat())), ...created]);
  for (const reference of deleted) known.delete(reference);
  return references.map((ofInput) => {
    const unknown = ofInput.filter(({ lookup, value }) => !known.has(`${lookup} ${value}`));
    const firsts = unknown.filter(
      ({ field }, at) => unknown.findIndex((other) => other.field === field) === at,
    );
    return firsts.map(asError);
  });
}

/**
 * The errors of unknown values among the valid values of a form. `readStored` finds the stored row, for an edit; it runs
 * only if a value is unknown.
 */
export async function unknownAmong(
  db: Db,
  form: Form,
  values: object,
  readStored: () => Promise<object | undefined> = async () => undefined,
): Promise<ErrorItem[]> {
  const [unknown = []] = await unknownValues(db, form, [{ values }]);
  if (unknown.length === 0) return [];
  const stored = new Map(Object.entries((await readStored()) ?? {}));
  const current = new Map(Object.entries(values));
  return unknown.filter(({ field = '' }) => !stored.has(field) || stored.get(field) !== current.get(field));
}

const asError = ({ form, name, field, label, value }: Reference): ErrorItem => ({
  code: errorCode(form.entity, name, 'UNKNOWN_VALUE'),
  field,
  message: `${label} ${value.slice(0, 60)} does not exist`,
});

function referencesIn(form: Form, values: object, stored: object, prefix: string): Reference[] {
  const inputValues = new Map(Object.entries(values));
  const storedValues = new Map(Object.entries(stored));
  return Object.entries(form.fields).flatMap(([name, field]) => {
    const value: unknown = inputValues.get(name) ?? null;
    const inner = partOf(field);
    if (inner) return referencesIn(inner, value as object, {}, `${name}.`);
    const { lookup, label } = factsOf(field);
    if (!lookup || value === null || value === storedValues.get(name)) return [];
    const keys = [value].flat() as (string | number)[];
    return keys.map((key) => ({ lookup, value: String(key), label, form, name, field: prefix + name }));
  });
}

async function knownAmong(db: Db, references: readonly Reference[]): Promise<ReadonlySet<string>> {
  if (references.length === 0) return new Set();
  const requested = (lookup: Lookup) => {
    const ofLookup = references.filter((reference) => reference.lookup === lookup);
    const values = new Set(ofLookup.map(({ value }) => value));
    return sql`(select jsonb_array_elements_text(${JSON.stringify([...values])}::jsonb))`;
  };
  const { rows } = await sql<{ known: string }>`
    select 'term ' || term_yyyyst as known from term where term_yyyyst in ${requested('term')}
    union all select 'award ' || degree_short from award_type where degree_short in ${requested('award')}
    union all select 'school ' || school_code from school where school_code in ${requested('school')}
    union all select 'department ' || dept_key from department where dept_key::text in ${requested('department')}
  `.execute(db);
  return new Set(rows.map(({ known }) => known));
}
