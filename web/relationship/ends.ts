import type { Details } from '../../contract/details.ts';
import { type ItemKind, type Items, itemKinds } from '../../contract/items.ts';
import type { Related } from '../../contract/relationships.ts';

/** What a detail says of its item's relationships to a kind; it says so of every kind but its own. */
export const relatedOf = <K extends ItemKind>(detail: Details[ItemKind], kind: K): Related<Items[K]>[] =>
  (detail as unknown as Record<string, Related<Items[K]>[]>)[itemKinds[kind].collection] ?? [];
