import type * as z from 'zod/mini';
import type { ItemKey, ItemKind } from '../../../contract/kinds.ts';
import type { Json } from '../../catalog/itemJson.ts';
import type { Access } from '../../http/access.ts';

/** The differences between the endpoints of the kinds of items. `routes.ts` has the common parts. */
export interface ItemEndpoints {
  kind: ItemKind;
  /** The schema of the response to a creation. */
  created: z.ZodMiniType;
  /** Builds the response to a creation from the created items. */
  createdJson: (items: readonly Json[]) => Json;
  listAccess: Access;
  /** Converts a key in a path to its form in the database; undefined if it is not a valid key. */
  readKey: (text: string) => ItemKey | undefined;
  /** Reads a key in a body. */
  keyField: z.ZodMiniType;
}

/** Reads a generated key: a positive integer of at most nine digits. */
export function readNumber(text: string): number | undefined {
  return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined;
}
