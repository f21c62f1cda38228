import {
  MutationCache,
  QueryCache,
  QueryClient,
  type QueryFunctionContext,
  queryOptions,
} from '@tanstack/react-query';
import type { Degree } from '../../contract/degree.ts';
import type { Department } from '../../contract/department.ts';
import type { Detail } from '../../contract/details.ts';
import type { ItemEarlierValue } from '../../contract/earlierValues.ts';
import type { ImportMapping } from '../../contract/importMappings.ts';
import { type ItemKey, type ItemKind, itemKinds } from '../../contract/kinds.ts';
import type { AwardType, MaintainedAwardType, MaintainedTerm, Term } from '../../contract/lookups.ts';
import type { Major } from '../../contract/major.ts';
import type { MajorDegree } from '../../contract/majorDegree.ts';
import type { CipCode } from '../../contract/programs.ts';
import type { Quality } from '../../contract/quality.ts';
import type { ReportFilter, ReportRow } from '../../contract/report.ts';
import type { School } from '../../contract/school.ts';
import type { Token } from '../../contract/tokens.ts';
import { type AuthenticatedUser, signedInAs } from '../../contract/user.ts';
import { isAway, request, setPageUser } from './api.ts';
import { createStore } from './store.ts';

declare module '@tanstack/react-query' {
  interface Register {
    /**
     * `ownError`: the code that sends the request shows its failure. `staysHere`: if the session has ended, the request fails
     * instead of leaving the page.
     */
    queryMeta: { ownError?: true; staysHere?: true };
    mutationMeta: { ownError?: true };
  }
}

let show: (error: unknown) => void = () => {};

/** Sets the handler that shows a failed request. This folder does not know the popups. */
export function setFailureHandler(handler: (error: unknown) => void): void {
  show = handler;
}

/** Shows a failure in the error popup, unless the sender of the request handles it (spec 8). */
function showFailure(error: unknown, meta: { ownError?: true } | undefined): void {
  if (!meta?.ownError) show(error);
}

const away = createStore(false);
/** Whether the server was unavailable at the last read. */
export const useIsAway = away.use;

const queryCache = new QueryCache({
  onError: (error, { meta }) => {
    showFailure(error, meta);
    if (!isAway(error)) endAway();
  },
  onSuccess: () => endAway(),
});
queryCache.subscribe((event) => {
  // The first of several attempts has failed. A single popup reports it until the server is back.
  if (event.type !== 'updated' || event.action.type !== 'failed' || away.read()) return;
  away.write(true);
  show(event.action.error);
});

/** The server has responded, so nothing needs to wait for it any longer. */
function endAway(): void {
  if (!away.read()) return;
  away.write(false);
  readAgain();
}

/** Immediately repeats every read that waits for the server. */
export function readAgain(): void {
  const waiting = queryCache.findAll({
    predicate: ({ state }) => state.fetchStatus !== 'idle' && state.fetchFailureReason !== null,
  });
  for (const query of waiting) void query.cancel({ revert: true }).then(() => query.fetch().catch(() => {}));
}

const FIRST_PAUSE = 2_000;
const LONGEST_PAUSE = 15_000;
/** Grows with each failure, and varies, so that browsers do not all come back at once after an outage. */
const pauseAfter = (failures: number) =>
  Math.min(FIRST_PAUSE * 2 ** failures, LONGEST_PAUSE) * (0.75 + Math.random() / 2);

export const queryClient = new QueryClient({
  queryCache,
  mutationCache: new MutationCache({
    onError: (error, _sent, _before, { meta }) => showFailure(error, meta),
  }),
  defaultOptions: {
    queries: {
      // A read is repeated while the server is unavailable, but not while the browser is offline or the page is hidden.
      retry: (_failures, error) => isAway(error),
      retryDelay: pauseAfter,
      networkMode: 'offlineFirst',
      refetchOnWindowFocus: false,
    },
    // 'always': when offline, a request fails with an error instead of waiting silently.
    mutations: { networkMode: 'always' },
  },
});

export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: async ({ signal }) => pageOf(await request('GET', '/auth/me', { signal })),
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
});

/** Makes the user of a response the page's user, whom its changes name from now on. */
export function pageOf({ serviceResult }: { serviceResult: AuthenticatedUser }): AuthenticatedUser {
  setPageUser(signedInAs(serviceResult));
  return serviceResult;
}

/** The `meta` of what is read ahead: the user has asked for nothing, and may be typing. */
export const AHEAD = { ownError: true, staysHere: true } as const;

/** The request of a query, which does what its `meta` says. */
export const reading =
  <Data>(path: string) =>
  ({ signal, meta }: Pick<QueryFunctionContext, 'signal' | 'meta'>) =>
    request<Data>('GET', path, { signal, staysHere: meta?.staysHere });

function listQuery<Row>(path: string) {
  return queryOptions({
    queryKey: [path],
    queryFn: reading<Row[]>(path),
    // A list that has just been prefetched is not fetched again when its screen mounts.
    staleTime: 1_000,
  });
}

export const termsQuery = listQuery<Term>('/lookups/terms');

/**
 * A response whose rows show terms, as soon as the names of the terms are known too. Rows that showed codes first would move
 * when the names replaced them. If the terms cannot be read, the rows show their codes.
 */
export async function withTermNames<Data>(response: Promise<Data>): Promise<Data> {
  const data = await response;
  // If they could not be read, to try again would show that failure again.
  const hasFailed = queryClient.getQueryState(termsQuery.queryKey)?.status === 'error';
  if (!hasFailed) await queryClient.ensureQueryData(termsQuery).catch(() => {});
  return data;
}

/** A list whose rows show terms. */
function rowsQuery<Row>(path: string) {
  const list = listQuery<Row>(path);
  return queryOptions({ ...list, queryFn: (context) => withTermNames(reading<Row[]>(path)(context)) });
}

export const awardTypesQuery = listQuery<AwardType>('/lookups/awardTypes');
/** Terms and award types with what their screen needs. */
export const maintainedTermsQuery = listQuery<MaintainedTerm>('/terms');
export const maintainedAwardTypesQuery = listQuery<MaintainedAwardType>('/award-types');
export const majorsQuery = rowsQuery<Major>('/majors');
export const schoolsQuery = rowsQuery<School>('/schools');
export const degreesQuery = rowsQuery<Degree>('/degrees');
export const departmentsQuery = rowsQuery<Department>('/departments');
export const majorDegreesQuery = rowsQuery<MajorDegree>('/major-degrees');

/** The names and codes that all items had in earlier terms. */
export const earlierValuesQuery = rowsQuery<ItemEarlierValue>('/earlier-values');

/** The tokens of other systems, newest first. The menu shows no note if that fails, and their screen reports it itself. */
export const tokensQuery = queryOptions({ ...listQuery<Token>('/tokens'), meta: { ownError: true } });

/** Loaded when a screen first needs it. The screen works without the titles, so a failure is not shown. */
export const cipCodesQuery = queryOptions({
  ...listQuery<CipCode>('/lookups/cip'),
  staleTime: Number.POSITIVE_INFINITY,
  retry: false,
  meta: AHEAD,
});

/** The column mappings of imports. An import works without them, so a failure is not shown. */
export const importMappingsQuery = queryOptions({
  ...listQuery<ImportMapping>('/import-mappings'),
  retry: false,
  meta: { ownError: true },
});

/** Spec 1: the queries to load as soon as the user is known. */
export const startQueries = [termsQuery, awardTypesQuery, majorsQuery, schoolsQuery] as const;

/** An item with all its relationships. Its screen handles a missing item itself. */
export const detailQuery = <K extends ItemKind>(kind: K, key: ItemKey) =>
  queryOptions({
    // Starts with the list's key, so that invalidating a list also invalidates its items. Upper case, because a school is
    // found by its code in either case.
    queryKey: [`/${itemKinds[kind].collection}`, String(key).toUpperCase()],
    queryFn: async ({ signal }) => {
      // A major shows the title of its CIP code, which would move what follows if it came later.
      const titles =
        kind === 'major' ? queryClient.ensureQueryData(cipCodesQuery).catch(() => {}) : undefined;
      const path = `/${itemKinds[kind].collection}/${encodeURIComponent(key)}`;
      const detail = await withTermNames(request<Detail<K>>('GET', path, { signal }));
      await titles;
      return detail;
    },
    // Spec 4: fetching details clears the old ones, so they are dropped when they are no longer shown.
    gcTime: 0,
    meta: { ownError: true },
  });

export const versionQuery = queryOptions({
  queryKey: ['version'],
  queryFn: ({ signal }) => request<Record<string, unknown>>('GET', '/version', { signal }),
  // Spec 1: fetched only if not yet known.
  staleTime: Number.POSITIVE_INFINITY,
  // Spec 2: the page shows a failure immediately.
  retry: false,
  meta: { ownError: true },
});

/** The first part of the keys of everything about data quality. */
export const QUALITY = '/quality';

/** The query of a request as of a term. Null is the running term. */
export const asOfQuery = (term: string | null) => (term === null ? '' : `?asOf=${encodeURIComponent(term)}`);

/**
 * The rules of data quality with the numbers of their findings, as of a term or, with null, the running term. The key names
 * the user, because the header stays when the user changes.
 */
export const qualityQuery = (user: AuthenticatedUser | null, term: string | null) =>
  queryOptions({
    queryKey: [QUALITY, 'rules', user && signedInAs(user), term],
    queryFn: (context) => withTermNames(reading<Quality>(`/quality${asOfQuery(term)}`)(context)),
    // The menu shows no number then, and the screens report it themselves.
    meta: { ownError: true },
  });

export const reportQuery = (filter: ReportFilter) =>
  queryOptions({
    queryKey: ['report', filter],
    queryFn: ({ signal }) => request<ReportRow[]>('POST', '/reports', { body: filter, signal }),
    // Spec 4: a failure completes the report, with no results.
    retry: false,
    // Thousands of rows are replaced instead of compared.
    structuralSharing: false,
  });
