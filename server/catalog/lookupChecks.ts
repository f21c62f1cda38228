import { sql } from 'kysely';
import { type ErrorItem, errorCode } from '../../contract/errors.ts';
import { factsOf, type Lookup } from '../../contract/field.ts';
import { type Form, partOf } from '../../contract/form.ts';
import type { Db } from '../db/tables.ts';

/** Values that have passed their form's validation. */
export interface LookupInput {
  values: object;
  /** The stored row, for an edit: a stored term that has become unknown may stay as it is. */
  stored?: object | undefined;
}

interface Mention {
  lookup: Lookup;
  value: string;
  label: string;
  /** The form that has the field, the field's name there, and its path in the body. */
  form: Form;
  name: string;
  field: string;
}

/**
 * Finds the terms, awards, schools and departments that the values refer to but that do not exist. Returns the errors
 * for each of the given values: UNKNOWN_VALUE, one per field. Uses one statement for all.
 */
export async function unknownValues(
  db: Db,
  form: Form,
  given: readonly LookupInput[],
): Promise<ErrorItem[][]> {
  const mentions = given.map(({ values, stored = {} }) => mentionsIn(form, values, stored, ''));
  const known = await knownAmong(db, mentions.flat());
  return mentions.map((own) => {
    const unknown = own.filter(({ lookup, value }) => !known.has(`${lookup} ${value}`));
    const firsts = unknown.filter(({ field }, at) => unknown.findIndex((one) => one.field === field) === at);
    return firsts.map(asError);
  });
}

/**
 * The unknown values among the valid ones of a form. `readStored` finds the stored row, for an edit, and is called only if any
 * are unknown.
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
  const given = new Map(Object.entries(values));
  return unknown.filter(({ field = '' }) => !stored.has(field) || stored.get(field) !== given.get(field));
}

const asError = ({ form, name, field, label, value }: Mention): ErrorItem => ({
  code: errorCode(form.entity, name, 'UNKNOWN_VALUE'),
  field,
  message: `${label} ${value.slice(0, 60)} does not exist`,
});

function mentionsIn(form: Form, values: object, stored: object, prefix: string): Mention[] {
  const given = new Map(Object.entries(values));
  const saved = new Map(Object.entries(stored));
  return Object.entries(form.fields).flatMap(([name, field]) => {
    const value: unknown = given.get(name) ?? null;
    const inner = partOf(field);
    if (inner) return mentionsIn(inner, value as object, {}, `${name}.`);
    const { lookup, label } = factsOf(field);
    if (!lookup || value === null || value === saved.get(name)) return [];
    const named = [value].flat() as (string | number)[];
    return named.map((one) => ({ lookup, value: String(one), label, form, name, field: prefix + name }));
  });
}

async function knownAmong(db: Db, mentions: readonly Mention[]): Promise<ReadonlySet<string>> {
  if (mentions.length === 0) return new Set();
  const wanted = (lookup: Lookup) => {
    const values = new Set(mentions.filter((one) => one.lookup === lookup).map(({ value }) => value));
    return sql`(select jsonb_array_elements_text(${JSON.stringify([...values])}::jsonb))`;
  };
  const { rows } = await sql<{ known: string }>`
    select 'term ' || term_yyyyst as known from term where term_yyyyst in ${wanted('term')}
    union all select 'award ' || degree_short from award_type where degree_short in ${wanted('award')}
    union all select 'school ' || school_code from school where school_code in ${wanted('school')}
    union all select 'department ' || dept_key from department where dept_key::text in ${wanted('department')}
  `.execute(db);
  return new Set(rows.map(({ known }) => known));
}
