import { sql } from 'kysely';
import { lookupForms } from '../../contract/lookupForms.ts';
import { type LookupKind, lookupKinds } from '../../contract/lookups.ts';
import { usesOfLookups } from '../db/derived/recording.ts';
import { keysIn } from '../db/lookupTables.ts';
import type { Db } from '../db/tables.ts';
import { array, type Json, name, textOf } from './itemJson.ts';

/** The fields of a row in responses: those of its form, with the version, and whether stored data uses it. */
const rowSql = (kind: LookupKind) => {
  const fields = Object.keys(lookupForms[kind].fields).map(
    (field) => sql`${sql.ref(`t.${field}`)} as ${name(field)}`,
  );
  const isUsed = sql`${sql.ref(`t.${lookupKinds[kind].key}`)} in (${keysIn(usesOfLookups[kind])})`;
  return sql`select ${sql.join(fields)}, ${isUsed} as ${name('isUsed')} from ${sql.table(kind)} t`;
};

/** All rows of a lookup as a JSON array: terms newest first, award types by key. One statement finds the used ones. */
export async function lookupListJson(db: Db, kind: LookupKind): Promise<Json> {
  const order = kind === 'term' ? sql`desc` : sql`asc`;
  return await textOf(
    db,
    array(sql`${rowSql(kind)} order by ${sql.ref(`t.${lookupKinds[kind].key}`)} ${order}`),
  );
}

/** One existing row of a lookup. */
export async function lookupJson(db: Db, kind: LookupKind, key: string): Promise<Json> {
  return await textOf(
    db,
    sql`(select row_to_json(x) from (${rowSql(kind)} where ${sql.ref(`t.${lookupKinds[kind].key}`)} = ${key}) x)`,
  );
}

/** The kinds of data in these responses: the lookup itself, and all that may use it. */
export const lookupReads = (kind: LookupKind): string[] => [
  ...new Set([kind, ...usesOfLookups[kind].map((use) => use.kind)]),
];
