import type { ItemKey, ItemKind } from '../../contract/kinds.ts';
import type { Link } from '../../contract/relationships.ts';
import { put } from './searchParams.ts';

/** The paths of all pages, relative to the base path (spec 2). */
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
  programs: '/programs',
  quality: '/quality',
  lookups: '/lookups',
  systems: '/systems',
  addYear: '/proposal/add-year',
} as const;

/** The findings of a rule of data quality, filtered by a text: `/quality/active-but-ended?q=art`. */
export const rulePath = (rule: string, text = '') =>
  `${paths.quality}/${encodeURIComponent(rule)}${text && `?${new URLSearchParams({ q: text }).toString()}`}`;

/** Enough to distinguish the findings of a rule, and so short that a thousand fit into a URL. */
const NAME_LENGTH = 10;

/** The short name of a finding in a URL: the beginning of its fingerprint. */
export const findingName = (fingerprint: string) => fingerprint.slice(0, NAME_LENGTH);

/** The screen that fixes findings of a rule: these, or all open ones. */
export const fixPath = (rule: string, fingerprints: readonly string[] | null) =>
  `/proposal/fix/${encodeURIComponent(rule)}${fingerprints ? `?findings=${fingerprints.map(findingName).join(',')}` : ''}`;

/** The page of the change that a request has made. */
export const changePath = (requestId: string) =>
  `${paths.changes}?${new URLSearchParams({ requestId }).toString()}`;

/**
 * The screen that creates a major and its degrees, opened from the list of majors: the major's values become their defaults.
 */
export const majorWithDegreesPath = `${paths.majorDegreeCreate}?from=major`;

/** The list screen of a kind: `/major`. */
export const listPath = (kind: ItemKind) => `/${kind}`;

const CREATE = '#create';

/** A list screen with the dialog for a new item: `/major?q=art#create`. */
export const createPath = (list: string) => list + CREATE;

/** Whether the hash of a list's URL opens the dialog for a new item. */
export const isCreateHash = (hash: string): boolean => hash === CREATE;

/** The detail screen of an item: `/major/12`. */
export const itemPath = (kind: ItemKind, key: ItemKey): string =>
  `${listPath(kind)}/${encodeURIComponent(key)}`;

/** The screen that ends an item: `/proposal/end/major/12`. */
export const endPath = (kind: ItemKind, key: ItemKey): string =>
  `${proposalPath('end', kind)}/${encodeURIComponent(key)}`;

/** The screen that copies an item: `/proposal/copy/major/12`. */
export const copyPath = (kind: ItemKind, key: ItemKey): string =>
  `${proposalPath('copy', kind)}/${encodeURIComponent(key)}`;

/** The screens that change the filtered items of a list: `/proposal/change/major?found=art&codes=201,205`. */
export const filteredPath = (
  screen: 'change' | 'set-inactive',
  kind: ItemKind,
  { text, codes, cols }: { text: string; codes: string | null; cols: string | null },
): string => {
  const params = new URLSearchParams();
  put(params, 'found', text.trim());
  put(params, 'codes', codes);
  // The filter finds text in the shown columns.
  if (text.trim()) put(params, 'cols', cols);
  return proposalPath(screen, kind) + (params.size > 0 ? `?${params.toString()}` : '');
};

/** The screen that relates an item to several others: `/proposal/relate/degree/12?to=department`. */
export const relatePath = ({ link, fromKey, back }: Omit<RelationshipParams, 'toKey'>): string => {
  const kind = link.relationship[link.near];
  const query = new URLSearchParams({ to: link.name, ...(back ? { back } : {}) });
  return `${proposalPath('relate', kind)}/${encodeURIComponent(fromKey)}?${query.toString()}`;
};

/** The screen that proposes changes of several rows at once: `/proposal/change/major`. */
export const proposalPath = (screen: 'end' | 'copy' | 'change' | 'set-inactive' | 'relate', kind: ItemKind) =>
  `/proposal/${screen}/${kind}`;

/** The parameters of the relationship screen. `toKey` means editing; `back` is the page to open afterward. */
interface RelationshipParams {
  link: Link;
  fromKey: ItemKey;
  toKey?: ItemKey;
  back?: string;
}

/** All state is in the URL, so that reload, Back and shared links work. */
export const relationshipPath = ({ link, fromKey, toKey, back }: RelationshipParams): string => {
  const from = link.relationship[link.near];
  const query = new URLSearchParams({ from, fromKey: String(fromKey), to: link.name });
  if (toKey !== undefined) query.set('toKey', String(toKey));
  if (back) query.set('back', back);
  return `${paths.relationship}?${query.toString()}`;
};
