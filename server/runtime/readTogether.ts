import { setImmediate } from 'node:timers/promises';
import { Deadline } from './deadline.ts';

/** A read that several callers wait for. */
interface SharedRead<Value> {
  keys: Set<string>;
  values: Promise<ReadonlyMap<string, Value>>;
  /** Abandons the work when no caller waits for it any more. */
  deadline: Deadline;
  waiting: number;
}

/**
 * Returns a function that reads values by their keys. All calls in one turn of the event loop share one read, and so do those
 * that come before it takes its keys. Nothing is kept: a value is never older than that of a read of its own, begun when it
 * was asked for. `read` calls `takeKeys` just before it sends its statement. Each caller must look up only its own keys in the
 * result (docs/decisions/0028).
 */
export function readTogether<Value>(
  read: (takeKeys: () => readonly string[]) => Promise<ReadonlyMap<string, Value>>,
): (keys: Iterable<string>) => Promise<ReadonlyMap<string, Value>> {
  let next: SharedRead<Value> | undefined;

  function begin(): SharedRead<Value> {
    const keys = new Set<string>();
    const deadline = new Deadline();
    /** From here on, a call begins another read. */
    const close = () => {
      if (next === begun) next = undefined;
    };
    const takeKeys = () => {
      close();
      return [...keys];
    };
    const values = deadline.run(async () => {
      try {
        await setImmediate();
        return await read(takeKeys);
      } finally {
        close();
        deadline.end();
      }
    });
    const begun = { keys, values, deadline, waiting: 0 };
    return begun;
  }

  return async (keys) => {
    next ??= begin();
    const shared = next;
    for (const key of keys) shared.keys.add(key);
    shared.waiting += 1;
    try {
      const { values, deadline } = shared;
      return await Deadline.waiting(deadline, () => Deadline.current?.race(values) ?? values);
    } finally {
      shared.waiting -= 1;
      if (shared.waiting === 0) {
        // A later call must not join a read that has been abandoned.
        if (next === shared) next = undefined;
        shared.deadline.abandon();
      }
    }
  };
}
