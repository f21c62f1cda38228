import { type ErrorItem, errorCode } from '../../../contract/errors.ts';
import type { Lookup } from '../../../contract/field.ts';
import { lookupForms } from '../../../contract/lookupForms.ts';
import { type LookupKind, lookupKinds } from '../../../contract/lookups.ts';
import { isCleanText } from '../../../contract/text.ts';
import type { Db } from '../../db/tables.ts';
import { type ApiError, lookupInUse, lookupNotFound, termLabelTaken } from '../../errors.ts';
import { inBatches } from '../../runtime/yieldToEventLoop.ts';
import type { LookupChanges } from '../lookupChecks.ts';
import { takenLabels } from '../lookupCommands.ts';
import { describeUses } from '../lookupUses.ts';
import { findAll } from '../storedRows.ts';
import { rejectDuplicates } from './duplicateRows.ts';
import { isSound, type LookupRow } from './proposedRow.ts';
import { compare, type Read, readEdit, readNew, readValues } from './proposedValues.ts';

/**
 * Evaluates the rows of terms or award types: the stored row of each, whether it can be saved, and its changes. A deletion is
 * rejected while stored data uses the key, even if other rows of the proposal end this use.
 */
export async function evaluateLookups(db: Db, kind: LookupKind, rows: readonly LookupRow[]): Promise<void> {
  const { key: keyName, noun } = lookupKinds[kind];
  await findStoredRows(db, kind, rows);
  const isSaved = (row: LookupRow) => isSound(row) && !row.isDelete;
  await readValues(rows.filter(isSaved), lookupForms[kind], (row) => readLookup(row, keyName));
  await rejectDuplicates(
    rows.filter(({ isGone }) => !isGone),
    noun,
    ({ key }) => key,
  );
  await compare(lookupForms[kind], rows.filter(isSound), keyName);
  await rejectTakenLabels(
    db,
    kind,
    rows.filter((row) => isSaved(row) && row.fields.some(({ name }) => name === lookupKinds[kind].label)),
  );
  await rejectUsed(
    db,
    kind,
    rows.filter((row) => isSound(row) && row.isDelete),
  );
}

/** Finds the stored row of each row, or adds an error. */
async function findStoredRows(db: Db, kind: LookupKind, rows: readonly LookupRow[]): Promise<void> {
  const { key: keyName, label } = lookupKinds[kind];
  await inBatches(rows, async (batch) => {
    // The database cannot store other keys, so a query cannot have them as parameters.
    const keys = batch.flatMap(({ key = '' }) => (isCleanText(key) ? [{ [keyName]: key }] : []));
    const found = keys.length > 0 ? await findAll(db, kind, keys) : [];
    const byKey = new Map(found.map((row) => [row[keyName], row]));
    for (const row of batch) {
      const stored = byKey.get(row.key);
      if (stored) row.stored = { row: stored, key: String(stored[keyName]), label: String(stored[label]) };
      else if (row.errors.length > 0) continue;
      else if (row.version !== null) row.isGone = true;
      else if (row.isDelete) row.errors.push(errorAt('ref', lookupNotFound(kind)));
    }
  });
}

const errorAt = (field: string, { errors: [error] }: ApiError): ErrorItem => ({
  code: '',
  message: '',
  ...error,
  field,
});

/** The values of a row. Its key is that of its `ref`; `values` may repeat it. */
function readLookup({ kind, key, stored, sent }: LookupRow, keyName: string): Read {
  const { [keyName]: sentKey = key, ...rest } = sent;
  if (sentKey !== key) {
    const code = errorCode(lookupForms[kind].entity, keyName, 'UNKNOWN_VALUE');
    const message = `${keyName} must be ${key}; the key of a ${lookupKinds[kind].noun} cannot change`;
    return { errors: [{ code, field: keyName, message }] };
  }
  if (stored) return readEdit(lookupForms[kind], stored.row, rest);
  return readNew(lookupForms[kind], { ...rest, [keyName]: key });
}

/** Rejects labels that another stored term has, or that two rows would give to different terms. */
async function rejectTakenLabels(db: Db, kind: LookupKind, rows: readonly LookupRow[]): Promise<void> {
  await inBatches(rows, async (batch) => {
    const valuesOfBatch = batch.map(({ values = {} }) => values);
    const taken = await takenLabels(db, kind, valuesOfBatch);
    for (const [at, row] of batch.entries()) row.errors.push(...(taken[at]?.errors ?? []));
  });
  if (kind !== 'term') return;
  const firsts = new Map<unknown, LookupRow>();
  for (const row of rows.filter(isSound)) {
    const label = row.values?.termLetterYear;
    const first = firsts.get(label);
    if (first) row.errors.push(...termLabelTaken(String(label), first.key ?? '').errors);
    else firsts.set(label, row);
  }
}

/** Rejects deletions of rows that stored data uses. */
async function rejectUsed(db: Db, kind: LookupKind, rows: readonly LookupRow[]): Promise<void> {
  await inBatches(rows, async (batch) => {
    const uses = await describeUses(
      db,
      kind,
      batch.map(({ key = '' }) => key),
    );
    for (const row of batch) {
      const ofRow = uses.get(row.key ?? '');
      if (ofRow !== undefined)
        row.errors.push(errorAt('ref', lookupInUse(kind, row.stored?.label ?? '', ofRow)));
    }
  });
}

const names: Record<LookupKind, Lookup> = { term: 'term', awardType: 'award' };

/** The terms and awards that these evaluated rows create and delete. */
export function lookupChangesOf(rows: readonly LookupRow[]): LookupChanges {
  const idsOf = (those: readonly LookupRow[]) =>
    new Set(those.map(({ kind, key }) => `${names[kind]} ${key}`));
  const sound = rows.filter(isSound);
  return {
    created: idsOf(sound.filter(({ isDelete, stored }) => !isDelete && !stored)),
    deleted: idsOf(sound.filter(({ isDelete }) => isDelete)),
  };
}
