import * as z from 'zod/mini';
import { type ItemKind, itemKinds } from './kinds.ts';
import { lookupKinds } from './lookups.ts';
import { allRelationshipKinds } from './relationships.ts';

/** The parts of the change log that users see (contract 8). */

/** The origins of change sets. */
export const origins = ['form', 'import', 'bulk', 'undo', 'command', 'migration', 'sample'] as const;
export type Origin = (typeof origins)[number];

/** The actions of a change set on a row, by the row's state before and after it. */
export const actions = ['created', 'updated', 'deleted'] as const;
export type Action = (typeof actions)[number];

/** The kinds of items and of relationships. */
export const catalogKinds: readonly string[] = [
  ...Object.keys(itemKinds),
  ...allRelationshipKinds.map(({ name }) => name),
];

/** The kinds of rows in change sets, in the order of contract 8: also earlier values, and the lookups that users maintain. */
export const changeKinds: readonly string[] = [...catalogKinds, 'earlierValue', ...Object.keys(lookupKinds)];

const itemKind = z.enum(Object.keys(itemKinds) as [ItemKind, ...ItemKind[]]);
/** A user, with the name by which they are known today. */
export const someone = z.object({ uciNetId: z.string(), name: z.string() });
export type Someone = z.output<typeof someone>;

/** All changes of one transaction. `created`, `updated` and `deleted` are numbers of rows. */
export const changeSet = z.object({
  id: z.string(),
  at: z.iso.datetime(),
  requestId: z.nullable(z.string()),
  actor: z.nullable(someone),
  actingAs: z.nullable(someone),
  origin: z.enum(origins),
  title: z.nullable(z.string()),
  reason: z.nullable(z.string()),
  undoes: z.nullable(z.string()),
  undoneBy: z.nullable(z.string()),
  created: z.int(),
  updated: z.int(),
  deleted: z.int(),
});
export type ChangeSet = z.output<typeof changeSet>;

/** A stored value: the code of a term, not its label. */
export const storedValue = z.nullable(z.union([z.string(), z.number(), z.boolean()]));

/** One end of a relationship, with its label at that time. `exists`: whether the item exists today. */
const end = z.object({ kind: itemKind, key: z.string(), label: z.string(), exists: z.boolean() });
export type ChangedEnd = z.output<typeof end>;

/** The change of one row in a change set. `key` is as in paths; for a relationship, `12/7`. */
export const changeEntry = z.object({
  kind: z.enum(changeKinds as [string, ...string[]]),
  key: z.string(),
  label: z.string(),
  action: z.enum(actions),
  fields: z.array(z.object({ name: z.string(), before: storedValue, after: storedValue })),
  ends: z.nullable(z.tuple([end, end])),
});
export type ChangeEntry = z.output<typeof changeEntry>;

/** A change set with its first entries, and the number of all its entries. */
export const changeSetWithEntries = z.object({
  ...changeSet.shape,
  entries: z.array(changeEntry),
  entryCount: z.int(),
});
export type ChangeSetWithEntries = z.output<typeof changeSetWithEntries>;

/** A page of change sets, newest first. `next` is the cursor of the next page. */
export const changeSets = z.object({
  changeSets: z.array(changeSetWithEntries),
  next: z.nullable(z.string()),
});
export type ChangeSets = z.output<typeof changeSets>;

/** A change set with a page of its entries, in the order of writing. */
export const changeSetDetail = z.object({
  changeSet,
  entries: z.array(changeEntry),
  next: z.nullable(z.string()),
});
export type ChangeSetDetail = z.output<typeof changeSetDetail>;

/** The response to an undo, and to applying a proposal. */
export const saved = z.object({ changeSet });

/** A rejected undo names at most this many rows in conflict (contract 8). */
export const MAX_UNDO_CONFLICTS = 20;
