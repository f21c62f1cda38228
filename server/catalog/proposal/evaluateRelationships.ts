import type { ErrorItem } from '../../../contract/errors.ts';
import type { ItemKind } from '../../../contract/kinds.ts';
import type { End, RelationshipKind } from '../../../contract/relationships.ts';
import type { Db } from '../../db/tables.ts';
import { relationshipNotFound } from '../../errors.ts';
import { mapYielding } from '../../runtime/yieldToEventLoop.ts';
import { type Keys, keyOf } from '../checks.ts';
import type { Row } from '../storedRows.ts';
import { duplicateRow, rejectDuplicates } from './duplicateRows.ts';
import { ambiguous, type ItemContext, notFound } from './evaluateItems.ts';
import { findRelationships } from './findStored.ts';
import {
  type EndItem,
  type ItemRow,
  isItemRow,
  isSound,
  type ProposedRow,
  type RelationshipRow,
} from './proposedRow.ts';
import { compare, type Read, readEdit, readNew, readValues, refuseUnknownValues } from './proposedValues.ts';

const ENDS = ['from', 'to'] as const;

/** What the evaluation of relationships and earlier values needs besides, from the rows of items, which are evaluated before. */
export interface ProposalContext extends ItemContext {
  /** All rows of the proposal. */
  rows: readonly ProposedRow[];
  /** The rows that delete items, by kind and key. */
  deleting: ReadonlyMap<string, ItemRow>;
  settle: Settle;
}

/** Decides on the values of a relationship's row. `read` is the result of reading `sent`. */
export type Settle = (kind: RelationshipKind, sent: Row, read: Read) => Read;

/** The rows that delete items. */
export const deletingRows = (rows: readonly ProposedRow[]): ProposalContext['deleting'] =>
  new Map(
    rows
      .filter(isItemRow)
      .filter((row) => row.isDelete && isSound(row))
      .map((row) => [idOfItem(row.kind, row.stored?.key), row]),
  );

/** The ID of an item among those that rows delete. */
export const idOfItem = (kind: ItemKind, key: unknown) => `${kind} ${String(key)}`;

/** Evaluates the rows of a kind of relationship: the relationship of each row, whether it can be saved, and its changes. */
export async function evaluateRelationships(
  db: Db,
  kind: RelationshipKind,
  rows: readonly RelationshipRow[],
  context: ProposalContext,
): Promise<void> {
  await mapYielding(rows, (row) => findEnds(row, context));
  await findStoredRelationships(db, kind, rows);
  for (const row of rows) rejectDeleted(row, context);
  await rejectDuplicates(rows, 'relationship', idOf);
  const isSaved = (row: RelationshipRow) => isSound(row) && !row.isDelete;
  await readValues(rows.filter(isSaved), kind.form, ({ sent, stored }) =>
    context.settle(kind, sent, stored ? readEdit(kind.form, stored.row, sent) : readNew(kind.form, sent)),
  );
  await refuseUnknownValues(db, kind.form, rows.filter(isSaved), context.lookupChanges);
  await compare(kind.form, rows.filter(isSound));
}

type EndResult = EndItem | { error: ErrorItem; isMissing?: true } | undefined;

/** Finds the items at both ends of a row. */
function findEnds(row: RelationshipRow, context: ProposalContext): void {
  const [from, to] = [endOf(row, 'from', context), endOf(row, 'to', context)];
  const invalid = [from, to].filter((end) => end !== undefined && 'error' in end);
  // The relationship was deleted with its end.
  if (row.version !== null && invalid.some(({ isMissing }) => isMissing)) row.isGone = true;
  else row.errors.push(...invalid.map(({ error }) => error));
  if (isItem(from) && isItem(to)) row.ends = { from, to };
}

const isItem = (end: EndResult): end is EndItem => end !== undefined && !('error' in end);

/** The item at one end; undefined if it is unknown, because its `ref` or its row already has an error. */
function endOf({ kind, names }: RelationshipRow, end: End, context: ProposalContext): EndResult {
  if (!names) return undefined;
  const name = names[end];
  const item = kind[end];
  const field = `ref.${item}`;
  if (name.by === 'row') return endInRow(item, name.row, field, context);
  const found = context.find(item, name);
  const [only, ...others] = found;
  if (!only) return { error: notFound(item, field), isMissing: true };
  if (others.length > 0) return { error: ambiguous(item, found, field) };
  return { key: keyOf(item, only.row) };
}

/** The item of a row of the same proposal. */
export function endInRow(
  item: ItemKind,
  index: number,
  field: string,
  { rows }: Pick<ProposalContext, 'rows'>,
): EndResult {
  const row = rows[index];
  const failed = (message: string) => ({ error: { ...notFound(item, field), message } });
  if (!row) return failed(`There is no row ${index + 1}`);
  if (!isItemRow(row) || row.kind !== item) return failed(`Row ${index + 1} is not for a ${item}`);
  if (row.errors.length > 0) return failed(`Row ${index + 1} has errors, so its ${item} does not exist`);
  if (row.isDelete) return failed(`Row ${index + 1} deletes this ${item}`);
  if (row.isGone) return undefined;
  return row.stored ? { key: keyOf(item, row.stored.row) } : { created: row };
}

/** Finds the stored relationships of the rows, or adds errors. */
async function findStoredRelationships(
  db: Db,
  kind: RelationshipKind,
  rows: readonly RelationshipRow[],
): Promise<void> {
  const withEnds = rows.filter(({ ends }) => ends !== undefined);
  const withKeys = withEnds.flatMap((row) => {
    const keys = keysOf(row);
    return keys ? [{ row, keys }] : [];
  });
  const stored = await findRelationships(
    db,
    kind,
    withKeys.map(({ keys }) => keys),
  );
  for (const [at, { row }] of withKeys.entries()) row.stored = stored[at];
  for (const row of withEnds.filter(({ stored }) => !stored)) {
    if (row.version !== null) row.isGone = true;
    else if (row.isDelete) row.errors.push(missingRelationship());
  }
}

/** The keys of both items, if both are stored. */
function keysOf({ ends }: RelationshipRow): Keys | undefined {
  if (!ends || !('key' in ends.from) || !('key' in ends.to)) return undefined;
  return { from: ends.from.key, to: ends.to.key };
}

function missingRelationship(): ErrorItem {
  const [error = { code: '', message: '' }] = relationshipNotFound().errors;
  return { ...error, field: 'ref' };
}

/**
 * Rejects a row for a relationship of an item that another row deletes: that row deletes it too, or it cannot be created.
 */
function rejectDeleted(row: RelationshipRow, { deleting }: ProposalContext): void {
  const { kind, stored, ends } = row;
  if (!ends || !isSound(row)) return;
  for (const end of ENDS) {
    const item = ends[end];
    const other = 'key' in item ? deleting.get(idOfItem(kind[end], item.key)) : undefined;
    if (!other) continue;
    const message = `Row ${other.index + 1} deletes this ${kind[end]}`;
    if (stored)
      row.errors.push({
        ...duplicateRow('relationship', other),
        message: `${message} and its relationships`,
      });
    else row.errors.push({ ...notFound(kind[end], `ref.${kind[end]}`), message });
    return;
  }
}

/** The ID of the relationship of a row: its ends. */
function idOf({ ends }: RelationshipRow): string | undefined {
  const id = (item: EndItem) => ('key' in item ? `${item.key}` : `row ${item.created.index}`);
  return ends && `${id(ends.from)} – ${id(ends.to)}`;
}
