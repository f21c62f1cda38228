import { type Cause, tooManyRequests } from '../errors.ts';
import { Deadline } from './deadline.ts';

/** Runs work when it is its turn. */
export type Queue = <T>(work: () => Promise<T>) => Promise<T>;

/**
 * Runs at most `maxRunning` tasks at the same time. Up to `maxWaiting` more wait for their turn, and the rest get a 429
 * (contract 2: heavy calls queue). A waiting task leaves the queue at once if its deadline passes, with `why` as the cause,
 * or if its caller is gone.
 */
export function createQueue(why: Cause, maxRunning: number, maxWaiting: number): Queue {
  const waiting = new Set<() => void>();
  let running = 0;

  /** Resolves when the caller gets a place, which it must pass on. Rejects only while it waits. */
  function waitForPlace(): Promise<void> {
    const signal = Deadline.current?.signal;
    signal?.throwIfAborted();
    return new Promise((resolve, reject) => {
      const leave = () => {
        if (waiting.delete(take)) reject(signal?.reason as Error);
      };
      const take = () => {
        signal?.removeEventListener('abort', leave);
        resolve();
      };
      waiting.add(take);
      signal?.addEventListener('abort', leave, { once: true });
    });
  }

  return async function run<T>(work: () => Promise<T>): Promise<T> {
    if (running >= maxRunning) {
      if (waiting.size >= maxWaiting) throw tooManyRequests(1, why);
      // A task that ends passes its place to the next task in the queue, so that no new task overtakes it.
      await Deadline.waiting(why, waitForPlace);
    } else running += 1;
    try {
      return await work();
    } finally {
      const [next] = waiting;
      if (next && waiting.delete(next)) next();
      else running -= 1;
    }
  };
}
