import { setTimeout as wait } from 'node:timers/promises';

/** Polls until the condition holds. Throws an error that names `what` after `limit` ms. */
export async function until(
  what: string,
  condition: () => boolean | Promise<boolean>,
  limit = 30_000,
): Promise<void> {
  const began = performance.now();
  while (!(await condition())) {
    if (performance.now() - began > limit) throw new Error(`Timed out after ${limit / 1000} s: ${what}`);
    await wait(20);
  }
}

/** Waits for a promise; throws after `limit` ms. */
export async function within<T>(limit: number, what: string, promised: Promise<T>): Promise<T> {
  const over = new AbortController();
  const late = wait(limit, undefined, { signal: over.signal }).then(() => {
    throw new Error(`Timed out after ${limit / 1000} s: ${what}`);
  });
  try {
    return await Promise.race([promised, late]);
  } finally {
    over.abort();
    late.catch(() => {});
  }
}
