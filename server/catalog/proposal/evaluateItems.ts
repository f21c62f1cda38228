import { type ErrorItem, errorCode } from '../../../contract/errors.ts';
import { kindForms } from '../../../contract/kindForms.ts';
import { type ItemKind, itemKinds } from '../../../contract/kinds.ts';
import type { Db } from '../../db/tables.ts';
import { ApiError, itemNotFound } from '../../errors.ts';
import { inBatches, mapYielding } from '../../runtime/yieldToEventLoop.ts';
import {
  countRelated,
  deleteWarning,
  type Finding,
  keyOf,
  similarToEdited,
  similarToNew,
  valuesOf,
} from '../checks.ts';
import { keptValues } from '../earlierValues.ts';
import type { LookupChanges } from '../lookupChecks.ts';
import { rulesByKind } from '../rulesByKind.ts';
import type { Row } from '../storedRows.ts';
import { rejectDuplicates } from './duplicateRows.ts';
import type { Find } from './findStored.ts';
import { type ItemName, type ItemRow, isSound, type Stored } from './proposedRow.ts';
import { compare, type Read, readEdit, readNew, readValues, refuseUnknownValues } from './proposedValues.ts';
import { sentIn, valuesInNames } from './valuesInNames.ts';

/** What the evaluation of items needs from the database and from the rows of lookups, which are evaluated before. */
export interface ItemContext {
  find: Find;
  lookupChanges: LookupChanges;
}

/** Evaluates the rows of a kind of item: the item of each row, whether it can be saved, and its changes. */
export async function evaluateItems(
  db: Db,
  kind: ItemKind,
  rows: readonly ItemRow[],
  { find, lookupChanges }: ItemContext,
): Promise<void> {
  const { editForm } = kindForms[kind];
  await mapYielding(rows, (row) => findStoredItem(row, find));
  const isSaved = (row: ItemRow) => isSound(row) && !row.isDelete;
  const saved = rows.filter(isSaved);
  const valuesOfNew = await valuesInNames(
    db,
    kind,
    saved.filter(({ stored }) => !stored),
  );
  await readValues(saved, editForm, (row) => readItem(row, valuesOfNew));
  await rejectDuplicates(
    rows.filter(({ isGone }) => !isGone),
    kind,
    idOf,
  );
  await refuseUnknownValues(db, editForm, rows.filter(isSaved), lookupChanges);
  await compare(editForm, rows.filter(isSound));
  await keepEarlierValues(db, kind, rows.filter(isSaved), lookupChanges);
  await warnOfDuplicates(
    db,
    kind,
    rows.filter((row) => isSaved(row) && row.fields.length > 0),
  );
  await warnOfDeletes(
    db,
    kind,
    rows.filter((row) => isSound(row) && row.isDelete),
  );
}

/** Finds the earlier values to keep, or adds errors. */
async function keepEarlierValues(
  db: Db,
  kind: ItemKind,
  rows: readonly ItemRow[],
  lookupChanges: LookupChanges,
): Promise<void> {
  const edits = rows.flatMap((row) => {
    const { effectiveTerm, values = {}, stored } = row;
    if (effectiveTerm === null) return [];
    const { row: storedRow = values } = stored ?? {};
    return [{ row, key: keyOf(kind, storedRow), values, stored: storedRow, effectiveTerm }];
  });
  await inBatches(edits, async (batch) => {
    const kept = await keptValues(db, kind, batch, lookupChanges);
    for (const [at, { row }] of batch.entries()) {
      row.kept = kept[at];
      row.errors.push(...(kept[at]?.errors ?? []));
    }
  });
}

/** The error of a name that matches no item. */
export const notFound = (kind: ItemKind, field: string): ErrorItem => {
  const [error = { code: '', message: '' }] = itemNotFound(kind).errors;
  return { ...error, field };
};

const MAX_NAMED = 5;

/** The error of a name that matches several items. */
export function ambiguous(kind: ItemKind, found: readonly Stored[], field: string): ErrorItem {
  const named = found.slice(0, MAX_NAMED).map(({ key, label }) => `${label} (${key})`);
  const more = found.length > MAX_NAMED ? ` and ${found.length - MAX_NAMED} more` : '';
  return {
    code: 'AMBIGUOUS',
    field,
    message: `This names several ${itemKinds[kind].collection}: ${named.join(', ')}${more}. Name one by its ${itemKinds[kind].key}, or add its start term`,
  };
}

/** Finds the stored item of a row, or adds an error. */
function findStoredItem(row: ItemRow, find: Find): void {
  const { kind, name } = row;
  const found = find(kind, name);
  const [only, ...others] = found;
  if (others.length > 0) row.errors.push(ambiguous(kind, found, 'ref'));
  else if (only) row.stored = only;
  else if (row.errors.length > 0) return;
  else if (row.version !== null) row.isGone = true;
  else if (row.isDelete || name.by === 'key') row.errors.push(notFound(kind, 'ref'));
}

function readItem({ kind, name, sent, stored }: ItemRow, valuesOfNew: (name: ItemName) => Row): Read {
  const { editForm } = kindForms[kind];
  if (!stored) return readNew(editForm, { ...valuesOfNew(name), ...sent });
  const { key } = itemKinds[kind];
  const storedKey = stored.row[key];
  const { [key]: sentKey = storedKey, ...rest } = sent;
  if (!isSameKey(sentKey, storedKey)) return { errors: [keyChanged(kind, String(storedKey))] };
  return readEdit(editForm, stored.row, rest);
}

const isSameKey = (sent: unknown, stored: unknown): boolean =>
  typeof sent === 'string' ? sent.trim().toUpperCase() === stored : sent === stored;

const keyChanged = (kind: ItemKind, storedKey: string): ErrorItem => ({
  code: errorCode(kindForms[kind].editForm.entity, itemKinds[kind].key, 'UNKNOWN_VALUE'),
  field: itemKinds[kind].key,
  message: `${itemKinds[kind].key} must be ${storedKey}; the key of a ${kind} cannot change`,
});

/** The ID of the item of a row: its stored key, the code of a new school, or its natural key. */
function idOf({ kind, name, stored, sent }: ItemRow): string | undefined {
  if (stored) return stored.key;
  const { [itemKinds[kind].key]: code } = { ...sentIn(name), ...sent };
  if (typeof code === 'string') return code.trim().toUpperCase();
  return name.by === 'naturalKey' ? JSON.stringify(name.fields) : undefined;
}

/** Warns about items that are duplicates of stored items, or of new items in previous rows. */
async function warnOfDuplicates(db: Db, kind: ItemKind, rows: readonly ItemRow[]): Promise<void> {
  const created = rows.filter(({ stored }) => !stored);
  await inBatches(created, async (batch) => {
    const valuesOfBatch = batch.map(({ values = {} }) => values);
    addWarnings(batch, await similarToNew(db, kind, valuesOfBatch));
  });
  const edited = rows.filter(({ stored }) => stored);
  await inBatches(edited, async (batch) =>
    addWarnings(batch, await similarToEdited(db, kind, batch.map(duplicateValues))),
  );
  await warnOfDuplicateRows(kind, created.filter(isSound));
}

/** The values that could make an edited item a duplicate: only lists of fields of which at least one is sent. */
function duplicateValues({ kind, stored, values = {}, sent }: ItemRow): Row {
  const { duplicateFields } = rulesByKind[kind];
  const checked = duplicateFields.filter((fields) => fields.some((name) => name in sent)).flat();
  const entries = duplicateFields.flat().map((name) => [name, checked.includes(name) ? values[name] : null]);
  return { ...Object.fromEntries(entries), [itemKinds[kind].key]: keyOf(kind, stored?.row ?? {}) };
}

function addWarnings(rows: readonly ItemRow[], findings: readonly Finding[]): void {
  for (const { at, message } of findings) {
    const row = rows[at];
    if (!(message instanceof ApiError)) row?.warnings.push(message);
    else row?.errors.push(...message.errors.map((error) => ({ ...error, field: itemKinds[row.kind].key })));
  }
}

/** Warns about new items that are duplicates of new items in previous rows, as if these were stored. */
async function warnOfDuplicateRows(kind: ItemKind, rows: readonly ItemRow[]): Promise<void> {
  const rules = rulesByKind[kind];
  const { duplicateFields } = rules;
  const { key } = itemKinds[kind];
  const firsts = duplicateFields.map(() => new Map<string, ItemRow>());
  await mapYielding(rows, (row) => {
    const { values = {} } = row;
    const duplicates = new Set(
      duplicateFields.flatMap((fields, rule) => {
        const id = valuesOf(values, fields);
        const first = firsts[rule]?.get(id);
        if (!first) firsts[rule]?.set(id, row);
        return first ?? [];
      }),
    );
    for (const { index, values: stored = {} } of duplicates) {
      const message = rules.duplicateMessage(values, { [key]: `of row ${index + 1}`, ...stored });
      if (typeof message === 'string') row.warnings.push(message);
    }
  });
}

async function warnOfDeletes(db: Db, kind: ItemKind, rows: readonly ItemRow[]): Promise<void> {
  await inBatches(rows, async (batch) => {
    const keys = batch.map(({ stored }) => keyOf(kind, stored?.row ?? {}));
    const counts = await countRelated(db, kind, keys);
    for (const [at, row] of batch.entries()) {
      const ofItem = counts.get(keys[at] ?? '') ?? [];
      if (ofItem.length > 0) row.warnings.push(deleteWarning(kind, ofItem));
    }
  });
}
