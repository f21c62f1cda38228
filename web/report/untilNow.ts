import type { ReportFilter, ReportMoment } from '../../contract/report.ts';
import { request } from '../lib/api.ts';
import { dayOf } from '../lib/days.ts';
import { serverNow } from '../lib/serverTime.ts';

/** Filters as they are run: what is to be known at the end of today is known until now. */
export async function untilNow(filter: ReportFilter): Promise<ReportFilter> {
  const { knownAt } = filter;
  if (knownAt === null || knownAt <= serverNow() || dayOf(knownAt) !== dayOf(serverNow())) return filter;
  // The server's time is known to the second, and a change of this second counts too.
  const { at } = await request<ReportMoment>('GET', '/reports/moment');
  const now = serverNow();
  return { ...filter, knownAt: at > now ? at : now };
}
