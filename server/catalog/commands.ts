import type { Transaction } from 'kysely';
import type { ErrorItem } from '../../contract/errors.ts';
import { kindForms } from '../../contract/kindForms.ts';
import type { ItemKey, ItemKind } from '../../contract/kinds.ts';
import { keyNames, type RelationshipKind } from '../../contract/relationships.ts';
import type { Tables } from '../db/tables.ts';
import { ApiError, itemNotFound, relationshipNotFound } from '../errors.ts';
import {
  countRelated,
  deleteWarning,
  type Finding,
  type Keys,
  keyRow,
  keysRow,
  refuseEdit,
  refuseRelating,
  replaceWarning,
  similarToNew,
  storedAndSimilar,
  storedRelationships,
} from './checks.ts';
import { EARLIER_VALUE_EXISTS, type EffectiveEdit, keepValues, keptValues } from './earlierValues.ts';
import { unknownValues } from './lookupChecks.ts';
import { rulesByKind } from './rulesByKind.ts';
import { insertAndRead, type SavedRow, updateAndRead } from './savedRows.ts';
import { deleteAll, type Row, type StoredRow } from './storedRows.ts';

// The commands that change the catalog. Each takes any number of distinct rows of a kind. It checks all rows, throws the first
// error (`ApiError`) and asks for confirmation before it writes anything; only `unrelate` detects missing rows as it deletes.

type Trx = Transaction<Tables>;

/** Throws unless the user has confirmed these warnings. Called once, before anything is written; the list may be empty. */
export type ConfirmWarnings = (warnings: readonly string[]) => void;

/** Creates the items of these creation forms, and returns them in order. */
export async function create(
  trx: Trx,
  kind: ItemKind,
  forms: readonly Row[],
  confirm: ConfirmWarnings,
): Promise<SavedRow[]> {
  const inputs = forms.map((values) => ({ values }));
  refuseUnknown(await unknownValues(trx, kindForms[kind].createForm, inputs));
  const rows = newRows(kind, forms);
  confirm(await warningsOfNew(trx, kind, rows));
  return await insertAndRead(trx, kind, rows);
}

/** The rows to insert for these creation forms, in order. */
export const newRows = (kind: ItemKind, forms: readonly Row[]): Row[] =>
  forms.flatMap((values) => rulesByKind[kind].rowsOf(values)).map(withoutVersion);

/** The warnings about new rows; throws the error that prevents their creation. */
export const warningsOfNew = async (trx: Trx, kind: ItemKind, rows: readonly Row[]): Promise<string[]> =>
  warningsIn(await similarToNew(trx, kind, rows));

/** An edit form to save to an item. */
interface ItemEdit {
  key: ItemKey;
  /** A `version` among them is the edited version. */
  values: Row;
  /** The names and codes that this edit replaces stay the values of the terms before this one (contract 14). */
  effectiveTerm?: string | undefined;
}

/** Saves edit forms to items, and returns them in order. */
export async function edit(
  trx: Trx,
  kind: ItemKind,
  edits: readonly ItemEdit[],
  confirm: ConfirmWarnings,
): Promise<SavedRow[]> {
  const rows = edits.map(({ key, values }) => ({ ...withoutVersion(values), ...keyRow(kind, key) }));
  const { stored: found, similar } = await storedAndSimilar(trx, kind, rows);
  const inputs = edits.map(({ key, values }) => ({ values, stored: found.get(key) }));
  for (const { values, stored } of inputs) await refuseEdit(trx, kind, stored, values.version);
  refuseUnknown(await unknownValues(trx, kindForms[kind].editForm, inputs));
  const kept = await keptValues(trx, kind, effectiveEdits(edits, found));
  throwFirst(kept.map(({ errors }) => refusalOfEffectiveTerm(errors)));
  confirm(warningsIn(similar));
  // The items first: their earlier values get the labels after the change.
  const saved = await updateAndRead(trx, kind, rows);
  await keepValues(trx, kept);
  return saved;
}

const effectiveEdits = (
  edits: readonly ItemEdit[],
  found: ReadonlyMap<ItemKey, StoredRow>,
): EffectiveEdit[] =>
  edits.flatMap(({ key, values, effectiveTerm }) =>
    effectiveTerm === undefined ? [] : [{ key, values, effectiveTerm, stored: found.get(key) ?? {} }],
  );

function refusalOfEffectiveTerm(errors: readonly ErrorItem[]): ApiError | undefined {
  const [first] = errors;
  return first && new ApiError(first.code === EARLIER_VALUE_EXISTS ? 409 : 422, errors);
}

/** Deletes items with all their relationships and, by a trigger, their earlier values. Returns the items, in no particular order. */
export async function remove(
  trx: Trx,
  kind: ItemKind,
  keys: readonly ItemKey[],
  confirm: ConfirmWarnings,
): Promise<StoredRow[]> {
  const counts = await countRelated(trx, kind, keys);
  throwFirst(keys.map((key) => (counts.has(key) ? undefined : itemNotFound(kind))));
  const related = [...counts.values()].filter((ofItem) => ofItem.length > 0);
  confirm(related.map((ofItem) => deleteWarning(kind, ofItem)));
  for (const { relationship, near } of new Set(related.flat().map(({ link }) => link))) {
    const name = keyNames(relationship)[near];
    const ends = keys.map((key) => ({ [name]: key }));
    await deleteAll(trx, relationship.name, ends);
  }
  const keyRows = keys.map((key) => keyRow(kind, key));
  return await deleteAll(trx, kind, keyRows);
}

/** A relationship to save: its keys, and the values of the form. */
interface RelationshipInput {
  keys: Keys;
  values: Row;
}

/** The created relationships, and the edited existing relationships. */
export interface Related {
  created: SavedRow[];
  edited: SavedRow[];
}

/** Creates or edits relationships from these forms. A `version` is the edited version. */
export async function relate(
  trx: Trx,
  kind: RelationshipKind,
  edits: readonly RelationshipInput[],
  confirm: ConfirmWarnings,
): Promise<Related> {
  const allKeys = edits.map(({ keys }) => keys);
  const found = await storedRelationships(trx, kind, allKeys);
  const inputs = edits.map(({ keys, values }, at) => ({ keys, values, ...found[at] }));
  for (const { values, ...existing } of inputs) await refuseRelating(trx, kind, existing, values.version);
  refuseUnknown(await unknownValues(trx, kind.form, inputs));
  const asRow = ({ keys, values }: RelationshipInput): Row => ({
    ...withoutVersion(values),
    ...keysRow(kind, keys),
  });
  const created = inputs.filter(({ stored }) => !stored);
  const edited = inputs.filter(({ stored }) => stored);
  confirm(edited.filter(({ values }) => !values.version).map(() => replaceWarning(kind)));
  return {
    created: await insertAndRead(trx, kind, created.map(asRow)),
    edited: await updateAndRead(trx, kind, edited.map(asRow)),
  };
}

/**
 * Deletes relationships and returns them, in no particular order. Only the delete shows whether all of them exist: if one
 * does not, this throws, and the transaction must be rolled back, as after any error in it.
 */
export async function unrelate(
  trx: Trx,
  kind: RelationshipKind,
  keys: readonly Keys[],
): Promise<StoredRow[]> {
  const keyRows = keys.map((pair) => keysRow(kind, pair));
  const rows = await deleteAll(trx, kind.name, keyRows);
  if (rows.length < keys.length) throw relationshipNotFound();
  return rows;
}

/** The values of a form to save, without the version: the database sets it. */
export const withoutVersion = ({ version: _version, ...values }: Row): Row => values;

function throwFirst(errors: readonly (ApiError | undefined)[]): void {
  const first = errors.find((error) => error !== undefined);
  if (first) throw first;
}

/** Throws a 422 with all unknown values of the first row that has any. */
export const refuseUnknown = (errors: readonly ErrorItem[][]): void =>
  throwFirst(errors.map((ofRow) => (ofRow.length > 0 ? new ApiError(422, ofRow) : undefined)));

/** The warnings; throws the first error among the findings. */
function warningsIn(findings: readonly Finding[]): string[] {
  return findings.map(({ message }) => {
    if (message instanceof ApiError) throw message;
    return message;
  });
}
