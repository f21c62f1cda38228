import type { Transaction } from 'kysely';
import type { ErrorItem } from '../../contract/errors.ts';
import { type ItemKey, type ItemKind, itemKinds } from '../../contract/items.ts';
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
  refusalOfEdit,
  refusalOfRelating,
  replaceWarning,
  similarToEdited,
  similarToNew,
  storedItems,
  storedRelationships,
} from './checks.ts';
import { unknownValues } from './lookupChecks.ts';
import { rulesByKind } from './rulesByKind.ts';
import { deleteAll, insertAll, type Row, type StoredRow, updateAll } from './storedRows.ts';

// What people do to the catalog, for any number of rows of a kind at once, but no row twice. Each command checks
// all rows and throws the first refusal (`ApiError`) before it writes anything; only `unrelate` finds missing rows as it
// deletes. It returns what it has written, with the warnings that the user should have confirmed. If the user has not,
// the caller must roll the transaction back.

type Trx = Transaction<Tables>;

/** The rows written or deleted. Those written are in the requested order. */
interface CommandResult {
  rows: StoredRow[];
  warnings: string[];
}

/** Creates the items of these creation forms. */
export async function create(trx: Trx, kind: ItemKind, given: readonly Row[]): Promise<CommandResult> {
  const forms = given.map((values) => ({ values }));
  refuseUnknown(await unknownValues(trx, rulesByKind[kind].createForm, forms));
  return await createKnown(trx, kind, given);
}

/** The same, if everything that the forms refer to is known to exist. */
export async function createKnown(trx: Trx, kind: ItemKind, given: readonly Row[]): Promise<CommandResult> {
  const rows = given.flatMap((values) => rulesByKind[kind].rowsOf(values)).map(withoutVersion);
  const warnings = warningsIn(await similarToNew(trx, kind, rows));
  return { rows: await insertAll(trx, kind, rows), warnings };
}

/** Saves edit forms to items. A `version` among the values is the version that was edited. */
export async function edit(
  trx: Trx,
  kind: ItemKind,
  edits: readonly { key: ItemKey; values: Row }[],
): Promise<CommandResult> {
  const keys = edits.map(({ key }) => key);
  const found = await storedItems(trx, kind, keys);
  const given = edits.map(({ key, values }) => ({ values, stored: found.get(key) }));
  refuseFirst(given.map(({ values, stored }) => refusalOfEdit(kind, stored, values.version)));
  refuseUnknown(await unknownValues(trx, rulesByKind[kind].editForm, given));
  const rows = edits.map(({ key, values }) => ({ ...withoutVersion(values), ...keyRow(kind, key) }));
  const warnings = warningsIn(await similarToEdited(trx, kind, rows));
  return { rows: await updateAll(trx, kind, [itemKinds[kind].key], rows), warnings };
}

/** Deletes items with all their relationships. Returns the items, in no particular order. */
export async function remove(trx: Trx, kind: ItemKind, keys: readonly ItemKey[]): Promise<CommandResult> {
  const counts = await countRelated(trx, kind, keys);
  refuseFirst(keys.map((key) => (counts.has(key) ? undefined : itemNotFound(kind))));
  const related = [...counts.values()].filter((own) => own.length > 0);
  for (const { relationship, near } of new Set(related.flat().map(({ link }) => link))) {
    const name = keyNames(relationship)[near];
    const ends = keys.map((key) => ({ [name]: key }));
    await deleteAll(trx, relationship.name, ends);
  }
  const like = keys.map((key) => keyRow(kind, key));
  return {
    rows: await deleteAll(trx, kind, like),
    warnings: related.map((own) => deleteWarning(kind, own)),
  };
}

/** A relationship to save: its keys, and the values of the form. */
interface Relating {
  keys: Keys;
  values: Row;
}

/** The relationships that were created, and the existing ones that were edited. */
export interface Related {
  created: StoredRow[];
  edited: StoredRow[];
  warnings: string[];
}

/** Creates or edits relationships from these forms. A `version` is the version that was edited. */
export async function relate(trx: Trx, kind: RelationshipKind, edits: readonly Relating[]): Promise<Related> {
  const allKeys = edits.map(({ keys }) => keys);
  const found = await storedRelationships(trx, kind, allKeys);
  const given = edits.map(({ keys, values }, at) => ({ keys, values, ...found[at] }));
  refuseFirst(given.map(({ values, ...there }) => refusalOfRelating(kind, there, values.version)));
  refuseUnknown(await unknownValues(trx, kind.form, given));
  const asRow = ({ keys, values }: Relating): Row => ({ ...withoutVersion(values), ...keysRow(kind, keys) });
  const fresh = given.filter(({ stored }) => !stored);
  const old = given.filter(({ stored }) => stored);
  const { from, to } = keyNames(kind);
  return {
    created: await insertAll(trx, kind.name, fresh.map(asRow)),
    edited: await updateAll(trx, kind.name, [from, to], old.map(asRow)),
    warnings: old.filter(({ values }) => !values.version).map(() => replaceWarning(kind)),
  };
}

/**
 * Deletes relationships and returns them, in no particular order. Whether all of them exist is known only after the
 * delete: if one does not, this throws, and the transaction must be rolled back, as after any error in it.
 */
export async function unrelate(
  trx: Trx,
  kind: RelationshipKind,
  keys: readonly Keys[],
): Promise<StoredRow[]> {
  const like = keys.map((one) => keysRow(kind, one));
  const rows = await deleteAll(trx, kind.name, like);
  if (rows.length < keys.length) throw relationshipNotFound();
  return rows;
}

/** The values of a form to save: the version is set by the database. */
export const withoutVersion = ({ version: _version, ...values }: Row): Row => values;

function refuseFirst(refusals: readonly (ApiError | undefined)[]): void {
  const first = refusals.find((refusal) => refusal !== undefined);
  if (first) throw first;
}

/** Throws a 422 with all unknown values of the first row that has any. */
export const refuseUnknown = (errors: readonly ErrorItem[][]): void =>
  refuseFirst(errors.map((own) => (own.length > 0 ? new ApiError(422, own) : undefined)));

/** The warnings; throws the first refusal among them. */
function warningsIn(messages: readonly Finding[]): string[] {
  return messages.map(({ says }) => {
    if (says instanceof ApiError) throw says;
    return says;
  });
}
