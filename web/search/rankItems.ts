import { type FormerName, foldText, type IndexedItem, numberNames, wordsIn } from './itemIndex.ts';

/**
 * An item that a text finds, and its rank (contract 11): 1 is the best, 8 the last. Rank 9 has items that are found only by a
 * name or code of earlier terms (contract 14).
 */
export interface Hit {
  found: IndexedItem;
  rank: number;
}

interface Query {
  text: string;
  words: readonly string[];
  /** The words, each after a space. */
  wordStarts: readonly string[];
}

const RANKS = 9;
const BY_NUMBER = 8;
const BY_FORMER_NAME = 9;
/** The places of one rank: in effect or not, opened recently or not. */
const PLACES = 4;

/**
 * The items that a text finds, best first. Of the same rank, items in effect in the running term come first, then those
 * opened recently (`recent` has their IDs), then the order of the index: label and key. An empty text finds nothing.
 */
export function rankItems(
  index: readonly IndexedItem[],
  typed: string,
  recent: ReadonlySet<string> = new Set(),
): readonly Hit[] {
  const query = queryOf(typed);
  if (query.text === '') return [];
  // One list for each place. Sorting would take longer, since most items have the same rank after the first letter.
  const places = Array.from({ length: RANKS * PLACES }, (): Hit[] => []);
  for (const found of index) {
    const rank = rankOf(found, query);
    if (rank === null) continue;
    const place = (rank - 1) * PLACES + (found.isInEffect ? 0 : 2) + (recent.has(found.id) ? 0 : 1);
    places[place]?.push({ found, rank });
  }
  return places.flat();
}

function queryOf(typed: string): Query {
  const text = foldText(typed);
  const words = wordsIn(text);
  return { text, words, wordStarts: words.map((word) => ` ${word}`) };
}

/** Null if the text does not find the item. */
function rankOf(item: IndexedItem, query: Query): number | null {
  const { text, words, wordStarts } = query;
  const { code, titles, wordTitles, allWords, numbers } = item;
  if (code?.startsWith(text)) return code === text ? 1 : 2;
  // Every match by a title has all words. Most items end here.
  if (words.every((word) => allWords.includes(word))) {
    if (titles.includes(text)) return 3;
    if (titles.some((title) => title.startsWith(text))) return 4;
    if (words.length > 0) {
      if (wordTitles.some((title) => hasInOrder(title, wordStarts))) return 5;
      return wordTitles.some((title) => wordStarts.every((start) => title.includes(start))) ? 6 : 7;
    }
  }
  if (numbers.some((number) => number.startsWith(text))) return BY_NUMBER;
  return formerNameFor(item, query) ? BY_FORMER_NAME : null;
}

/** The latest name or code of an earlier term that begins with the text, or has words that begin with all of its words. */
const formerNameFor = ({ formerNames }: IndexedItem, { text, words, wordStarts }: Query) =>
  formerNames.find(
    (name) =>
      name.text.startsWith(text) ||
      (words.length > 0 && wordStarts.every((start) => name.words.includes(start))),
  );

/** The name or code of an earlier term by which alone a text finds an item. */
export const formerNameOf = (hit: Hit, typed: string): FormerName | undefined =>
  hit.rank === BY_FORMER_NAME ? formerNameFor(hit.found, queryOf(typed)) : undefined;

function hasInOrder(title: string, wordStarts: readonly string[]): boolean {
  let from = 0;
  for (const start of wordStarts) {
    const at = title.indexOf(start, from);
    if (at < 0) return false;
    from = at + start.length;
  }
  return true;
}

/** The number by which alone a text finds an item: 'CIP 11.0701'. Null if it finds it by its code or a title. */
export function numberOf(hit: Hit, typed: string): string | null {
  const text = foldText(typed);
  const at = hit.rank === BY_NUMBER ? hit.found.numbers.findIndex((number) => number.startsWith(text)) : -1;
  return at < 0 ? null : `${numberNames[at]} ${hit.found.numbers[at]}`;
}
