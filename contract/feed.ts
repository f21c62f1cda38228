import * as z from 'zod/mini';
import { itemResponses } from './details.ts';
import { EARLIER_VALUE, earlierValue } from './earlierValues.ts';
import { actions } from './history.ts';
import { type ItemKind, itemKinds } from './kinds.ts';
import { type LookupKind, lookupKinds, maintainedAwardType, maintainedTerm } from './lookups.ts';
import { allRelationshipKinds, keyNames, responseOf } from './relationships.ts';

// The feed of changes for other systems (contract 13).

const keyOf = (kind: ItemKind): z.ZodMiniType =>
  (itemResponses[kind].shape as Record<string, z.ZodMiniType>)[itemKinds[kind].key] ?? z.never();

const itemValues = Object.fromEntries(
  (Object.keys(itemKinds) as ItemKind[]).map((kind): [string, z.ZodMiniObject] => [
    kind,
    itemResponses[kind],
  ]),
);
const relationshipValues = Object.fromEntries(
  allRelationshipKinds.map((kind): [string, z.ZodMiniObject] => {
    const { from, to } = keyNames(kind);
    const keys = { [from]: keyOf(kind.from), [to]: keyOf(kind.to) };
    return [kind.name, z.object({ ...keys, ...responseOf(kind).shape })];
  }),
);
const lookupValues = { term: maintainedTerm, awardType: maintainedAwardType } satisfies Record<
  LookupKind,
  z.ZodMiniObject
>;

/**
 * The schema of a row of each kind in the feed: as in the lists. In the order of a snapshot: rows come after those that they
 * refer to.
 */
export const feedValues: Readonly<Record<string, z.ZodMiniObject>> = {
  ...Object.fromEntries(Object.keys(lookupKinds).map((kind) => [kind, lookupValues[kind as LookupKind]])),
  ...itemValues,
  ...relationshipValues,
  [EARLIER_VALUE]: earlierValue,
};

/** One of several objects, by kind. `fieldsOf` returns the fields besides `kind`. */
const ofKinds = (fieldsOf: (value: z.ZodMiniObject) => Record<string, z.ZodMiniType>) =>
  z.discriminatedUnion(
    'kind',
    Object.entries(feedValues).map(([kind, value]) =>
      z.object({ kind: z.literal(kind), ...fieldsOf(value) }),
    ) as unknown as [z.ZodMiniObject],
  );

const row = { key: z.string(), version: z.int() };

/** The change of one row in a change set. `value` is the row after it, null if it was deleted. */
const feedEvent = ofKinds((value) => ({
  ...row,
  set: z.string(),
  at: z.iso.datetime(),
  last: z.boolean(),
  action: z.enum(actions),
  value: z.nullable(value),
}));
export interface FeedEvent {
  /** The ID of its change set, and when that was saved. */
  set: string;
  at: string;
  /** Whether it is the last event of its change set. */
  last: boolean;
  kind: string;
  /** As in paths; for a relationship, `12/7`. */
  key: string;
  action: (typeof actions)[number];
  version: number;
  value: Record<string, unknown> | null;
}

/** A page of the feed. `next` is the cursor of the next page, `more` whether that has events now. */
export const feedPage = z.object({ events: z.array(feedEvent), next: z.string(), more: z.boolean() });
export interface FeedPage {
  events: FeedEvent[];
  next: string;
  more: boolean;
}

/** A line of a snapshot: a row, or at last the cursor of the state that all lines together are. */
export const snapshotLine = z.union([
  ofKinds((value) => ({ ...row, value })),
  z.object({ next: z.string() }),
]);
export type SnapshotLine = Pick<FeedEvent, 'kind' | 'key' | 'version' | 'value'> | { next: string };
