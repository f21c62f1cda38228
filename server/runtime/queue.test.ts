import { expect, test } from 'vitest';
import { ApiError } from '../errors.ts';
import { Deadline } from './deadline.ts';
import { createQueue } from './queue.ts';

const later = () => Promise.withResolvers<string>();

test('runs a limited number at once, queues a limited number, and rejects the rest', async () => {
  const run = createQueue('report_queue', 1, 1);
  const [first, second] = [later(), later()];
  const begun: string[] = [];
  const one = run(() => (begun.push('one'), first.promise));
  const two = run(() => (begun.push('two'), second.promise));
  const three = run(async () => 'three');
  await expect(three).rejects.toThrow(ApiError);
  await expect(three).rejects.toMatchObject({
    status: 429,
    headers: { 'retry-after': '1' },
    why: 'report_queue',
  });
  expect(begun).toEqual(['one']);
  first.resolve('first');
  expect(await one).toBe('first');
  second.resolve('second');
  expect(await two).toBe('second');
});

test('a failed task frees its place', async () => {
  const run = createQueue('report_queue', 1, 5);
  const failing = run(async () => {
    throw new Error('failed');
  });
  const next = run(async () => 'next');
  await expect(failing).rejects.toThrow('failed');
  expect(await next).toBe('next');
  expect(await run(async () => 'after')).toBe('after');
});

test('a task that is abandoned while it waits leaves its place to others', async () => {
  const run = createQueue('report_queue', 1, 1);
  const first = later();
  const one = run(() => first.promise);
  const deadline = new Deadline(60_000);
  const begun: string[] = [];
  const two = deadline.run(() => run(async () => begun.push('two')));
  deadline.abandon();
  await expect(two).rejects.toMatchObject({ status: 503, why: 'caller_gone' });
  await expect(deadline.run(() => run(async () => begun.push('two again')))).rejects.toThrow(ApiError);
  const three = run(async () => 'three');
  first.resolve('first');
  expect([await one, await three]).toEqual(['first', 'three']);
  expect(begun).toEqual([]);
});
