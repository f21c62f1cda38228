import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { ChangeEntry, ChangeSet, ChangeSetDetail, ChangeSets } from '../../contract/history.ts';
import { itemKinds } from '../../contract/kinds.ts';
import { request } from '../lib/api.ts';
import { detailQuery, queryClient } from '../lib/queries.ts';
import { isSubject, type Subject } from './describeChange.ts';

/** The number of change sets per page of a history. */
export const SETS = 20;
/** The number of entries that each click adds. */
export const MORE_ENTRIES = 50;
/** The server's maximum per response. */
const MAX_PER_RESPONSE = 200;

const start = null as string | null;

function pathOf(path: string, query: Record<string, string | number | null | undefined>): string {
  const parameters = Object.entries(query).flatMap(([name, value]) =>
    value == null ? [] : [[name, `${value}`]],
  );
  return `${path}?${new URLSearchParams(parameters).toString()}`;
}

/** An item as query parameters. A school's code may be written in either case, but the log has it in upper case. */
const queryOf = (of: Subject | undefined) => ({ kind: of?.kind, key: of?.key.toUpperCase() });

/** The change sets of an item and its relationships, newest first, also of a deleted item. 404 if it never existed. */
export const historyQuery = ({ kind, key }: Subject) =>
  infiniteQueryOptions({
    queryKey: [...detailQuery(kind, key).queryKey, 'history'],
    queryFn: async ({ pageParam, signal }) => {
      const path = `/${itemKinds[kind].collection}/${encodeURIComponent(key)}/history`;
      const page = await request<ChangeSets>('GET', pathOf(path, { limit: SETS, cursor: pageParam }), {
        signal,
      });
      cacheChangeSets(page.changeSets);
      return page;
    },
    initialPageParam: start,
    getNextPageParam: ({ next }) => next,
    meta: { ownError: true },
  });

/** Caches change sets, so that a change set that refers to another need not load it. */
export function cacheChangeSets(sets: readonly ChangeSet[]): void {
  for (const set of sets) queryClient.setQueryData(changeSetQuery(set.id).queryKey, set);
}

/** A change set without its entries. */
export const changeSetQuery = (id: string) =>
  queryOptions({
    queryKey: ['/changes', id],
    queryFn: async ({ signal }) => {
      const path = pathOf(`/changes/${encodeURIComponent(id)}`, { limit: 1 });
      return (await request<ChangeSetDetail>('GET', path, { signal })).changeSet;
    },
    // The changes of a change set never change.
    staleTime: Number.POSITIVE_INFINITY,
    meta: { ownError: true },
  });

/** The entries of a change set, or those of one item and its relationships. The first page has 50 more than `shown`. */
export const entriesQuery = (id: string, shown: number, of: Subject | undefined) =>
  infiniteQueryOptions({
    queryKey: ['/changes', id, 'entries', shown, of?.kind, of?.key],
    queryFn: ({ pageParam, signal }) =>
      request<ChangeSetDetail>(
        'GET',
        pathOf(`/changes/${encodeURIComponent(id)}`, {
          ...queryOf(of),
          limit: MORE_ENTRIES + (pageParam === start ? shown : 0),
          cursor: pageParam,
        }),
        { signal },
      ),
    initialPageParam: start,
    getNextPageParam: ({ next }) => next,
  });

/** A change set of at most so many rows is read whole where its rows are named. */
const MOST_READ = 400;

/** The entries of a change set of `count` rows; of a larger one so many that a page of `entriesQuery` has them and 50 more. */
export async function readFirstEntries(
  id: string,
  count: number,
  signal?: AbortSignal,
): Promise<ChangeEntry[]> {
  const isWhole = count <= MOST_READ;
  const limit = isWhole ? MAX_PER_RESPONSE : MAX_PER_RESPONSE - MORE_ENTRIES;
  const all: ChangeEntry[] = [];
  let cursor = start;
  do {
    const path = pathOf(`/changes/${encodeURIComponent(id)}`, { limit, cursor });
    const page = await request<ChangeSetDetail>('GET', path, signal && { signal });
    all.push(...page.entries);
    cursor = isWhole ? page.next : start;
  } while (cursor !== null);
  return all;
}

/** The item's own entry of a change set, which may come after thousands of its relationships. */
export async function readOwnEntry(id: string, of: Subject): Promise<ChangeEntry | undefined> {
  for (let cursor = start; ; ) {
    const path = pathOf(`/changes/${encodeURIComponent(id)}`, {
      ...queryOf(of),
      limit: MAX_PER_RESPONSE,
      cursor,
    });
    const { entries, next } = await request<ChangeSetDetail>('GET', path);
    const own = entries.find((entry) => isSubject(entry, of));
    if (own || next === null) return own;
    cursor = next;
  }
}
