import { setTimeout as wait } from 'node:timers/promises';

/** Asks again and again until the answer is yes; throws what was waited for when that takes longer than `limit`. */
export async function until(
  what: string,
  condition: () => boolean | Promise<boolean>,
  limit = 30_000,
): Promise<void> {
  const began = performance.now();
  while (!(await condition())) {
    if (performance.now() - began > limit) throw new Error(`Not within ${limit / 1000} s: ${what}`);
    await wait(20);
  }
}

/** What is promised, or an error when it takes longer than `limit`. */
export async function within<T>(limit: number, what: string, promised: Promise<T>): Promise<T> {
  const over = new AbortController();
  const late = wait(limit, undefined, { signal: over.signal }).then(() => {
    throw new Error(`Not within ${limit / 1000} s: ${what}`);
  });
  try {
    return await Promise.race([promised, late]);
  } finally {
    over.abort();
    late.catch(() => {});
  }
}
