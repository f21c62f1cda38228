import type * as z from 'zod/mini';
import type { ItemKey, ItemKind } from '../../contract/items.ts';
import type { Json } from '../answers.ts';
import type { Access } from '../http/access.ts';

/** What the calls of each kind of item do in their own way; `items.ts` does the rest for all four. */
export interface ItemCalls {
  kind: ItemKind;
  /** Schemas of the answers: one item, its detail, and what a creation answers. */
  answer: z.ZodMiniType;
  detail: z.ZodMiniType;
  created: z.ZodMiniType;
  /** What a creation answers, of the items that it has made. */
  createdJson: (items: readonly Json[]) => Json;
  listAccess: Access;
  /** A key as it stands in the database, from the path; undefined when it is no legal key. */
  readKey: (text: string) => ItemKey | undefined;
}

/** Positive integers that the server has given. */
export function readNumber(text: string): number | undefined {
  return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined;
}
