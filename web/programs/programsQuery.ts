import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { ProgramGroup } from '../../contract/programs.ts';
import { request } from '../lib/api.ts';
import { withTermNames } from '../lib/queries.ts';
import { put } from '../lib/searchParams.ts';
import { compareGroups } from './compareGroups.ts';

/**
 * The programs in the term `asOf`, compared with the term `since`. Without `asOf`, in the running term. Both terms are read
 * together, so that programs are never compared with those of another term. The response says which they are, because those
 * of other terms stay while they load.
 */
export const programsQuery = (asOf: string | null, since: string | null) =>
  queryOptions({
    queryKey: ['/programs', asOf, since],
    queryFn: async ({ signal }) => {
      const [groups, earlier] = await withTermNames(
        Promise.all([read(asOf, since, signal), since === null ? null : read(since, null, signal)]),
      );
      return { asOf, since, groups: compareGroups(groups, earlier) };
    },
    placeholderData: keepPreviousData,
  });

function read(asOf: string | null, since: string | null, signal: AbortSignal) {
  const query = new URLSearchParams();
  put(query, 'asOf', asOf);
  put(query, 'since', since);
  return request<ProgramGroup[]>('GET', `/programs?${query.toString()}`, { signal });
}
