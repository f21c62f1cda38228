import type { ItemKind } from '../../../contract/items.ts';
import type { Outcome } from '../../../contract/proposals.ts';
import type { Db } from '../../db/tables.ts';
import { mapYielding } from '../../runtime/yieldToEventLoop.ts';
import { evaluateItems } from './evaluateItems.ts';
import { deletingRows, evaluateRelationships, type Settle } from './evaluateRelationships.ts';
import { findItems } from './findStored.ts';
import {
  type ItemName,
  type ItemRow,
  isItemRow,
  isRelationshipRow,
  type ProposedRow,
  type RelationshipRow,
} from './proposedRow.ts';
import { readRow } from './readProposedRow.ts';

/**
 * Examines the rows of a proposal (contract 9): what each names, what of it is stored, whether it can be saved, and what
 * that would change. Writes nothing. Runs a few statements for all rows of a kind, each of at most 500 rows, and
 * works in slices between which others are served. `asksVersions`: rows for what is stored must name its version.
 * `settle` has the last word on the values of relationships.
 */
export async function evaluateProposal(
  db: Db,
  given: readonly unknown[],
  asksVersions: boolean,
  settle: Settle = (_kind, _sent, read) => read,
): Promise<ProposedRow[]> {
  const rows = await mapYielding(given, (row, index) => readRow(row, index, asksVersions));
  const items = Map.groupBy(rows.filter(isItemRow), ({ kind }) => kind);
  const relationships = Map.groupBy(rows.filter(isRelationshipRow), ({ kind }) => kind);
  const find = await findItems(db, namesIn(items, relationships));
  for (const [kind, own] of items) await evaluateItems(db, kind, own, find);
  const among = { rows, find, deleting: deletingRows(rows), settle };
  for (const [kind, own] of relationships) await evaluateRelationships(db, kind, own, among);
  return rows;
}

/** All names of items of each kind. */
function namesIn(
  items: ReadonlyMap<ItemKind, readonly ItemRow[]>,
  relationships: ReadonlyMap<unknown, readonly RelationshipRow[]>,
): ReadonlyMap<ItemKind, ItemName[]> {
  const names = new Map<ItemKind, ItemName[]>();
  const add = (kind: ItemKind, name: ItemName) => {
    const own = names.get(kind);
    if (own) own.push(name);
    else names.set(kind, [name]);
  };
  for (const row of [...items.values()].flat()) add(row.kind, row.name);
  for (const row of [...relationships.values()].flat())
    if (row.names) {
      add(row.kind.from, row.names.from);
      add(row.kind.to, row.names.to);
    }
  return names;
}

/** What saving a row does. */
export function outcomeOf({ errors, isDelete, stored, fields }: ProposedRow): Outcome {
  if (errors.length > 0) return 'refused';
  if (isDelete) return 'delete';
  if (!stored) return 'create';
  return fields.length > 0 ? 'update' : 'same';
}
