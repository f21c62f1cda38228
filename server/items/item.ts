import type * as z from 'zod/mini';
import type { Form, FormValues } from '../../contract/form.ts';
import type { ItemKey, ItemKind } from '../../contract/items.ts';
import type { Json } from '../answers.ts';
import type { Db } from '../db/tables.ts';
import type { Access } from '../http/access.ts';

/** What each kind of item does in its own way; `items.ts` does the rest for all four. */
export interface ItemCalls<Create extends Form = Form, Edit extends Form = Form> {
  kind: ItemKind;
  createForm: Create;
  editForm: Edit;
  /** Schemas of the answers: one item, its detail, and what a creation answers. */
  answer: z.ZodMiniType;
  detail: z.ZodMiniType;
  created: z.ZodMiniType;
  listAccess: Access;
  /** A key as it stands in the database, from the path; undefined when it is no legal key. */
  readKey: (text: string) => ItemKey | undefined;
  /** Writes what a creation asks for, within the caller's transaction, and answers it. */
  create(db: Db, values: FormValues<Create>): Promise<Json>;
  /** What to ask before creating (contract 3: not unique, but warned about). */
  createWarnings(db: Db, values: FormValues<Create>): Promise<string[]>;
  /** The same before an edit; the item itself does not count. */
  editWarnings(db: Db, values: FormValues<Edit>, key: ItemKey): Promise<string[]>;
}

/** Positive integers that the server has given. */
export function readNumber(text: string): number | undefined {
  return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined;
}
