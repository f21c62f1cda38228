import { sql } from 'kysely';
import { type ErrorItem, errorCode } from '../contract/errors.ts';
import { factsOf, type Lookup } from '../contract/field.ts';
import { type Form, partOf } from '../contract/form.ts';
import type { Db } from './db/tables.ts';
import { ApiError } from './errors.ts';

interface Mention {
  lookup: Lookup;
  value: string;
  label: string;
  code: string;
  field: string;
}

/**
 * Refuses values that should exist and do not: terms, awards, schools, departments (422 UNKNOWN_VALUE, one error for
 * each field). `stored` is what an edited item holds: a saved term that is unmapped by now may stay as it is.
 */
export async function checkKnown(db: Db, form: Form, values: object, stored: object = {}): Promise<void> {
  const mentions = mentionsIn(form, values, stored, '');
  if (mentions.length === 0) return;
  const known = await knownAmong(db, mentions);
  const errors = mentions
    .filter(({ lookup, value }) => !known.has(`${lookup} ${value}`))
    .map(
      ({ label, value, code, field }): ErrorItem => ({
        code,
        field,
        message: `${label} ${value.slice(0, 60)} does not exist`,
      }),
    );
  const firsts = errors.filter(({ field }, at) => errors.findIndex((error) => error.field === field) === at);
  if (firsts.length > 0) throw new ApiError(422, firsts);
}

function mentionsIn(form: Form, values: object, stored: object, prefix: string): Mention[] {
  const given = new Map(Object.entries(values));
  const saved = new Map(Object.entries(stored));
  return Object.entries(form.fields).flatMap(([name, field]) => {
    const value: unknown = given.get(name);
    const inner = partOf(field);
    if (inner) return mentionsIn(inner, value as object, {}, `${name}.`);
    const { lookup, label } = factsOf(field);
    if (!lookup || value === null || value === saved.get(name)) return [];
    const code = errorCode(form.entity, name, 'UNKNOWN_VALUE');
    const named = [value].flat() as (string | number)[];
    return named.map((one) => ({ lookup, value: String(one), label, code, field: prefix + name }));
  });
}

async function knownAmong(db: Db, mentions: readonly Mention[]): Promise<ReadonlySet<string>> {
  const wanted = (lookup: Lookup) => {
    const values = mentions.filter((mention) => mention.lookup === lookup).map(({ value }) => value);
    return sql`(select jsonb_array_elements_text(${JSON.stringify(values)}::jsonb))`;
  };
  const { rows } = await sql<{ known: string }>`
    select 'term ' || term_yyyyst as known from term where term_yyyyst in ${wanted('term')}
    union all select 'award ' || degree_short from award_type where degree_short in ${wanted('award')}
    union all select 'school ' || school_code from school where school_code in ${wanted('school')}
    union all select 'department ' || dept_key from department where dept_key::text in ${wanted('department')}
  `.execute(db);
  return new Set(rows.map(({ known }) => known));
}
