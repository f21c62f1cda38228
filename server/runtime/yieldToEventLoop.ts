import { setImmediate } from 'node:timers/promises';
import { Deadline } from './deadline.ts';

// Runs long work on the event loop in short parts, so that the server handles other requests in between.

let turns: Promise<void> = Promise.resolve();

/** Waits for a turn of the event loop. Each turn belongs to one caller only. */
export function yieldToEventLoop(): Promise<void> {
  turns = turns.then(() => setImmediate());
  return turns;
}

/** Milliseconds of work between two yields. */
const SLICE = 10;

/**
 * Like `map`, for many items: works in slices of about 10 ms, and yields before each. Throws after the deadline of the
 * current work.
 */
export async function mapYielding<T, R>(items: readonly T[], work: (item: T, at: number) => R): Promise<R[]> {
  const results: R[] = [];
  let since = Number.NEGATIVE_INFINITY;
  for (const [at, item] of items.entries()) {
    if (performance.now() - since >= SLICE) {
      await yieldToEventLoop();
      Deadline.current?.check();
      since = performance.now();
    }
    results.push(work(item, at));
  }
  return results;
}

/** The number of rows for one statement, whose text and result are processed on the event loop. */
const BATCH = 500;

/** Calls a function for each batch of items, one after the other. */
export async function inBatches<T>(
  items: readonly T[],
  work: (batch: readonly T[]) => Promise<unknown>,
): Promise<void> {
  for (let from = 0; from < items.length; from += BATCH) await work(items.slice(from, from + BATCH));
}

/** Reads all items, one batch after the other. `read` returns at most `limit` items that follow `last`. */
export async function readInBatches<T>(
  read: (last: T | undefined, limit: number) => Promise<T[]>,
): Promise<T[]> {
  const all: T[] = [];
  for (let batch = await read(undefined, BATCH); batch.length > 0; batch = await read(all.at(-1), BATCH))
    all.push(...batch);
  return all;
}
