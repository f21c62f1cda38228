import { Deadline } from './deadline.ts';
import { type Cause, tooManyRequests } from './errors.ts';

/** Runs work when its turn has come. */
export type Queue = <T>(work: () => Promise<T>) => Promise<T>;

/**
 * Runs at most `atOnce` calls at the same time. Up to `waitingAtMost` more wait their turn, and the rest get a 429
 * (contract 2: heavy calls queue). If the time of one that waits is over, `why` is the cause.
 */
export function createQueue(why: Cause, atOnce: number, waitingAtMost: number): Queue {
  const waiting: (() => void)[] = [];
  let running = 0;

  return async function run<T>(work: () => Promise<T>): Promise<T> {
    if (running >= atOnce) {
      if (waiting.length >= waitingAtMost) throw tooManyRequests(1, why);
      // A call that ends hands its place to the next in the queue, so that no new call gets ahead.
      await Deadline.waiting(why, () => new Promise<void>((go) => waiting.push(go)));
    } else running += 1;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
