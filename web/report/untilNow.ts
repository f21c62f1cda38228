import type { ReportFilter, ReportMoment } from '../../contract/report.ts';
import { request } from '../lib/api.ts';
import { dayOf } from '../lib/days.ts';
import { serverNow } from '../lib/serverTime.ts';

/** Whether a time is later today, as the end of today is. */
export const isLaterToday = (time: string | null): boolean =>
  time !== null && time > serverNow() && dayOf(time) === dayOf(serverNow());

/** The filters of a run: the end of today is replaced with the current moment. */
export async function untilNow(filter: ReportFilter): Promise<ReportFilter> {
  if (!isLaterToday(filter.knownAt)) return filter;
  // The server's time is exact to the second, and a change within this second counts too.
  const { at } = await request<ReportMoment>('GET', '/reports/moment');
  const now = serverNow();
  return { ...filter, knownAt: at > now ? at : now };
}
