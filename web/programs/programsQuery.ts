import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { ProgramGroup } from '../../contract/programs.ts';
import { request } from '../lib/api.ts';
import { put } from '../lib/searchParams.ts';

/** The programs in the term `asOf`, compared with the term `since`. Without `asOf`, in the running term. */
export const programsQuery = (asOf: string | null, since: string | null) =>
  queryOptions({
    queryKey: ['/programs', asOf, since],
    queryFn: ({ signal }) => {
      const query = new URLSearchParams();
      put(query, 'asOf', asOf);
      put(query, 'since', since);
      return request<ProgramGroup[]>('GET', `/programs?${query.toString()}`, { signal });
    },
    placeholderData: keepPreviousData,
  });
