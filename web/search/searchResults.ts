import type { ItemKind } from '../../contract/kinds.ts';
import { itemNames } from '../lib/kindNames.ts';
import type { FormerName, IndexedItem } from './itemIndex.ts';
import { formerNameOf, type Hit, numberOf } from './rankItems.ts';
import type { Place } from './screensAndActions.ts';

/** An option of the search: an item, or a place in the application. */
export interface Result extends Place {
  /** Unique among the options, and the same while the text changes. */
  id: string;
  item?: IndexedItem;
  /** The number by which the item was found, if the text is neither in its code nor in a title. */
  number?: string | null;
  /** The name or code of earlier terms by which alone the item was found. */
  formerName?: FormerName | undefined;
}

export interface Group {
  label: string;
  /** '5 of 23' if the list cannot show the others. */
  note?: string;
  results: readonly Result[];
}

/** The number of items that a group shows. */
const MOST = 5;

/** The page that an item opens. */
export type PathOf = (item: IndexedItem) => string;

/** The option that shows a kind's list, filtered so that it has these hits. Null if there is no such list. */
export type ShowAll = (kind: ItemKind, hits: readonly Hit[]) => Place | null;

/** The label of the group with the best result, of any kind. */
export const TOP = 'Top result';

/** The groups of the items that a text finds, the best first (contract 11). The top result is in no other group. */
export function itemGroups(hits: readonly Hit[], typed: string, pathOf: PathOf, showAll: ShowAll): Group[] {
  const [top] = hits;
  if (!top) return [];
  const resultOf = (hit: Hit): Result => ({
    ...resultOfItem(hit.found, pathOf),
    number: numberOf(hit, typed),
    formerName: formerNameOf(hit, typed),
  });
  const kinds = Map.groupBy(hits, ({ found }) => found.kind);
  return [
    { label: TOP, results: [resultOf(top)] },
    ...[...kinds].map(([kind, found]) => {
      const shown = found.filter((hit) => hit !== top).slice(0, MOST);
      const isCut = found.length > shown.length + (found[0] === top ? 1 : 0);
      // A list finds only today's names.
      const listed = found.filter((hit) => formerNameOf(hit, typed) === undefined);
      const all = isCut && listed.length > 0 ? showAll(kind, listed) : null;
      return {
        label: itemNames[kind].heading,
        ...(isCut && (!all || listed.length < found.length)
          ? { note: `${shown.length} of ${found.length.toLocaleString('en-US')}` }
          : {}),
        results: [...shown.map(resultOf), ...(all ? [{ ...all, id: `all/${kind}` }] : [])],
      };
    }),
  ].filter(({ results }) => results.length > 0);
}

export const resultOfItem = (item: IndexedItem, pathOf: PathOf): Result => ({
  id: item.id,
  label: item.label,
  to: pathOf(item),
  item,
});

/** A group of places, or none if there are none. */
export const placeGroup = (label: string, places: readonly Place[]): Group[] =>
  places.length > 0
    ? [{ label, results: places.map((place) => ({ ...place, id: `${label}/${place.label}` })) }]
    : [];
