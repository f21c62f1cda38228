import type { Transaction } from 'kysely';
import { type ItemKey, type ItemKind, itemKinds } from '../../../contract/kinds.ts';
import { type LookupKind, lookupKinds } from '../../../contract/lookups.ts';
import type { Outcome } from '../../../contract/proposals.ts';
import { keyNames, type RelationshipKind } from '../../../contract/relationships.ts';
import type { Tables } from '../../db/tables.ts';
import { inBatches } from '../../runtime/yieldToEventLoop.ts';
import { keyOf, keysRow } from '../checks.ts';
import { remove } from '../commands.ts';
import { earlierValueKey, keepValues } from '../earlierValues.ts';
import { deleteAll, insertAll, insertItems, type Row, updateAll } from '../storedRows.ts';
import { outcomeOf } from './evaluateProposal.ts';
import {
  type EarlierValueRow,
  type EndItem,
  type ItemRow,
  isEarlierValueRow,
  isItemRow,
  isLookupRow,
  isRelationshipRow,
  type LookupRow,
  type ProposedRow,
  type RelationshipRow,
} from './proposedRow.ts';

type Trx = Transaction<Tables>;

/**
 * Saves evaluated rows without errors. Items are saved before relationships and deleted after them, so a relationship always
 * has its items. Terms and award types come first, and are deleted last.
 */
export async function write(trx: Trx, rows: readonly ProposedRow[]): Promise<void> {
  const changed = rows.filter((row) => outcomeOf(row) !== 'same');
  const items = Map.groupBy(changed.filter(isItemRow), ({ kind }) => kind);
  const relationships = Map.groupBy(changed.filter(isRelationshipRow), ({ kind }) => kind);
  const lookups = Map.groupBy(changed.filter(isLookupRow), ({ kind }) => kind);
  const keys = new Map<ItemRow, ItemKey>();
  for (const [kind, ofKind] of lookups) await saveLookups(trx, kind, ofKind);
  for (const [kind, ofKind] of items) await saveItems(trx, kind, ofKind, keys);
  for (const [kind, ofKind] of relationships) await saveRelationships(trx, kind, ofKind, keys);
  await writeEarlierValues(trx, changed.filter(isEarlierValueRow), keys);
  for (const [kind, ofKind] of relationships) await deleteRelationships(trx, kind, ofKind);
  for (const [kind, ofKind] of items) await deleteItems(trx, kind, ofKind);
  for (const [kind, ofKind] of lookups)
    await inBatches(withOutcome(ofKind, 'delete'), (batch) =>
      deleteAll(
        trx,
        kind,
        batch.map(({ key }) => ({ [lookupKinds[kind].key]: key })),
      ),
    );
}

const withOutcome = <R extends ProposedRow>(rows: readonly R[], outcome: Outcome): R[] =>
  rows.filter((row) => outcomeOf(row) === outcome);

async function saveLookups(trx: Trx, kind: LookupKind, rows: readonly LookupRow[]): Promise<void> {
  const valuesOf = (batch: readonly LookupRow[]) =>
    batch.map(({ key, values }) => ({ ...values, [lookupKinds[kind].key]: key }));
  await inBatches(withOutcome(rows, 'create'), (batch) => insertAll(trx, kind, valuesOf(batch)));
  await inBatches(withOutcome(rows, 'update'), (batch) =>
    updateAll(trx, kind, [lookupKinds[kind].key], valuesOf(batch)),
  );
}

/** Saves items, and adds the keys of created items to `keys`. */
async function saveItems(
  trx: Trx,
  kind: ItemKind,
  rows: readonly ItemRow[],
  keys: Map<ItemRow, ItemKey>,
): Promise<void> {
  await inBatches(withOutcome(rows, 'create'), async (batch) => {
    const values = batch.map((row) => row.values ?? {});
    const created = await insertItems(trx, kind, values);
    for (const [at, row] of batch.entries()) keys.set(row, created[at] ?? '');
  });
  const { key } = itemKinds[kind];
  await inBatches(withOutcome(rows, 'update'), async (batch) => {
    const updates = batch.map(({ values, stored }) => ({ ...values, [key]: stored?.row[key] }));
    // The items first: the first rows of a change set name it.
    await updateAll(trx, kind, [key], updates);
    await keepValues(
      trx,
      batch.flatMap(({ kept = [] }) => kept),
    );
  });
}

async function deleteItems(trx: Trx, kind: ItemKind, rows: readonly ItemRow[]): Promise<void> {
  await inBatches(withOutcome(rows, 'delete'), (batch) =>
    remove(
      trx,
      kind,
      batch.map(({ stored }) => keyOf(kind, stored?.row ?? {})),
      // Confirmed with the other warnings of the proposal.
      () => {},
    ),
  );
}

async function saveRelationships(
  trx: Trx,
  kind: RelationshipKind,
  rows: readonly RelationshipRow[],
  created: ReadonlyMap<ItemRow, ItemKey>,
): Promise<void> {
  const toRows = (batch: readonly RelationshipRow[]) =>
    batch.map((row) => ({ ...row.values, ...keysOf(row, created) }));
  const { from, to } = keyNames(kind);
  await inBatches(withOutcome(rows, 'create'), (batch) => insertAll(trx, kind.name, toRows(batch)));
  await inBatches(withOutcome(rows, 'update'), (batch) =>
    updateAll(trx, kind.name, [from, to], toRows(batch)),
  );
}

async function deleteRelationships(
  trx: Trx,
  kind: RelationshipKind,
  rows: readonly RelationshipRow[],
): Promise<void> {
  await inBatches(withOutcome(rows, 'delete'), (batch) =>
    deleteAll(
      trx,
      kind.name,
      batch.map((row) => keysOf(row, new Map())),
    ),
  );
}

async function writeEarlierValues(
  trx: Trx,
  rows: readonly EarlierValueRow[],
  created: ReadonlyMap<ItemRow, ItemKey>,
): Promise<void> {
  const table = 'earlierValue';
  const keyOfRow = ({ target, created: item, names }: EarlierValueRow) => {
    if (target) return earlierValueKey(target);
    return names && item && earlierValueKey({ ...names, key: created.get(item) ?? '' });
  };
  const valuesOf = (batch: readonly EarlierValueRow[]) =>
    batch.map((row) => ({ key: keyOfRow(row), value: row.values?.value }));
  const keysOf = (batch: readonly EarlierValueRow[]) => batch.map(({ stored }) => ({ key: stored?.key }));
  await inBatches(withOutcome(rows, 'create'), (batch) => insertAll(trx, table, valuesOf(batch)));
  await inBatches(withOutcome(rows, 'update'), (batch) => updateAll(trx, table, ['key'], valuesOf(batch)));
  await inBatches(withOutcome(rows, 'delete'), (batch) => deleteAll(trx, table, keysOf(batch)));
}

/** The keys of a relationship's row. `created` has the keys of the items that the proposal has created. */
function keysOf({ kind, ends }: RelationshipRow, created: ReadonlyMap<ItemRow, ItemKey>): Row {
  if (!ends) throw new Error('A relationship without ends cannot be saved');
  const keyOfEnd = (end: EndItem) => ('key' in end ? end.key : (created.get(end.created) ?? ''));
  return keysRow(kind, { from: keyOfEnd(ends.from), to: keyOfEnd(ends.to) });
}
