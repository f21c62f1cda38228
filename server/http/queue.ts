import { Deadline } from '../deadline.ts';
import { tooManyRequests } from '../errors.ts';

/**
 * Runs at most `atOnce` heavy calls at the same time. Up to `waitingAtMost` more wait their turn, and the rest get a
 * 429 (contract 2: heavy calls queue).
 */
export function createQueue(atOnce: number, waitingAtMost: number) {
  const waiting: (() => void)[] = [];
  let running = 0;

  return async function run<T>(work: () => Promise<T>): Promise<T> {
    if (running >= atOnce) {
      if (waiting.length >= waitingAtMost) throw tooManyRequests(1, 'report_queue');
      // A call that ends hands its place to the next in the queue, so that no new call gets ahead.
      await Deadline.waiting('report_queue', () => new Promise<void>((go) => waiting.push(go)));
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
