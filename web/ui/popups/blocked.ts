import { createStore } from '../../lib/store.ts';

/** A reason why an action is blocked, and the page that shows the cause. */
export interface Reason {
  text: string;
  to?: string;
}

/** A blocked action, and all the reasons. */
export interface Blocked {
  title: string;
  /** The current state: that nothing has changed. */
  outcome: string;
  reasons: readonly Reason[];
}

const refusal = createStore<Blocked | null>(null);
export const useBlocked = refusal.use;

/** Shows a blocked action with all its reasons. The error popup would show one per code (spec 4). */
export const showBlocked = (shown: Blocked): void => refusal.write(shown);

export const dismissBlocked = (): void => refusal.write(null);
