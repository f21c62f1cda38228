import { setImmediate } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { Deadline } from './deadline.ts';
import { readTogether } from './readTogether.ts';

/** A read that takes its keys only when it is let through, as one that waits for a connection. */
function slowRead() {
  const reads: { keys: readonly string[]; signal: AbortSignal | undefined }[] = [];
  const gates: (() => void)[] = [];
  const find = readTogether(async (takeKeys) => {
    await new Promise<void>((resolve) => gates.push(resolve));
    Deadline.current?.check();
    const keys = takeKeys();
    reads.push({ keys, signal: Deadline.current?.signal });
    return new Map(keys.map((key) => [key, key.toUpperCase()]));
  });
  /** Lets the oldest read through, once it waits. */
  const letThrough = async () => {
    while (gates.length === 0) await setImmediate();
    gates.shift()?.();
  };
  return { find, reads, letThrough };
}

describe('Calls that read together', () => {
  test('share a read until it takes its keys, and not after', async () => {
    const { find, reads, letThrough } = slowRead();
    const first = find(['a', 'b']);
    await setImmediate();
    const second = find(['b', 'c']);
    await letThrough();
    expect((await first).get('a')).toBe('A');
    expect((await second).get('c')).toBe('C');
    const third = find(['a']);
    await letThrough();
    await third;
    expect(reads.map(({ keys }) => keys)).toEqual([['a', 'b', 'c'], ['a']]);
  });

  test('do not join a read that all its callers have given up', async () => {
    const { find, reads, letThrough } = slowRead();
    const hurried = new Deadline();
    const first = hurried.run(() => find(['a']));
    hurried.abandon();
    await expect(first).rejects.toThrow();
    const second = find(['b']);
    await letThrough();
    await letThrough();
    expect((await second).get('b')).toBe('B');
    expect(reads.map(({ keys }) => keys)).toEqual([['b']]);
  });

  test('get a result although another caller of it gives up', async () => {
    const { find, letThrough } = slowRead();
    const hurried = new Deadline();
    const first = hurried.run(() => find(['a']));
    const second = find(['b']);
    hurried.abandon();
    await expect(first).rejects.toThrow();
    await letThrough();
    expect((await second).get('b')).toBe('B');
  });

  test('all fail if their read fails, and the next call reads again', async () => {
    let fails = true;
    const find = readTogether(async (takeKeys) => {
      const keys = takeKeys();
      if (fails) throw new Error('lost');
      return new Map(keys.map((key) => [key, key]));
    });
    const both = await Promise.allSettled([find(['a']), find(['b'])]);
    expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    fails = false;
    expect((await find(['a'])).get('a')).toBe('a');
  });
});
