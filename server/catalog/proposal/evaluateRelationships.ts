import type { ErrorItem } from '../../../contract/errors.ts';
import type { ItemKind } from '../../../contract/items.ts';
import type { End, RelationshipKind } from '../../../contract/relationships.ts';
import type { Db } from '../../db/tables.ts';
import { relationshipNotFound } from '../../errors.ts';
import { mapYielding } from '../../runtime/yieldToEventLoop.ts';
import { type Keys, keyOf } from '../checks.ts';
import type { Row } from '../storedRows.ts';
import { duplicateRow, rejectDuplicates } from './duplicateRows.ts';
import { ambiguous, notFound } from './evaluateItems.ts';
import { type Find, findRelationships } from './findStored.ts';
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

/** What the rows of relationships need to know about the rows of items, which have been examined before. */
export interface ProposalContext {
  /** All rows of the proposal. */
  rows: readonly ProposedRow[];
  find: Find;
  /** The rows that delete items, by kind and key. */
  deleting: ReadonlyMap<string, ItemRow>;
  settle: Settle;
}

/** What becomes of the values that were read from what a row of a relationship sent. */
export type Settle = (kind: RelationshipKind, sent: Row, read: Read) => Read;

/** The rows that delete items. */
export const deletingRows = (rows: readonly ProposedRow[]): ProposalContext['deleting'] =>
  new Map(
    rows
      .filter(isItemRow)
      .filter((row) => row.isDelete && isSound(row))
      .map((row) => [idOfItem(row.kind, row.stored?.key), row]),
  );

const idOfItem = (kind: ItemKind, key: unknown) => `${kind} ${String(key)}`;

/** Examines the rows of a kind of relationship: what each means, whether it can be saved, and what it changes. */
export async function evaluateRelationships(
  db: Db,
  kind: RelationshipKind,
  rows: readonly RelationshipRow[],
  among: ProposalContext,
): Promise<void> {
  await mapYielding(rows, (row) => findEnds(row, among));
  await meetStored(db, kind, rows);
  for (const row of rows) refuseDeleted(row, among);
  await rejectDuplicates(rows, 'relationship', idOf);
  const isSaved = (row: RelationshipRow) => isSound(row) && !row.isDelete;
  await readValues(rows.filter(isSaved), kind.form, ({ sent, stored }) =>
    among.settle(kind, sent, stored ? readEdit(kind.form, stored.row, sent) : readNew(kind.form, sent)),
  );
  await refuseUnknownValues(db, kind.form, rows.filter(isSaved));
  await compare(kind.form, rows.filter(isSound));
}

type FoundEnd = EndItem | { error: ErrorItem; isNowhere?: true } | undefined;

/** Finds the items at both ends of a row. */
function findEnds(row: RelationshipRow, among: ProposalContext): void {
  const [from, to] = [endOf(row, 'from', among), endOf(row, 'to', among)];
  const wrong = [from, to].filter((end) => end !== undefined && 'error' in end);
  // What was there has gone with its end.
  if (row.version !== null && wrong.some(({ isNowhere }) => isNowhere)) row.isGone = true;
  else row.errors.push(...wrong.map(({ error }) => error));
  if (isItem(from) && isItem(to)) row.ends = { from, to };
}

const isItem = (end: FoundEnd): end is EndItem => end !== undefined && !('error' in end);

/** The item at one end; undefined if that cannot be known, because its `ref` or its row is wrong already. */
function endOf({ kind, names }: RelationshipRow, end: End, among: ProposalContext): FoundEnd {
  if (!names) return undefined;
  const name = names[end];
  const item = kind[end];
  const field = `ref.${item}`;
  if (name.by === 'row') return endInRow(item, name.row, field, among);
  const found = among.find(item, name);
  const [only, ...others] = found;
  if (!only) return { error: notFound(item, field), isNowhere: true };
  if (others.length > 0) return { error: ambiguous(item, found, field) };
  return { key: keyOf(item, only.row) };
}

/** The item of a row of the same proposal. */
function endInRow(item: ItemKind, index: number, field: string, { rows }: ProposalContext): FoundEnd {
  const row = rows[index];
  const no = (message: string) => ({ error: { ...notFound(item, field), message } });
  if (!row) return no(`There is no row ${index + 1}`);
  if (!isItemRow(row) || row.kind !== item) return no(`Row ${index + 1} is not for a ${item}`);
  if (row.errors.length > 0) return no(`Row ${index + 1} is refused, so its ${item} is not there`);
  if (row.isDelete) return no(`Row ${index + 1} deletes this ${item}`);
  if (row.isGone) return undefined;
  return row.stored ? { key: keyOf(item, row.stored.row) } : { created: row };
}

/** Meets the rows with what is stored of them. */
async function meetStored(db: Db, kind: RelationshipKind, rows: readonly RelationshipRow[]): Promise<void> {
  const found = rows.filter(({ ends }) => ends !== undefined);
  const between = found.flatMap((row) => {
    const keys = keysOf(row);
    return keys ? [{ row, keys }] : [];
  });
  const stored = await findRelationships(
    db,
    kind,
    between.map(({ keys }) => keys),
  );
  for (const [at, { row }] of between.entries()) row.stored = stored[at];
  for (const row of found.filter((one) => !one.stored)) {
    if (row.version !== null) row.isGone = true;
    else if (row.isDelete) row.errors.push(nothingThere());
  }
}

/** The keys of both items, if both are stored. */
function keysOf({ ends }: RelationshipRow): Keys | undefined {
  if (!ends || !('key' in ends.from) || !('key' in ends.to)) return undefined;
  return { from: ends.from.key, to: ends.to.key };
}

function nothingThere(): ErrorItem {
  const [error = { code: '', message: '' }] = relationshipNotFound().errors;
  return { ...error, field: 'ref' };
}

/** Refuses a row for a relationship of an item that another row deletes: it goes with the item, or cannot be made. */
function refuseDeleted(row: RelationshipRow, { deleting }: ProposalContext): void {
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

/** What a row is for: the relationship between its ends. */
function idOf({ ends }: RelationshipRow): string | undefined {
  const id = (item: EndItem) => ('key' in item ? `${item.key}` : `row ${item.created.index}`);
  return ends && `${id(ends.from)} – ${id(ends.to)}`;
}
