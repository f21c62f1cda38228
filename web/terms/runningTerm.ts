import { inEffect, type Moment } from '../../contract/spans.ts';

/**
 * The current term (`yyyyst`), from the page's `running-term` meta tag. The server sets it because a browser's clock may be
 * wrong. If the page did not come from the server it is empty, and nothing counts as ended.
 */
export const runningTerm =
  document.querySelector<HTMLMetaElement>('meta[name="running-term"]')?.content ?? '';

/** Whether an end has passed. Real data has ended items whose Active flag is still on. */
export const hasPassed = (end: Moment | null): boolean => !inEffect({ start: null, end }, runningTerm);
