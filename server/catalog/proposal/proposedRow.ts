import type { ErrorItem } from '../../../contract/errors.ts';
import { type ItemKey, type ItemKind, isItemKind } from '../../../contract/kinds.ts';
import { isLookupKind, type LookupKind, lookupKinds } from '../../../contract/lookups.ts';
import type { PreviewRow } from '../../../contract/proposals.ts';
import type { End, RelationshipKind } from '../../../contract/relationships.ts';
import type { EarlierValueRef, KeptValues } from '../earlierValues.ts';
import type { Row, StoredRow } from '../storedRows.ts';

/** How a row names an item (contract 9). */
export type ItemName =
  | { by: 'key'; key: number }
  | {
      by: 'naturalKey';
      /** The fields for the comparison with stored items: normalized, codes in lower case, in the order of the names. */
      fields: Readonly<Record<string, string | null>>;
      /** The fields as sent; they are values of a new item. */
      sent: Row;
    }
  | { by: 'row'; row: number }
  | { by: 'nothing' };

/** A stored item or relationship, with its key as in paths. */
export interface Stored {
  row: StoredRow;
  key: string;
  label: string;
}

/** A row of a proposal, with the results of its evaluation so far. */
interface EvaluatedRow {
  readonly index: number;
  readonly isDelete: boolean;
  /** The values as sent. */
  readonly sent: Row;
  /** The version that the sender has seen; null if nothing was stored, or if versions are not required. */
  readonly version: number | null;
  /** The errors that reject the row. */
  readonly errors: ErrorItem[];
  readonly warnings: string[];
  stored: Stored | undefined;
  /** Whether the row has a version, but its item or relationship is deleted. */
  isGone: boolean;
  /** The values to save. */
  values: Row | undefined;
  /** The changes that saving the row makes. */
  fields: PreviewRow['fields'];
}

export interface ItemRow extends EvaluatedRow {
  readonly kind: ItemKind;
  readonly name: ItemName;
  /** The term from which on changed names and codes apply; null for a correction of all terms. */
  readonly effectiveTerm: string | null;
  /** The earlier values that saving the row keeps. */
  kept: KeptValues | undefined;
}

/** A row for an earlier value. */
export interface EarlierValueRow extends EvaluatedRow {
  readonly kind: 'earlierValue';
  /** Undefined if the row's `ref` is invalid. */
  readonly names: { kind: ItemKind; item: ItemName; field: string; lastTerm: string } | undefined;
  /** Undefined if there is no such item, or if a row creates it: `created`. */
  target: EarlierValueRef | undefined;
  created: ItemRow | undefined;
}

/** An item at an end of a relationship: a stored item, or the item that a row creates. */
export type EndItem = { key: ItemKey } | { created: ItemRow };

export interface RelationshipRow extends EvaluatedRow {
  readonly kind: RelationshipKind;
  /** Undefined if the row's `ref` is invalid. */
  readonly names: Record<End, ItemName> | undefined;
  ends: Record<End, EndItem> | undefined;
}

/** A row for a term or an award type. */
export interface LookupRow extends EvaluatedRow {
  readonly kind: LookupKind;
  /** Undefined if the row's `ref` is invalid. */
  readonly key: string | undefined;
}

/** An invalid row: of no kind. */
export interface NoRow extends EvaluatedRow {
  readonly kind: null;
}

export type ProposedRow = ItemRow | RelationshipRow | EarlierValueRow | LookupRow | NoRow;

export const isItemRow = (row: ProposedRow): row is ItemRow => isItemKind(row.kind);
export const isEarlierValueRow = (row: ProposedRow): row is EarlierValueRow => row.kind === 'earlierValue';
export const isLookupRow = (row: ProposedRow): row is LookupRow => isLookupKind(row.kind);
export const isRelationshipRow = (row: ProposedRow): row is RelationshipRow =>
  row.kind !== null && typeof row.kind === 'object';

/** Whether a row has no errors so far, and its item or relationship is not deleted. */
export const isSound = (row: ProposedRow): boolean => row.errors.length === 0 && !row.isGone;

/** The noun for what a row saves, in messages. */
export function nounOf(row: ProposedRow): string {
  if (isItemRow(row)) return row.kind;
  if (isLookupRow(row)) return lookupKinds[row.kind].noun;
  return isEarlierValueRow(row) ? 'earlier value' : 'relationship';
}
