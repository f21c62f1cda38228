import type { ItemKey, ItemKind } from '../contract/items.ts';
import type { Link } from '../contract/relationships.ts';

/** Every page address, below the base path (spec 2). */
export const paths = {
  home: '/',
  report: '/report',
  majorDegrees: '/major-degree',
  majorDegreeCreate: '/major-degree/create',
  relationship: '/relationship',
  about: '/about',
} as const;

/** The list of a kind: `/major`. */
export const listPath = (kind: ItemKind) => `/${kind}`;

/** The detail screen of an item: `/major/12`. */
export const itemPath = (kind: ItemKind, key: ItemKey): string =>
  `${listPath(kind)}/${encodeURIComponent(key)}`;

/** What the relationship screen needs to know; with `toKey` it edits, `back` is where it goes afterwards. */
interface RelationshipAddress {
  link: Link;
  fromKey: ItemKey;
  toKey?: ItemKey;
  back?: string;
}

/** All of it is in the address, so that reload, Back and a shared link work. */
export const relationshipPath = ({ link, fromKey, toKey, back }: RelationshipAddress): string => {
  const from = link.relationship[link.near];
  const query = new URLSearchParams({ from, fromKey: String(fromKey), to: link.name });
  if (toKey !== undefined) query.set('toKey', String(toKey));
  if (back) query.set('back', back);
  return `${paths.relationship}?${query.toString()}`;
};
