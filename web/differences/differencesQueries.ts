import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { RecordedDifferences, TermCount, TermDifferences } from '../../contract/differences.ts';
import type { ReportMoment } from '../../contract/report.ts';
import { everyPage } from '../history/changesPage/changesQueries.ts';
import { request } from '../lib/api.ts';
import { endOfDay, startOfDay } from '../lib/days.ts';
import type { Sides } from './differencesUrl.ts';

const queryOf = (query: Record<string, string>) => new URLSearchParams(query).toString();

/** What is in effect in one of two terms only. */
export const termDifferencesQuery = ({ from, to }: Sides) =>
  queryOptions({
    queryKey: ['/differences', from, to],
    queryFn: ({ signal }) =>
      request<TermDifferences>('GET', `/differences?${queryOf({ from, to })}`, { signal }),
    placeholderData: keepPreviousData,
  });

/** How many majors and degrees are in effect each fall, in each school and in all. */
export const countsQuery = queryOptions({
  queryKey: ['/counts/terms'],
  queryFn: ({ signal }) => request<TermCount[]>('GET', '/counts/terms', { signal }),
});

/** As many as the server gives at once. */
const MOST = 1_000;

/** What has changed in the records from the start of one day to the end of another, net. */
export const recordedQuery = ({ from, to }: Sides) =>
  queryOptions({
    queryKey: ['/differences/recorded', from, to],
    queryFn: async ({ signal }) => {
      const start = startOfDay(from) ?? '';
      const end = await endOf(to, signal);
      const times = { from: start, to: end < start ? start : end };
      const entries = await everyPage(async (cursor) => {
        const query = queryOf({ ...times, limit: String(MOST), ...(cursor ? { cursor } : {}) });
        const page = await request<RecordedDifferences>('GET', `/differences/recorded?${query}`, { signal });
        return { rows: page.entries, next: page.next };
      });
      return { from, to, entries };
    },
    placeholderData: keepPreviousData,
  });

/** When a day ends, or just after the newest change if that was before: the server tells nothing of the future. */
async function endOf(day: string, signal: AbortSignal): Promise<string> {
  const end = endOfDay(day) ?? '';
  const { at } = await request<ReportMoment>('GET', '/reports/moment', { signal });
  // Before the first change there is none.
  const afterNewest = at && new Date(Date.parse(at) + 1).toISOString();
  return afterNewest < end ? afterNewest : end;
}
