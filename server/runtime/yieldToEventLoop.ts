import { setImmediate } from 'node:timers/promises';
import { Deadline } from './deadline.ts';

// Long work on the event loop in parts that are short enough for others to be served in between.

let turns: Promise<void> = Promise.resolve();

/** Waits for the next turn of the event loop. Each turn is that of one caller only. */
export function yieldToEventLoop(): Promise<void> {
  turns = turns.then(() => setImmediate());
  return turns;
}

/** Milliseconds of work after which others have their turn. */
const SLICE = 10;

/**
 * Like `map`, for many items: in slices of about 10 ms, the first of which has a turn of its own. Throws when the time of
 * the current work is over.
 */
export async function mapYielding<T, R>(items: readonly T[], work: (item: T, at: number) => R): Promise<R[]> {
  const done: R[] = [];
  let since = Number.NEGATIVE_INFINITY;
  for (const [at, item] of items.entries()) {
    if (performance.now() - since >= SLICE) {
      await yieldToEventLoop();
      Deadline.current?.check();
      since = performance.now();
    }
    done.push(work(item, at));
  }
  return done;
}

/** Rows for one statement: both its text and its result are read on the event loop. */
const BATCH = 500;

/** Calls a function for one batch of items after the other. */
export async function inBatches<T>(
  items: readonly T[],
  work: (batch: readonly T[]) => Promise<unknown>,
): Promise<void> {
  for (let from = 0; from < items.length; from += BATCH) await work(items.slice(from, from + BATCH));
}

/** Reads all of something, one batch after the other. `read` returns at most as many as asked, from after the last one. */
export async function readInBatches<T>(
  read: (last: T | undefined, most: number) => Promise<T[]>,
): Promise<T[]> {
  const all: T[] = [];
  for (let batch = await read(undefined, BATCH); batch.length > 0; batch = await read(all.at(-1), BATCH))
    all.push(...batch);
  return all;
}
