import type { ItemKind } from '../../../contract/kinds.ts';
import type { Outcome } from '../../../contract/proposals.ts';
import type { Db } from '../../db/tables.ts';
import { mapYielding } from '../../runtime/yieldToEventLoop.ts';
import { evaluateEarlierValues } from './evaluateEarlierValues.ts';
import { evaluateItems } from './evaluateItems.ts';
import { evaluateLookups, lookupChangesOf } from './evaluateLookups.ts';
import { deletingRows, evaluateRelationships, type Settle } from './evaluateRelationships.ts';
import { findItems } from './findStored.ts';
import {
  type EarlierValueRow,
  type ItemName,
  type ItemRow,
  isEarlierValueRow,
  isItemRow,
  isLookupRow,
  isRelationshipRow,
  type ProposedRow,
  type RelationshipRow,
} from './proposedRow.ts';
import { readRow } from './readProposedRow.ts';

/**
 * Evaluates the rows of a proposal (contract 9): what each row names, whether it is stored, whether the row can be saved,
 * and what it would change. Writes nothing. Runs a few statements for all rows of a kind, each of at most 500 rows, and
 * yields to other requests. `asksVersions`: rows for stored items and relationships must name their version. `settle`
 * decides on the values of relationships at the end.
 */
export async function evaluateProposal(
  db: Db,
  input: readonly unknown[],
  asksVersions: boolean,
  settle: Settle = (_kind, _sent, read) => read,
): Promise<ProposedRow[]> {
  const rows = await mapYielding(input, (row, index) => readRow(row, index, asksVersions));
  const items = Map.groupBy(rows.filter(isItemRow), ({ kind }) => kind);
  const relationships = Map.groupBy(rows.filter(isRelationshipRow), ({ kind }) => kind);
  const lookups = Map.groupBy(rows.filter(isLookupRow), ({ kind }) => kind);
  for (const [kind, ofKind] of lookups) await evaluateLookups(db, kind, ofKind);
  const earlierValues = rows.filter(isEarlierValueRow);
  const find = await findItems(db, namesIn(items, relationships, earlierValues));
  const ofItems = { find, lookupChanges: lookupChangesOf([...lookups.values()].flat()) };
  for (const [kind, ofKind] of items) await evaluateItems(db, kind, ofKind, ofItems);
  const context = { ...ofItems, rows, deleting: deletingRows(rows), settle };
  for (const [kind, ofKind] of relationships) await evaluateRelationships(db, kind, ofKind, context);
  await evaluateEarlierValues(db, earlierValues, context);
  return rows;
}

/** All item names of each kind. */
function namesIn(
  items: ReadonlyMap<ItemKind, readonly ItemRow[]>,
  relationships: ReadonlyMap<unknown, readonly RelationshipRow[]>,
  earlierValues: readonly EarlierValueRow[],
): ReadonlyMap<ItemKind, ItemName[]> {
  const names = new Map<ItemKind, ItemName[]>();
  const add = (kind: ItemKind, name: ItemName) => {
    const ofKind = names.get(kind);
    if (ofKind) ofKind.push(name);
    else names.set(kind, [name]);
  };
  for (const row of [...items.values()].flat()) add(row.kind, row.name);
  for (const row of [...relationships.values()].flat())
    if (row.names) {
      add(row.kind.from, row.names.from);
      add(row.kind.to, row.names.to);
    }
  for (const { names: named } of earlierValues) if (named) add(named.kind, named.item);
  return names;
}

/** The outcome of saving a row. */
export function outcomeOf({ errors, isDelete, stored, fields }: ProposedRow): Outcome {
  if (errors.length > 0) return 'refused';
  if (isDelete) return 'delete';
  if (!stored) return 'create';
  return fields.length > 0 ? 'update' : 'same';
}
