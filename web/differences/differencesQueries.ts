import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { RecordedDifferences, TermCount, TermDifferences } from '../../contract/differences.ts';
import type { ReportMoment } from '../../contract/report.ts';
import { everyPage } from '../history/changesPage/changesQueries.ts';
import { request } from '../lib/api.ts';
import { endOfDay, startOfDay } from '../lib/days.ts';
import { withTermNames } from '../lib/queries.ts';
import type { Sides } from './differencesUrl.ts';

const queryOf = (query: Record<string, string>) => new URLSearchParams(query).toString();

/** The items and relationships in effect in only one of two terms. */
export const termDifferencesQuery = ({ from, to }: Sides) =>
  queryOptions({
    queryKey: ['/differences', from, to],
    queryFn: ({ signal }) =>
      withTermNames(request<TermDifferences>('GET', `/differences?${queryOf({ from, to })}`, { signal })),
    placeholderData: keepPreviousData,
  });

/** The number of majors and degrees in effect in each fall term, per school and in total. */
export const countsQuery = queryOptions({
  queryKey: ['/counts/terms'],
  queryFn: ({ signal }) => withTermNames(request<TermCount[]>('GET', '/counts/terms', { signal })),
});

/** The server's maximum per response. */
const MAX_PER_RESPONSE = 1_000;

/** The net changes in the records from the start of one day to the end of another. */
export const recordedQuery = ({ from, to }: Sides) =>
  queryOptions({
    queryKey: ['/differences/recorded', from, to],
    queryFn: async ({ signal }) => {
      const start = startOfDay(from) ?? '';
      const end = await endOf(to, signal);
      const times = { from: start, to: end < start ? start : end };
      const entries = await everyPage(async (cursor) => {
        const query = queryOf({ ...times, limit: String(MAX_PER_RESPONSE), ...(cursor ? { cursor } : {}) });
        const page = await request<RecordedDifferences>('GET', `/differences/recorded?${query}`, { signal });
        return { rows: page.entries, next: page.next };
      });
      return { from, to, entries };
    },
    placeholderData: keepPreviousData,
  });

/**
 * The end of a day, or the moment after the newest change if that was earlier: the server does not accept times in the
 * future.
 */
async function endOf(day: string, signal: AbortSignal): Promise<string> {
  const end = endOfDay(day) ?? '';
  const { at } = await request<ReportMoment>('GET', '/reports/moment', { signal });
  // Without any change there is no such moment.
  const afterNewest = at && new Date(Date.parse(at) + 1).toISOString();
  return afterNewest < end ? afterNewest : end;
}
