import { tooManyRequests } from '../errors.ts';

/**
 * Lets so many of the heavy calls run at once; so many more wait their turn, and the rest are told to come back
 * (contract 2: heavy ones queue).
 */
export function createQueue(atOnce: number, waitingAtMost: number) {
  const waiting: (() => void)[] = [];
  let running = 0;

  return async function run<T>(work: () => Promise<T>): Promise<T> {
    if (running >= atOnce) {
      if (waiting.length >= waitingAtMost) throw tooManyRequests(1);
      // Whoever ends hands its place over, so that nobody slips in between.
      await new Promise<void>((go) => waiting.push(go));
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
