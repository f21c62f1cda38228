import { sql, type Transaction } from 'kysely';
import { type LookupKind, lookupKinds } from '../../contract/lookups.ts';
import { rowsAs } from '../db/insertRows.ts';
import type { Db, Tables } from '../db/tables.ts';
import { type ApiError, duplicateKey, lookupInUse, lookupNotFound, termLabelTaken } from '../errors.ts';
import { refuseVersion } from './checks.ts';
import { withoutVersion } from './commands.ts';
import { describeUses } from './lookupUses.ts';
import { deleteAll, findAll, insertAll, type Row, type StoredRow, updateAll } from './storedRows.ts';

// The commands that change terms and award types (contract 14). Each checks first and throws an `ApiError` before it writes.

type Trx = Transaction<Tables>;

/** The row of a lookup with this key; undefined if there is none. */
async function storedLookup(db: Db, kind: LookupKind, key: string): Promise<StoredRow | undefined> {
  const [row] = await findAll(db, kind, [{ [lookupKinds[kind].key]: key }]);
  return row;
}

/** Creates a term or an award type from its form. */
export async function createLookup(trx: Trx, kind: LookupKind, values: Row): Promise<void> {
  const { key, noun } = lookupKinds[kind];
  const ownKey = String(values[key]);
  if (await storedLookup(trx, kind, ownKey))
    throw duplicateKey(`The ${noun} ${ownKey} already exists. Edit it, or choose another key.`);
  await refuseTakenLabel(trx, kind, values);
  await insertAll(trx, kind, [withoutVersion(values)]);
}

/** Saves the form to the term or award type with its key. A `version` among the values is the edited version. */
export async function editLookup(trx: Trx, kind: LookupKind, values: Row): Promise<void> {
  const { key, noun } = lookupKinds[kind];
  const stored = await storedLookup(trx, kind, String(values[key]));
  if (!stored) throw lookupNotFound(kind);
  await refuseVersion(trx, noun, stored, values.version);
  if (values[lookupKinds[kind].label] !== stored[lookupKinds[kind].label])
    await refuseTakenLabel(trx, kind, values);
  await updateAll(trx, kind, [key], [withoutVersion(values)]);
}

/** Deletes the term or award type with this key. Throws if stored data uses it. */
export async function removeLookup(trx: Trx, kind: LookupKind, ownKey: string): Promise<void> {
  const { key, label } = lookupKinds[kind];
  const stored = await storedLookup(trx, kind, ownKey);
  if (!stored) throw lookupNotFound(kind);
  const uses = (await describeUses(trx, kind, [ownKey])).get(ownKey);
  if (uses !== undefined) throw lookupInUse(kind, String(stored[label]), uses);
  await deleteAll(trx, kind, [{ [key]: ownKey }]);
}

async function refuseTakenLabel(db: Db, kind: LookupKind, values: Row): Promise<void> {
  const [taken] = await takenLabels(db, kind, [values]);
  if (taken) throw taken;
}

/**
 * The error of each of these rows whose label another stored term has; undefined for the others. Award types have no label
 * besides their key.
 */
export async function takenLabels(
  db: Db,
  kind: LookupKind,
  rows: readonly Row[],
): Promise<(ApiError | undefined)[]> {
  if (kind !== 'term' || rows.length === 0) return rows.map(() => undefined);
  const labels = rows.map(({ termYyyyst, termLetterYear }) => ({ termYyyyst, termLetterYear }));
  const { rows: found } = await sql<{ at: number; term: string }>`
    select g.ordinality::integer - 1 as at, min(t.term_yyyyst) as term
    from ${rowsAs(kind, labels)} with ordinality g
    join term t on t.term_letter_year = g.term_letter_year and t.term_yyyyst <> g.term_yyyyst
    group by g.ordinality`.execute(db);
  const terms = new Map(found.map(({ at, term }) => [at, term]));
  return rows.map((row, at) => {
    const term = terms.get(at);
    return term === undefined ? undefined : termLabelTaken(String(row.termLetterYear), term);
  });
}
