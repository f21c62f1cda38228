import { MutationCache, QueryCache, QueryClient, queryOptions } from '@tanstack/react-query';
import type { Degree } from '../contract/degree.ts';
import type { Department } from '../contract/department.ts';
import type { Detail } from '../contract/details.ts';
import { type ItemKey, type ItemKind, itemKinds } from '../contract/items.ts';
import type { AwardType, Term } from '../contract/lookups.ts';
import type { Major } from '../contract/major.ts';
import type { MajorDegree } from '../contract/majorDegree.ts';
import type { ReportFilter, ReportRow } from '../contract/report.ts';
import type { School } from '../contract/school.ts';
import type { AuthenticatedUser } from '../contract/user.ts';
import { call, errorsOf } from './api.ts';
import { Cancelled, showErrors } from './popups/popups.ts';

declare module '@tanstack/react-query' {
  interface Register {
    /** `ownError`: the code that makes the call handles its failure. */
    queryMeta: { ownError?: true };
    mutationMeta: { ownError?: true };
  }
}

/** Shows a failure in the error popup, unless the calling code handles it (spec 8). */
function showFailure(error: unknown, meta: { ownError?: true } | undefined): void {
  if (!meta?.ownError && !(error instanceof Cancelled)) showErrors(errorsOf(error));
}

export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: (error, { meta }) => showFailure(error, meta) }),
  mutationCache: new MutationCache({
    onError: (error, _sent, _before, { meta }) => showFailure(error, meta),
  }),
  defaultOptions: {
    // 'always': when offline, a call fails with an error instead of waiting silently.
    queries: { retry: false, refetchOnWindowFocus: false, networkMode: 'always' },
    mutations: { networkMode: 'always' },
  },
});

export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: async ({ signal }) => userOf(await call('GET', '/auth/me', { signal })),
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
});

export const userOf = ({ serviceResult }: { serviceResult: AuthenticatedUser }) => serviceResult;

function list<Row>(path: string) {
  return queryOptions({
    queryKey: [path],
    queryFn: ({ signal }) => call<Row[]>('GET', path, { signal }),
    // A list that was prefetched a moment ago is not fetched again when its screen mounts.
    staleTime: 1_000,
  });
}

export const termsQuery = list<Term>('/lookups/terms');
export const awardTypesQuery = list<AwardType>('/lookups/awardTypes');
export const majorsQuery = list<Major>('/majors');
export const schoolsQuery = list<School>('/schools');
export const degreesQuery = list<Degree>('/degrees');
export const departmentsQuery = list<Department>('/departments');
export const majorDegreesQuery = list<MajorDegree>('/major-degrees');

/** Spec 1: what is loaded once the user is known. */
export const startQueries = [termsQuery, awardTypesQuery, majorsQuery, schoolsQuery] as const;

/** An item with everything related to it. Its screen handles a missing item itself. */
export const detailQuery = <K extends ItemKind>(kind: K, key: ItemKey) =>
  queryOptions({
    // Starts with the list's key, so that invalidating a list also invalidates its items. Upper case, because a school
    // is found by its code in either case.
    queryKey: [`/${itemKinds[kind].collection}`, String(key).toUpperCase()],
    queryFn: ({ signal }) =>
      call<Detail<K>>('GET', `/${itemKinds[kind].collection}/${encodeURIComponent(key)}`, { signal }),
    // Spec 4: fetching details clears the old ones, so they are dropped as soon as they are not shown.
    gcTime: 0,
    meta: { ownError: true },
  });

export const versionQuery = queryOptions({
  queryKey: ['version'],
  queryFn: ({ signal }) => call<Record<string, unknown>>('GET', '/version', { signal }),
  // Spec 1: fetched only if not yet known.
  staleTime: Number.POSITIVE_INFINITY,
  meta: { ownError: true },
});

export const reportQuery = (filter: ReportFilter) =>
  queryOptions({
    queryKey: ['report', filter],
    queryFn: ({ signal }) => call<ReportRow[]>('POST', '/reports', { body: filter, signal }),
    // Thousands of rows are replaced instead of compared.
    structuralSharing: false,
  });
