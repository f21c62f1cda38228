import type { ItemKey } from '../../contract/items.ts';
import { type End, type Link, relationshipCalls } from '../../contract/relationships.ts';

/** Two items and how they are related; a screen starts from either. */
export interface Ends {
  link: Link;
  fromKey: ItemKey;
  toKey: ItemKey;
}

/** The path of a relationship's calls, its ends in the order that the API has them in (spec 7). */
export function callPath({ link, fromKey, toKey }: Ends): string {
  const keyAt = (end: End) => encodeURIComponent(end === link.near ? fromKey : toKey);
  return relationshipCalls(link.relationship, { from: keyAt('from'), to: keyAt('to') });
}
