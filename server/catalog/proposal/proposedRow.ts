import type { ErrorItem } from '../../../contract/errors.ts';
import type { ItemKey, ItemKind } from '../../../contract/items.ts';
import type { PreviewRow } from '../../../contract/proposals.ts';
import type { End, RelationshipKind } from '../../../contract/relationships.ts';
import type { Row, StoredRow } from '../storedRows.ts';

/** How a row names an item (contract 9). */
export type ItemName =
  | { by: 'key'; key: number }
  | {
      by: 'nature';
      /** As stored items are compared with it: normalized, codes in lower case, in the order of the names. */
      fields: Readonly<Record<string, string | null>>;
      /** As sent; of a new item these are values. */
      sent: Row;
    }
  | { by: 'row'; row: number }
  | { by: 'nothing' };

/** Something stored, with its key as in paths. */
export interface Stored {
  row: StoredRow;
  key: string;
  label: string;
}

/** A row of a proposal, with what its examination has found out so far. */
interface EvaluatedRow {
  readonly index: number;
  readonly isDelete: boolean;
  /** The values as sent. */
  readonly sent: Row;
  /** The version that the sender has seen; null if there was nothing to see, or if versions are not asked for. */
  readonly version: number | null;
  /** Why it is refused, if it is. */
  readonly errors: ErrorItem[];
  readonly warnings: string[];
  stored: Stored | undefined;
  /** Whether it had a version and is no longer there. */
  isGone: boolean;
  /** The values to save. */
  values: Row | undefined;
  /** What saving it changes. */
  fields: PreviewRow['fields'];
}

export interface ItemRow extends EvaluatedRow {
  readonly kind: ItemKind;
  readonly name: ItemName;
}

/** An item at an end of a relationship: a stored one, or the one that a row creates. */
export type EndItem = { key: ItemKey } | { created: ItemRow };

export interface RelationshipRow extends EvaluatedRow {
  readonly kind: RelationshipKind;
  /** Undefined if its `ref` is wrong. */
  readonly names: Record<End, ItemName> | undefined;
  ends: Record<End, EndItem> | undefined;
}

/** What is no row at all. */
export interface NoRow extends EvaluatedRow {
  readonly kind: null;
}

export type ProposedRow = ItemRow | RelationshipRow | NoRow;

export const isItemRow = (row: ProposedRow): row is ItemRow => typeof row.kind === 'string';
export const isRelationshipRow = (row: ProposedRow): row is RelationshipRow =>
  row.kind !== null && typeof row.kind === 'object';

/** Whether nothing speaks against a row so far. */
export const isSound = (row: ProposedRow): boolean => row.errors.length === 0 && !row.isGone;

/** What people call the thing that a row is for. */
export const nounOf = (row: ProposedRow): string => (isItemRow(row) ? row.kind : 'relationship');
