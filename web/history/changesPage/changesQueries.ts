import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';
import {
  actions,
  type ChangeEntry,
  type ChangeSetDetail,
  type ChangeSets,
  type ChangeSetWithEntries,
} from '../../../contract/history.ts';
import { request } from '../../lib/api.ts';
import { isOfOwner, ownersFirst } from '../describeChange.ts';
import { cacheChangeSets, readFirstEntries } from '../historyQueries.ts';
import { type Filters, queryOf } from './changeFilters.ts';

/** The number of change sets per page. */
export const SETS = 50;
/** The server's maximum per response. */
const MAX_PER_RESPONSE = 200;

const start = null as string | null;

interface Page {
  limit: number;
  cursor: string | null;
  signal: AbortSignal;
}

const withPage = (query: Record<string, string>, { limit, cursor }: Page) =>
  new URLSearchParams({ ...query, limit: String(limit), ...(cursor ? { cursor } : {}) }).toString();

async function readSets(filters: Filters, page: Page): Promise<ChangeSets> {
  const query = queryOf(filters);
  if (!query) return { changeSets: [], next: null };
  return await request('GET', `/changes?${withPage(query, page)}`, { signal: page.signal });
}

/** The filtered change sets, newest first. */
export const changesQuery = (filters: Filters) =>
  infiniteQueryOptions({
    queryKey: ['/changes', 'found', filters],
    queryFn: async ({ pageParam, signal }) => {
      const { changeSets, next } = await readSets(filters, { limit: SETS, cursor: pageParam, signal });
      const sets = await Promise.all(changeSets.map((set) => withOwnersFirst(set, filters.kind, signal)));
      cacheChangeSets(sets);
      return { changeSets: sets, next };
    },
    initialPageParam: start,
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
  });

/**
 * A change set with the entries first that name it (`ownersFirst`). The server sends the first rows that were written, and a
 * deletion writes relationships before their item: so more of them are read if these name no item.
 */
async function withOwnersFirst(set: ChangeSetWithEntries, kind: string, signal: AbortSignal) {
  const hasNone = actions.some((action) => {
    const own = set.entries.filter((entry) => entry.action === action);
    return own.length < set[action] && !own.some(isOfOwner);
  });
  const isKindMissing = kind !== '' && !set.entries.some((entry) => entry.kind === kind);
  const isMore = set.entries.length < set.entryCount && (hasNone || isKindMissing);
  const entries = isMore ? await readFirstEntries(set.id, set.entryCount, signal) : set.entries;
  return { ...set, entries: ownersFirst(entries, kind) };
}

/** All filtered change sets, each with all its entries. */
export async function readAll(filters: Filters, signal: AbortSignal): Promise<ChangeSetWithEntries[]> {
  const sets = await everyPage(async (cursor) => {
    const { changeSets, next } = await readSets(filters, { limit: MAX_PER_RESPONSE, cursor, signal });
    return { rows: changeSets, next };
  });
  for (const set of sets)
    if (set.entries.length < set.entryCount) set.entries = await readEntries(set.id, signal);
  return sets;
}

const readEntries = (id: string, signal: AbortSignal): Promise<ChangeEntry[]> =>
  everyPage(async (cursor) => {
    const path = `/changes/${encodeURIComponent(id)}?${withPage({}, { limit: MAX_PER_RESPONSE, cursor, signal })}`;
    const { entries, next } = await request<ChangeSetDetail>('GET', path, { signal });
    return { rows: entries, next };
  });

/** The rows of all pages, read one page after another. */
export async function everyPage<Row>(
  read: (cursor: string | null) => Promise<{ rows: Row[]; next: string | null }>,
): Promise<Row[]> {
  const all: Row[] = [];
  let cursor = start;
  do {
    const { rows, next } = await read(cursor);
    all.push(...rows);
    cursor = next;
  } while (cursor !== null);
  return all;
}
