import { type ErrorItem, errorCode } from '../../../contract/errors.ts';
import { type ItemKind, itemKinds } from '../../../contract/items.ts';
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
import { rulesByKind } from '../rulesByKind.ts';
import type { Row } from '../storedRows.ts';
import { rejectDuplicates } from './duplicateRows.ts';
import type { Find } from './findStored.ts';
import { type ItemName, type ItemRow, isSound, type Stored } from './proposedRow.ts';
import { compare, type Read, readEdit, readNew, readValues, refuseUnknownValues } from './proposedValues.ts';
import { sentIn, valuesInNames } from './valuesInNames.ts';

/** Examines the rows of a kind of item: what each means, whether it can be saved, and what it changes. */
export async function evaluateItems(
  db: Db,
  kind: ItemKind,
  rows: readonly ItemRow[],
  find: Find,
): Promise<void> {
  const { editForm } = rulesByKind[kind];
  await mapYielding(rows, (row) => meet(row, find));
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
  await refuseUnknownValues(db, editForm, rows.filter(isSaved));
  await compare(editForm, rows.filter(isSound));
  await warnOfSimilar(
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

/** The refusal of a name that finds nothing. */
export const notFound = (kind: ItemKind, field: string): ErrorItem => {
  const [error = { code: '', message: '' }] = itemNotFound(kind).errors;
  return { ...error, field };
};

const MOST_NAMED = 5;

/** The refusal of a name that finds several items. */
export function ambiguous(kind: ItemKind, found: readonly Stored[], field: string): ErrorItem {
  const named = found.slice(0, MOST_NAMED).map(({ key, label }) => `${label} (${key})`);
  const more = found.length > MOST_NAMED ? ` and ${found.length - MOST_NAMED} more` : '';
  return {
    code: 'AMBIGUOUS',
    field,
    message: `This names several ${itemKinds[kind].collection}: ${named.join(', ')}${more}. Name one by its ${itemKinds[kind].key}, or add its start term`,
  };
}

/** Meets a row with what is stored of it. */
function meet(row: ItemRow, find: Find): void {
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
  const { editForm } = rulesByKind[kind];
  if (!stored) return readNew(editForm, { ...valuesOfNew(name), ...sent });
  const { key } = itemKinds[kind];
  const own = stored.row[key];
  const { [key]: given = own, ...rest } = sent;
  if (!isSameKey(given, own)) return { errors: [keyChanged(kind, String(own))] };
  return readEdit(editForm, stored.row, rest);
}

const isSameKey = (given: unknown, own: unknown): boolean =>
  typeof given === 'string' ? given.trim().toUpperCase() === own : given === own;

const keyChanged = (kind: ItemKind, own: string): ErrorItem => ({
  code: errorCode(rulesByKind[kind].editForm.entity, itemKinds[kind].key, 'UNKNOWN_VALUE'),
  field: itemKinds[kind].key,
  message: `${itemKinds[kind].key} must be ${own}; the key of a ${kind} cannot change`,
});

/** What an item row is for: what is stored, the school with the code that it gives, or what its nature names. */
function idOf({ kind, name, stored, sent }: ItemRow): string | undefined {
  if (stored) return stored.key;
  const { [itemKinds[kind].key]: code } = { ...sentIn(name), ...sent };
  if (typeof code === 'string') return code.trim().toUpperCase();
  return name.by === 'nature' ? JSON.stringify(name.fields) : undefined;
}

/** Warns of items that are like stored ones, or like new ones of rows before them. */
async function warnOfSimilar(db: Db, kind: ItemKind, rows: readonly ItemRow[]): Promise<void> {
  const fresh = rows.filter(({ stored }) => !stored);
  await inBatches(fresh, async (batch) => {
    const given = batch.map(({ values = {} }) => values);
    addWarnings(batch, await similarToNew(db, kind, given));
  });
  const edited = rows.filter(({ stored }) => stored);
  await inBatches(edited, async (batch) =>
    addWarnings(batch, await similarToEdited(db, kind, batch.map(sentDuplicate))),
  );
  await warnOfTwins(kind, fresh.filter(isSound));
}

/** The values in which an edited item could be like another one, as far as any of them is sent. */
function sentDuplicate({ kind, stored, values = {}, sent }: ItemRow): Row {
  const { duplicateFields } = rulesByKind[kind];
  const asked = duplicateFields.filter((fields) => fields.some((name) => name in sent)).flat();
  const named = duplicateFields.flat().map((name) => [name, asked.includes(name) ? values[name] : null]);
  return { ...Object.fromEntries(named), [itemKinds[kind].key]: keyOf(kind, stored?.row ?? {}) };
}

function addWarnings(rows: readonly ItemRow[], findings: readonly Finding[]): void {
  for (const { at, says } of findings) {
    const row = rows[at];
    if (!(says instanceof ApiError)) row?.warnings.push(says);
    else row?.errors.push(...says.errors.map((error) => ({ ...error, field: itemKinds[row.kind].key })));
  }
}

/** Warns of new items that are like one of a row before them, as if that were saved already. */
async function warnOfTwins(kind: ItemKind, rows: readonly ItemRow[]): Promise<void> {
  const rules = rulesByKind[kind];
  const { duplicateFields } = rules;
  const { key } = itemKinds[kind];
  const firsts = duplicateFields.map(() => new Map<string, ItemRow>());
  await mapYielding(rows, (row) => {
    const { values = {} } = row;
    const twins = new Set(
      duplicateFields.flatMap((fields, rule) => {
        const id = valuesOf(values, fields);
        const first = firsts[rule]?.get(id);
        if (!first) firsts[rule]?.set(id, row);
        return first ?? [];
      }),
    );
    for (const { index, values: stored = {} } of twins) {
      const says = rules.duplicateMessage(values, { [key]: `of row ${index + 1}`, ...stored });
      if (typeof says === 'string') row.warnings.push(says);
    }
  });
}

async function warnOfDeletes(db: Db, kind: ItemKind, rows: readonly ItemRow[]): Promise<void> {
  await inBatches(rows, async (batch) => {
    const keys = batch.map(({ stored }) => keyOf(kind, stored?.row ?? {}));
    const counts = await countRelated(db, kind, keys);
    for (const [at, row] of batch.entries()) {
      const own = counts.get(keys[at] ?? '') ?? [];
      if (own.length > 0) row.warnings.push(deleteWarning(kind, own));
    }
  });
}
