import { createStore } from '../../lib/store.ts';

/** Why something was refused, and where to look at what stands in the way. */
export interface Reason {
  text: string;
  to?: string;
}

/** What was refused, and every reason for it. */
export interface Blocked {
  title: string;
  /** What is so now: that nothing has changed. */
  outcome: string;
  reasons: readonly Reason[];
}

const refusal = createStore<Blocked | null>(null);
export const useBlocked = refusal.use;

/** Shows a refusal with all its reasons. The error popup would show one per code (spec 4). */
export const showBlocked = (shown: Blocked): void => refusal.write(shown);

export const dismissBlocked = (): void => refusal.write(null);
