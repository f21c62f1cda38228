import { type Cause, tooManyRequests } from '../errors.ts';
import { Deadline } from './deadline.ts';

/** Runs work when its turn has come. */
export type Queue = <T>(work: () => Promise<T>) => Promise<T>;

/**
 * Runs at most `atOnce` calls at the same time. Up to `waitingAtMost` more wait their turn, and the rest get a 429
 * (contract 2: heavy calls queue). If the time of one that waits is over, `why` is the cause, and it leaves the queue at
 * once, as does one whose caller has gone.
 */
export function createQueue(why: Cause, atOnce: number, waitingAtMost: number): Queue {
  const waiting = new Set<() => void>();
  let running = 0;

  /** Resolves with a place, which the caller must hand on. Rejects only as long as there is none. */
  function place(): Promise<void> {
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
    if (running >= atOnce) {
      if (waiting.size >= waitingAtMost) throw tooManyRequests(1, why);
      // A call that ends hands its place to the next in the queue, so that no new call gets ahead.
      await Deadline.waiting(why, place);
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
