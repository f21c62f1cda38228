import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';
import type {
  ChangeEntry,
  ChangeSetDetail,
  ChangeSets,
  ChangeSetWithEntries,
} from '../../../contract/history.ts';
import { request } from '../../lib/api.ts';
import { cacheChangeSets } from '../historyQueries.ts';
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
      const page = await readSets(filters, { limit: SETS, cursor: pageParam, signal });
      cacheChangeSets(page.changeSets);
      return page;
    },
    initialPageParam: start,
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
  });

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
