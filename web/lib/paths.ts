import type { ItemKey, ItemKind } from '../../contract/items.ts';
import type { Link } from '../../contract/relationships.ts';

/** All page addresses, relative to the base path (spec 2). */
export const paths = {
  home: '/',
  report: '/report',
  majorDegrees: '/major-degree',
  majorDegreeCreate: '/major-degree/create',
  relationship: '/relationship',
  about: '/about',
  changes: '/changes',
  import: '/import',
  differences: '/differences',
} as const;

/** The change that a request has made, among the changes. */
export const changePath = (requestId: string) =>
  `${paths.changes}?${new URLSearchParams({ requestId }).toString()}`;

/** The screen to create a major and its degrees, begun from the majors: what is entered for the major goes for them too. */
export const majorWithDegreesPath = `${paths.majorDegreeCreate}?from=major`;

/** The list screen of a kind: `/major`. */
export const listPath = (kind: ItemKind) => `/${kind}`;

/** The detail screen of an item: `/major/12`. */
export const itemPath = (kind: ItemKind, key: ItemKey): string =>
  `${listPath(kind)}/${encodeURIComponent(key)}`;

/** The screen that ends an item: `/proposal/end/major/12`. */
export const endPath = (kind: ItemKind, key: ItemKey): string =>
  `${proposalPath('end', kind)}/${encodeURIComponent(key)}`;

/** The screen that makes a copy of an item: `/proposal/copy/major/12`. */
export const copyPath = (kind: ItemKind, key: ItemKey): string =>
  `${proposalPath('copy', kind)}/${encodeURIComponent(key)}`;

/** The screens that change what the filter of a list finds: `/proposal/change/major?found=art`. */
export const filteredPath = (door: 'change' | 'mend', kind: ItemKind, found: string): string => {
  const text = found.trim();
  return `${proposalPath(door, kind)}${text ? `?${new URLSearchParams({ found: text }).toString()}` : ''}`;
};

/** Where changes of several rows at once are proposed: `/proposal/change/major`. */
export const proposalPath = (door: 'end' | 'copy' | 'change' | 'mend', kind: ItemKind) =>
  `/proposal/${door}/${kind}`;

/** The parameters of the relationship screen. `toKey` means editing; `back` is where to go afterward. */
interface RelationshipParams {
  link: Link;
  fromKey: ItemKey;
  toKey?: ItemKey;
  back?: string;
}

/** Everything is in the address, so that reload, Back and shared links work. */
export const relationshipPath = ({ link, fromKey, toKey, back }: RelationshipParams): string => {
  const from = link.relationship[link.near];
  const query = new URLSearchParams({ from, fromKey: String(fromKey), to: link.name });
  if (toKey !== undefined) query.set('toKey', String(toKey));
  if (back) query.set('back', back);
  return `${paths.relationship}?${query.toString()}`;
};
