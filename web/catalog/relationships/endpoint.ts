import type { ItemKey } from '../../../contract/kinds.ts';
import { type End, type Link, relationshipPathOf } from '../../../contract/relationships.ts';

/** The two ends of a relationship. A screen may start from either one. */
export interface Ends {
  link: Link;
  fromKey: ItemKey;
  toKey: ItemKey;
}

/** The API path of a relationship, with the ends in the order that the API expects (spec 7). */
export function endpointOf({ link, fromKey, toKey }: Ends): string {
  const keyAt = (end: End) => encodeURIComponent(end === link.near ? fromKey : toKey);
  return relationshipPathOf(link.relationship, { from: keyAt('from'), to: keyAt('to') });
}
