import { createStore } from '../store.ts';

/** Why something was refused, and where to look at what stands in the way. */
export interface Reason {
  text: string;
  to?: string;
}

/** What was refused, and every reason for it. */
export interface Refusal {
  title: string;
  /** What is so now: that nothing has changed. */
  outcome: string;
  reasons: readonly Reason[];
}

const refusal = createStore<Refusal | null>(null);
export const useRefusal = refusal.use;

/** Shows a refusal with all its reasons. The error popup would show one per code (spec 4). */
export const showRefusal = (shown: Refusal): void => refusal.write(shown);

export const dismissRefusal = (): void => refusal.write(null);
